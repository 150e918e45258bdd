/** A fake engine for batch workers. */
import { type BatchEngine, type EngineDeskLab, type EngineExperiment, write } from '../engine';
import { FakeLab, type FakeOptions, fakeSection } from './fake-engine';

/** Its experiments have a scenario for a document; variant p lasts p times as long. */
export function fakeBatchEngine(options: FakeOptions = {}): BatchEngine & { labs: FakeLab[] } {
  const labs: FakeLab[] = [];
  const load = (json: string) => {
    const lab = new FakeLab(json, options);
    if (lab.scenario.title === 'bad')
      throw new Error(JSON.stringify([{ pointer: '/title', problem: 'is bad', expected: 'a good one' }]));
    labs.push(lab);
    return lab;
  };
  const experiment = (json: string): EngineExperiment => {
    const scenario = JSON.parse(json);
    const scenarioOf = (point: number, seed: number) =>
      JSON.stringify({ ...scenario, durationS: scenario.durationS * (point + 1), seed });
    return {
      scenario: scenarioOf,
      start: (point: number, seed: number) => load(scenarioOf(point, seed)),
      outcome: (lab: EngineDeskLab, point: number, seed: number) =>
        write({ point, seed, digest: lab.digest(), values: [], hops: 0, steps: 0 }),
      document: () => json,
      seeds: () => '[1]',
      variants: () => '{"digest":"","list":[]}',
      weight: () => 0,
      add: () => undefined,
      table: () => '{}',
      fingerprint: () => '',
      free: () => undefined,
      [Symbol.dispose]: () => undefined,
    };
  };
  return {
    labs,
    load,
    experiment,
    reopenExperiment: experiment,
    statistics: () => '[]',
    section: fakeSection,
  };
}
