/** A desk that reads documents without an engine. */
import type { Json } from '../../../generated/boundary';
import type { AxisValue, Experiment, Outcome } from '../../../generated/types';
import { DeskLoop } from '../../../worker/desk-loop';
import { type BatchEngine, type EngineExperiment, read, write } from '../../../worker/engine';
import type { StartDesk } from '../desk';

class FakeExperiment implements EngineExperiment {
  private readonly content: Experiment;
  private readonly quick: boolean;
  private readonly kept = new Map<string, Outcome>();

  constructor(json: string, quick: boolean) {
    this.content = JSON.parse(json);
    this.quick = quick;
    if (this.content.title === 'bad')
      throw new Error(JSON.stringify([{ pointer: '/title', problem: 'bad', expected: 'good' }]));
  }
  document() {
    return write(this.content);
  }
  seeds() {
    const { count = 10, firstSeed = 1 } = this.content.replications ?? {};
    const length = (this.quick ? this.content.quick?.count : null) ?? count;
    return write(Array.from({ length }, (_, i) => firstSeed + i));
  }
  private points(): AxisValue[][] {
    const lists = (this.content.axes ?? []).map((axis) => axis.values as AxisValue[]);
    return lists.reduce<AxisValue[][]>((all, list) => all.flatMap((at) => list.map((v) => [...at, v])), [[]]);
  }
  variants() {
    const { durationS } = this.content.base;
    const list = this.points().map((at) => ({ at, identity: `${durationS} s at ${at.join()}` }));
    return write({ digest: JSON.stringify(list.map((v) => v.identity)), list });
  }
  scenario(point: number, seed: number) {
    return write({ ...this.content.base, title: `variant ${point}`, seed });
  }
  weight(): number {
    return 1;
  }
  start(): never {
    throw new Error('a desk makes no runs');
  }
  outcome(): never {
    throw new Error('a desk makes no runs');
  }
  add(outcomes: Json<Outcome[]>): void {
    for (const outcome of read(outcomes)) this.kept.set(`${outcome.point} ${outcome.seed}`, outcome);
  }
  table(confidence: number) {
    const runs = (point: number) => [...this.kept.values()].filter((o) => o.point === point).length;
    const rows = this.points().map((at, point) => ({ at, runs: runs(point), cells: [], traces: [] }));
    return write({ confidence, rows });
  }
  fingerprint(): string {
    return [...this.kept.keys()].sort().join();
  }
  free(): void {}
  [Symbol.dispose](): void {}
}

const engine: BatchEngine = {
  load: () => {
    throw new Error('a desk makes no runs');
  },
  experiment: (json, quick) => new FakeExperiment(json, quick),
  reopenExperiment: (json, quick) => new FakeExperiment(json, quick),
  statistics: () => '[]',
  section: () => new Float64Array(0),
};

/** Desks in process. They answer in a later microtask, as workers do later. `crash` ends the present one. */
export function fakeDesks(): { start: StartDesk; crash(): void; started: number } {
  const desks = {
    started: 0,
    crash: (): void => undefined,
    start: ((listen) => {
      desks.started += 1;
      let disposed = false;
      const loop = new DeskLoop(engine, (message) => {
        queueMicrotask(() => {
          if (!disposed) listen(message);
        });
      });
      desks.crash = () => listen({ type: 'crashed', message: 'unreachable' });
      return {
        send: (message) => loop.handle(structuredClone(message)),
        dispose: () => {
          disposed = true;
        },
      };
    }) as StartDesk,
  };
  return desks;
}
