/**
 * Makes runs in several workers.
 *
 * The results depend only on the jobs, not on the number of workers or the order of runs. A worker that fails loses only the run in
 * progress: another worker repeats it. A run that fails twice is given up, and the others continue.
 */
import { type Outcome, Refused, type StartWith, Stopped, WorkerClient } from '../../runner/client';
import { needsScripts } from '../../runner/scripts';
import type { BatchCalls, BatchCommand, BatchReady, Task, TaskResult } from '../../worker/batch-protocol';
import type { AnswerOf, Crashed } from '../../worker/requests';

export interface Job {
  task: Task;
  /** The experiment that the run belongs to, as the engine wrote it; one object for all of its jobs. */
  experiment?: { document: string; quick: boolean };
}

export interface Handlers<J extends Job> {
  /** @param ms real time that the run took */
  done(job: J, result: TaskResult, ms: number): void;
  /** The run failed twice, or the engine refused it. */
  failed(job: J, message: string): void;
  /** A share of the simulated time is done, 0 … 1, after this real time, ms. */
  progress?(job: J, share: number, ms: number): void;
  /** All jobs of the batch have ended. */
  settled(): void;
  /** No worker can be started: no more results will come. */
  broken(message: string): void;
}

/** Jobs that were added together. */
export interface Batch {
  pause(): void;
  resume(): void;
  /** Ends the runs in progress and drops the rest; no handler is called any more. */
  cancel(): void;
}

export interface PoolHost {
  start: StartWith<BatchCalls, BatchCommand, BatchReady>;
  /** How many runs to make at the same time, at least 1. */
  limit(): number;
  /** The share of real time that each worker leaves to others. */
  rest(): number;
}

/** After this many workers in a row failed to start, no more are started. */
const MAX_FAILED_STARTS = 3;

interface Queue {
  jobs: Iterator<Job>;
  /** Jobs to repeat after their worker failed. */
  retries: Job[];
  handlers: Handlers<Job>;
  paused: boolean;
  inFlight: number;
  exhausted: boolean;
}

interface Slot {
  worker: WorkerClient<BatchCalls, BatchCommand, BatchReady>;
  ready: boolean;
  job: Job | null;
  queue: Queue | null;
  /** Ends the run in progress. */
  abort: AbortController | null;
  halted: boolean;
  rest: number;
  experiment: Job['experiment'];
}

export class Pool {
  private readonly host: PoolHost;
  private slots: Slot[] = [];
  /** The latest batch first: the visitor waits for it. */
  private queues: Queue[] = [];
  private readonly failedOnce = new WeakSet<Job>();
  private failedStarts = 0;

  constructor(host: PoolHost) {
    this.host = host;
  }

  /** Adds jobs, which are taken from the iterator one by one. Later batches come first. */
  add<J extends Job>(jobs: Iterable<J>, handlers: Handlers<J>): Batch {
    const queue: Queue = {
      jobs: jobs[Symbol.iterator](),
      retries: [],
      handlers: handlers as unknown as Handlers<Job>,
      paused: false,
      inFlight: 0,
      exhausted: false,
    };
    this.queues.unshift(queue);
    this.schedule();
    return {
      pause: () => {
        queue.paused = true;
        this.schedule();
      },
      resume: () => {
        queue.paused = false;
        this.schedule();
      },
      cancel: () => this.cancel(queue),
    };
  }

  /** How many runs are in progress and not halted. */
  get active(): number {
    return this.slots.filter((s) => s.job && !s.halted).length;
  }

  /** Applies changed limits; to be called a few times a second. */
  update(): void {
    this.schedule();
  }

  dispose(): void {
    const { slots } = this;
    this.slots = [];
    this.queues = [];
    for (const { worker } of slots) worker.dispose();
  }

  private cancel(queue: Queue): void {
    this.queues = this.queues.filter((q) => q !== queue);
    for (const slot of this.slots) if (slot.queue === queue) slot.abort?.abort();
    this.schedule();
  }

  /** Resumes or halts runs up to the limit, starts new ones, and ends workers without work. */
  private schedule(): void {
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
        this.begin(this.slots.find((s) => !s.job) ?? this.open(job), queue, job);
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
    const again = queue.retries.shift();
    if (again || queue.exhausted) return again;
    const { done, value } = queue.jobs.next();
    queue.exhausted = done === true;
    return done ? undefined : value;
  }

  private open(job: Job): Slot {
    const slot: Slot = {
      worker: new WorkerClient(
        this.host.start,
        (message) => this.receive(slot, message),
        () => slot.worker.send({ type: 'rest', share: slot.rest }),
        needsScripts(job.experiment ?? job.task),
      ),
      ready: false,
      job: null,
      queue: null,
      abort: null,
      halted: false,
      rest: 0,
      experiment: undefined,
    };
    this.slots.push(slot);
    return slot;
  }

  private begin(slot: Slot, queue: Queue, job: Job): void {
    const abort = new AbortController();
    Object.assign(slot, { job, queue, abort });
    queue.inFlight += 1;
    this.halt(slot, false);
    if (job.experiment && slot.experiment !== job.experiment) {
      slot.experiment = job.experiment;
      slot.worker.send({ type: 'prepare', ...job.experiment });
    }
    slot.worker.request('task', job.task, (outcome) => this.end(slot, queue, job, outcome), {
      signal: abort.signal,
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
    slot.abort = null;
    this.halt(slot, false);
  }

  /** Ends idle workers beyond the limit, and all workers once there is no work: the memory of an engine never shrinks. */
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
    const over = this.queues.filter((q) => q.exhausted && q.inFlight === 0 && q.retries.length === 0);
    if (over.length === 0) return;
    this.queues = this.queues.filter((q) => !over.includes(q));
    for (const { handlers } of over) handlers.settled();
    this.schedule();
  }

  private receive(slot: Slot, message: BatchReady | Crashed): void {
    if (message.type === 'crashed') {
      this.lost(slot, message.message);
      return;
    }
    slot.ready = true;
    this.failedStarts = 0;
  }

  /** A run has ended, or its worker has. In the latter case another worker repeats it once. */
  private end(slot: Slot, queue: Queue, job: Job, outcome: Outcome<AnswerOf<BatchCalls, 'task'>>): void {
    this.free(slot);
    // The batch was cancelled.
    if (!this.queues.includes(queue)) return;
    const { handlers } = queue;
    const { answer, error } = outcome;
    if (answer) handlers.done(job, answer.result, answer.ms);
    else if (error instanceof Refused) handlers.failed(job, error.problems.map((p) => p.problem).join('; '));
    else if (this.failedOnce.has(job))
      handlers.failed(job, error instanceof Stopped ? error.why : error.message);
    else {
      this.failedOnce.add(job);
      queue.retries.push(job);
    }
    this.schedule();
  }

  /** A worker has ended, and the run in progress with it. */
  private lost(slot: Slot, message: string): void {
    this.slots = this.slots.filter((s) => s !== slot);
    if (!slot.ready) this.failedStarts += 1;
    if (this.failedStarts >= MAX_FAILED_STARTS) this.breakDown(message);
    slot.worker.dispose(message);
    this.schedule();
  }

  private breakDown(message: string): void {
    const queues = this.queues;
    this.dispose();
    this.failedStarts = 0;
    for (const { handlers } of queues) handlers.broken(message);
  }
}
