/** Workers that a test controls. */
import type { Outcome } from '../../../generated/types';
import type { BatchCalls, FromBatch, ToBatch } from '../../../worker/batch-protocol';
import type { Request } from '../../../worker/requests';
import type { PoolHost } from '../pool';

export interface FakeWorker {
  listen(message: FromBatch): void;
  /** The task in progress. */
  task: Request<BatchCalls> | null;
  last: Request<BatchCalls> | null;
  paused: boolean;
  rest: number;
  /** Documents that it was prepared with. */
  prepared: string[];
  disposed: boolean;
}

/** The outcome of a run; it depends only on variant and seed. */
export function outcomeOf(point: number, seed: number): Outcome {
  return {
    point,
    seed,
    digest: `${point}-${seed}`.padStart(16, '0'),
    values: [100 * point + seed],
    hops: 1,
    steps: 0,
  };
}

export class FakeWorkers {
  limit: number;
  rest = 0;
  clock = 0;
  started = 0;
  /** Error with which workers fail to start; empty: they start. */
  startError = '';
  private readonly all: FakeWorker[] = [];

  constructor(limit: number) {
    this.limit = limit;
  }

  get host(): PoolHost & { clock(): number } {
    return {
      start: (listen) => {
        const worker: FakeWorker = {
          listen,
          task: null,
          last: null,
          paused: false,
          rest: 0,
          prepared: [],
          disposed: false,
        };
        this.started += 1;
        this.all.push(worker);
        return {
          send: (message) => hear(worker, message),
          dispose: () => {
            worker.disposed = true;
            worker.task = null;
          },
        };
      },
      limit: () => this.limit,
      rest: () => this.rest,
      clock: () => this.clock,
    };
  }

  alive(): FakeWorker[] {
    return this.all.filter((w) => !w.disposed);
  }

  /** Workers with a run in progress. */
  busy(): FakeWorker[] {
    return this.alive().filter((w) => w.task !== null);
  }

  finish(worker: FakeWorker | undefined, more: Partial<Outcome> = {}): void {
    const { id, ask } = worker?.task ?? {};
    if (!worker || id === undefined || ask?.kind !== 'run') throw new Error('nothing to finish');
    worker.task = null;
    worker.listen({
      type: 'answer',
      id,
      answer: { result: { kind: 'run', outcome: { ...outcomeOf(ask.point, ask.seed), ...more } }, ms: 100 },
    });
  }

  finishAll(): void {
    for (let worker = this.busy()[0]; worker; worker = this.busy()[0]) this.finish(worker);
  }

  /** An answer that was in transit when the run was aborted. */
  answerLate(worker: FakeWorker | undefined): void {
    const last = worker?.last;
    if (last?.ask.kind !== 'run') throw new Error('it never had a run');
    const { point, seed } = last.ask;
    worker?.listen({
      type: 'answer',
      id: last.id,
      answer: { result: { kind: 'run', outcome: outcomeOf(point, seed) }, ms: 1 },
    });
  }

  crash(worker: FakeWorker | undefined, message: string): void {
    // It is ready, because its run has begun.
    worker?.listen({ type: 'ready' });
    worker?.listen({ type: 'crashed', message });
  }

  refuse(worker: FakeWorker | undefined, problem: string): void {
    const id = worker?.task?.id;
    if (!worker || id === undefined) throw new Error('nothing to refuse');
    worker.task = null;
    worker.listen({ type: 'refused', id, problems: [{ pointer: '', problem, expected: '' }] });
  }

  /** All workers that are starting fail, and so do their successors. */
  failStarts(): void {
    for (let worker = this.alive()[0]; worker && this.started < 100; worker = this.alive()[0])
      worker.listen({ type: 'crashed', message: this.startError });
  }
}

function hear(worker: FakeWorker, message: ToBatch): void {
  switch (message.type) {
    case 'task':
      worker.task = message;
      worker.last = message;
      return;
    case 'abort':
      worker.task = null;
      return;
    case 'pause':
      worker.paused = true;
      return;
    case 'resume':
      worker.paused = false;
      return;
    case 'rest':
      worker.rest = message.share;
      return;
    case 'prepare':
      worker.prepared.push(message.document);
      return;
    case 'crash':
      worker.listen({ type: 'crashed', message: 'asked for' });
  }
}
