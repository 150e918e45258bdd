/**
 * Makes runs in several workers at once.
 *
 * What comes out depends on the jobs alone: not on how many workers there are, nor on who makes what in which order. A worker
 * that fails takes only its run in flight with it: another worker takes its place and makes that run once more; a run that
 * fails twice is given up, and the others go on.
 */
import { type Outcome, Refused, type StartWith, Stopped, WorkerClient } from '../../runner/client';
import type { BatchCalls, BatchCommand, BatchReady, Task, TaskResult } from '../../worker/batch-protocol';
import type { AnswerOf, Crashed } from '../../worker/requests';

export interface Job {
  task: Task;
  /** The experiment that a run is of, as the engine has given it; the same object for all of its jobs. */
  experiment?: { document: string; quick: boolean };
}

export interface Handlers<J extends Job> {
  /** `ms`: the real time that it took. */
  done(job: J, result: TaskResult, ms: number): void;
  /** It failed twice, or the engine refused it. */
  failed(job: J, message: string): void;
  /** A part of its simulated time is done, 0 … 1, after so much real time. */
  progress?(job: J, share: number, ms: number): void;
  /** Nothing is left. */
  settled(): void;
  /** No worker can be started: nothing more will come. */
  broken(message: string): void;
}

/** Jobs that belong together. */
export interface Batch {
  pause(): void;
  resume(): void;
  /** Ends the runs in flight and forgets the rest; nothing is heard of it any more. */
  cancel(): void;
}

export interface PoolHost {
  start: StartWith<BatchCalls, BatchCommand, BatchReady>;
  /** Runs at the same time, at least 1. */
  limit(): number;
  /** Share of real time that a worker leaves to others. */
  rest(): number;
}

/** Workers in a row that fail before they are there: then no more are started. */
const MOST_STILLBORN = 3;

interface Queue {
  jobs: Iterator<Job>;
  /** Runs to be made once more. */
  again: Job[];
  handlers: Handlers<Job>;
  paused: boolean;
  inFlight: number;
  dry: boolean;
}

interface Slot {
  worker: WorkerClient<BatchCalls, BatchCommand, BatchReady>;
  ready: boolean;
  job: Job | null;
  queue: Queue | null;
  /** Ends the run in flight. */
  drop: AbortController | null;
  halted: boolean;
  rest: number;
  experiment: Job['experiment'];
}

export class Pool {
  private readonly host: PoolHost;
  private slots: Slot[] = [];
  /** The latest first: what was asked for last is waited for. */
  private queues: Queue[] = [];
  private readonly failedOnce = new WeakSet<Job>();
  private stillborn = 0;

  constructor(host: PoolHost) {
    this.host = host;
  }

  /** Makes runs; those of a later call come first. The jobs are asked for one by one. */
  add<J extends Job>(jobs: Iterable<J>, handlers: Handlers<J>): Batch {
    const queue: Queue = {
      jobs: jobs[Symbol.iterator](),
      again: [],
      handlers: handlers as unknown as Handlers<Job>,
      paused: false,
      inFlight: 0,
      dry: false,
    };
    this.queues.unshift(queue);
    this.arrange();
    return {
      pause: () => {
        queue.paused = true;
        this.arrange();
      },
      resume: () => {
        queue.paused = false;
        this.arrange();
      },
      cancel: () => this.cancel(queue),
    };
  }

  /** Runs that go on now. */
  get active(): number {
    return this.slots.filter((s) => s.job && !s.halted).length;
  }

  /** To be called a few times a second: follows changed limits. */
  look(): void {
    this.arrange();
  }

  dispose(): void {
    const { slots } = this;
    this.slots = [];
    this.queues = [];
    for (const { worker } of slots) worker.dispose();
  }

  private cancel(queue: Queue): void {
    this.queues = this.queues.filter((q) => q !== queue);
    for (const slot of this.slots) if (slot.queue === queue) slot.drop?.abort();
    this.arrange();
  }

