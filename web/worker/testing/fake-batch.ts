/** A stand-in for the engine where it makes one run after the other: as `FakeLab`, with what is kept of a run. */
import type { BatchEngine, BatchLab, EngineExperiment } from '../engine';
import { FakeLab, type FakeOptions } from './fake-engine';

class FakeBatchLab extends FakeLab implements BatchLab {
  end(): number {
    return this.scenario.durationS;
  }
  measures(): string {
    return JSON.stringify([['jain', this.scenario.seed]]);
  }
  extremes(series: Uint32Array, columns: number): number {
    this.section = new Float64Array(3 * columns * series.length).fill(this.scenario.seed ?? 0);
    return this.section.length;
  }
  override free(): void {
    this.freed = true;
  }
}

/** Experiments whose document is a scenario: variant p lasts p times as long. */
export function fakeBatchEngine(options: FakeOptions = {}): BatchEngine & { labs: FakeBatchLab[] } {
  const labs: FakeBatchLab[] = [];
  const load = (json: string) => {
    const lab = new FakeBatchLab(json, options);
    if (lab.scenario.title === 'bad')
      throw new Error(JSON.stringify([{ pointer: '/title', problem: 'is bad', expected: 'a good one' }]));
    labs.push(lab);
    return lab;
  };
  const experiment = (json: string): EngineExperiment => {
    const scenario = JSON.parse(json);
    return {
      start: (point: number, seed: number) =>
        load(JSON.stringify({ ...scenario, durationS: scenario.durationS * (point + 1), seed })),
      outcome: (lab: BatchLab, point: number, seed: number) =>
        JSON.stringify({ point, seed, digest: lab.digest(), values: [], hops: 0, steps: 0 }),
      free: () => undefined,
    } as unknown as EngineExperiment;
  };
  return {
    labs,
    load,
    experiment,
    experimentAgain: experiment,
    statistics: () => '[]',
    section: (lab, length) => (lab as FakeBatchLab).section.subarray(0, length),
  };
}