  /** Lets as many runs go on as there may be, begins new ones, and ends workers that have nothing to do. */
  private arrange(): void {
    const limit = Math.max(1, this.host.limit());
    const rest = this.host.rest();
    let going = 0;
    for (const queue of this.queues) {
      for (const slot of this.slots) {
        if (slot.queue !== queue) continue;
        const may = !queue.paused && going < limit;
        if (may) going += 1;
        this.halt(slot, !may);
      }
      while (!queue.paused && going < limit) {
        const job = this.next(queue);
        if (!job) break;
        this.begin(this.slots.find((s) => !s.job) ?? this.open(), queue, job);
        going += 1;
      }
    }
    for (const slot of this.slots) {
      if (!slot.job || slot.rest === rest) continue;
      slot.rest = rest;
      slot.worker.send({ type: 'rest', share: rest });
    }
    this.close(limit);
    this.settle();
  }

  private next(queue: Queue): Job | undefined {
    const again = queue.again.shift();
    if (again || queue.dry) return again;
    const { done, value } = queue.jobs.next();
    queue.dry = done === true;
    return done ? undefined : value;
  }

  private open(): Slot {
    const slot: Slot = {
      worker: new WorkerClient(this.host.start, (message) => this.receive(slot, message)),
      ready: false,
      job: null,
      queue: null,
      drop: null,
      halted: false,
      rest: 0,
      experiment: undefined,
    };
    this.slots.push(slot);
    return slot;
  }

  private begin(slot: Slot, queue: Queue, job: Job): void {
    const drop = new AbortController();
    Object.assign(slot, { job, queue, drop });
    queue.inFlight += 1;
    this.halt(slot, false);
    if (job.experiment && slot.experiment !== job.experiment) {
      slot.experiment = job.experiment;
      slot.worker.send({ type: 'prepare', ...job.experiment });
    }
    slot.worker.request('task', job.task, (outcome) => this.end(slot, queue, job, outcome), {
      signal: drop.signal,
      progress: ({ share, ms }) => queue.handlers.progress?.(job, share, ms),
    });
  }

  private halt(slot: Slot, halted: boolean): void {
    if (slot.halted === halted) return;
    slot.halted = halted;
    slot.worker.send({ type: halted ? 'pause' : 'resume' });
  }

  private free(slot: Slot): void {
    if (slot.queue) slot.queue.inFlight -= 1;
    slot.job = null;
    slot.queue = null;
    slot.drop = null;
    this.halt(slot, false);
  }

  /** Idle workers beyond the limit go, and all of them once there is no work: an engine's memory never shrinks. */
  private close(limit: number): void {
    let room = this.queues.length > 0 ? Math.max(0, limit - this.slots.filter((s) => s.job).length) : 0;
    this.slots = this.slots.filter((slot) => {
      if (slot.job) return true;
      if (room > 0) {
        room -= 1;
        return true;
      }
      slot.worker.dispose();
      return false;
    });
  }

  private settle(): void {
    const over = this.queues.filter((q) => q.dry && q.inFlight === 0 && q.again.length === 0);
    if (over.length === 0) return;
    this.queues = this.queues.filter((q) => !over.includes(q));
    for (const { handlers } of over) handlers.settled();
    this.arrange();
  }

  private receive(slot: Slot, message: BatchReady | Crashed): void {
    if (message.type === 'crashed') {
      this.lost(slot, message.message);
      return;
    }
    slot.ready = true;
    this.stillborn = 0;
  }

  /** A run has ended, or its worker has: then another worker repeats it, or it fails. */
  private end(slot: Slot, queue: Queue, job: Job, outcome: Outcome<AnswerOf<BatchCalls, 'task'>>): void {
    this.free(slot);
    // Of what was cancelled nothing is heard any more.
    if (!this.queues.includes(queue)) return;
    const { handlers } = queue;
    const { answer, error } = outcome;
    if (answer) handlers.done(job, answer.result, answer.ms);
    else if (error instanceof Refused) handlers.failed(job, error.problems.map((p) => p.problem).join('; '));
    else if (this.failedOnce.has(job))
      handlers.failed(job, error instanceof Stopped ? error.why : error.message);
    else {
      this.failedOnce.add(job);
      queue.again.push(job);
    }
    this.arrange();
  }

  /** A worker is gone, and its run in flight ends. */
  private lost(slot: Slot, message: string): void {
    this.slots = this.slots.filter((s) => s !== slot);
    if (!slot.ready) this.stillborn += 1;
    if (this.stillborn >= MOST_STILLBORN) this.breakDown(message);
    slot.worker.dispose(message);
    this.arrange();
  }

  private breakDown(message: string): void {
    const queues = this.queues;
    this.dispose();
    this.stillborn = 0;
    for (const { handlers } of queues) handlers.broken(message);
  }
}
