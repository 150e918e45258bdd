/**
 * The page's side of a worker: requests, and messages in both directions that need no answer.
 *
 * A request ends exactly once: with its answer, with `Refused` and the engine's problems, with `Stopped` if the worker has ended or
 * was replaced, with `TimedOut`, or with the reason of its `AbortSignal`. Streams (frames, buffers, updates of a run) are not
 * requests and pass through unchanged. All messages of the worker that draws plots are streams.
 *
 * Why not Comlink (4.4, Apache-2.0, 5 kB)? It makes remote calls look local, which is the smaller part of this module. It has no
 * time-outs, no cancellation and no notion of a dead worker, whose promises stay pending for ever. Its answers are promises, which an
 * in-process worker settles only after the next frame; here an answer takes effect before any later message is
 * handled. Each progress callback would need a proxy and a message port. The code around Comlink would be as long as this module.
 */
import type { Problem } from '../generated/types';
import type {
  Abort,
  AnswerOf,
  AskOf,
  Calls,
  Crashed,
  ProgressOf,
  Reply,
  Request,
  Silent,
} from '../worker/requests';
import type { Listen, Runner } from './runner';
import { needsScripts } from './scripts';
import { runnerTexts as t } from './texts';

/** The worker ended before it answered. */
export class Stopped extends Error {
  /** Why it ended, as far as known. */
  readonly why: string;

  constructor(why: string) {
    super(t.stopped(why));
    this.why = why;
  }
}

/** The worker was silent for too long. */
export class TimedOut extends Error {
  constructor() {
    super(t.timedOut);
  }
}

/** The engine refused the request. */
export class Refused extends Error {
  readonly problems: Problem[];

  constructor(problems: Problem[]) {
    super(problems[0]?.problem ?? 'refused');
    this.problems = problems;
  }
}

/** Time-out of requests that the visitor waits for and can repeat, ms. */
export const READ_TIMEOUT_MS = 30_000;
/** A worker that stays silent for this long with a pending request is ended, ms. */
export const WORKER_TIMEOUT_MS = 600_000;

export interface Options<P> {
  /** Cancels the request, also in the worker. */
  signal?: AbortSignal;
  transfer?: Transferable[];
  progress?: (progress: P) => void;
  /**
   * Cancels the request after the worker has been silent for this long, ms. Only for requests that change nothing in the worker, because a
   * late answer is ignored. A busy worker that answers pings may take as long as it needs.
   */
  timeoutMs?: number;
}

/** Options of requests without progress. */
export type PlainOptions = Omit<Options<never>, 'progress'>;

export type Outcome<T> = { answer: T; error?: undefined } | { error: Error; answer?: undefined };

interface Pending {
  request: unknown;
  end(outcome: Outcome<never>): void;
  progress: ((progress: never) => void) | undefined;
  timeoutMs: number | undefined;
  /** How long the worker had been silent when the request was sent, ms. */
  silentBefore: number;
}

/** Starts a worker that answers requests besides its other messages. `scripts`: its engine runs the controllers of documents. */
export type StartWith<C extends Calls<C>, To, From> = (
  listen: Listen<From | Reply<C> | Crashed | Silent>,
  scripts: boolean,
) => Runner<To | Request<C> | Abort>;

export class WorkerClient<C extends Calls<C>, To = never, From = never> implements Runner<To> {
  private readonly start: StartWith<C, To, From>;
  private readonly listen: Listen<From | Crashed>;
  private readonly restore: () => void;
  private runner: Runner<To | Request<C> | Abort>;
  private scripts: boolean;
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;
  private silentMs = 0;
  /** Why the worker has ended; null while it runs. */
  private endReason: string | null = null;

  /**
   * @param listen receives all messages except replies. After `crashed` there are none, and pending requests end with `Stopped`.
   * @param restore sends a new worker what the one before knew
   */
  constructor(
    start: StartWith<C, To, From>,
    listen: Listen<From | Crashed>,
    restore: () => void = () => undefined,
    scripts = false,
  ) {
    this.start = start;
    this.listen = listen;
    this.restore = restore;
    this.scripts = scripts;
    this.runner = this.begin();
    if (this.endReason !== null) this.runner.dispose();
  }

  private begin() {
    return this.start((message) => this.receive(message), this.scripts);
  }

  /** Replaces the worker by one that runs scripts, if this needs one. Requests without an answer go to the new one. */
  private prepare(message: unknown): void {
    if (this.scripts || !needsScripts(message)) return;
    this.scripts = true;
    const waiting = [...this.pending.values()];
    this.runner.dispose();
    this.silentMs = 0;
    this.runner = this.begin();
    this.restore();
    for (const pending of waiting) {
      pending.silentBefore = 0;
      this.runner.send(pending.request as Request<C>);
    }
  }

  /** Sends a message that has no answer. */
  send(message: To, transfer?: Transferable[]): void {
    if (this.endReason !== null) return;
    this.prepare(message);
    this.runner.send(message, transfer);
  }

  ask<K extends keyof C>(
    call: K,
    ask: AskOf<C, K>,
    options?: Options<ProgressOf<C, K>>,
  ): Promise<AnswerOf<C, K>> {
    return new Promise((resolve, reject) => {
      this.request(call, ask, ({ answer, error }) => (error ? reject(error) : resolve(answer)), options);
    });
  }

  /** Like `ask`, with a callback that is called before any later message of the worker is handled. */
  request<K extends keyof C>(
    call: K,
    ask: AskOf<C, K>,
    end: (outcome: Outcome<AnswerOf<C, K>>) => void,
    { signal, transfer, progress, timeoutMs }: Options<ProgressOf<C, K>> = {},
  ): void {
    if (signal?.aborted) {
      end({ error: signal.reason });
      return;
    }
    if (this.endReason !== null) {
      end({ error: new Stopped(this.endReason) });
      return;
    }
    this.prepare(ask);
    this.lastId += 1;
    const id = this.lastId;
    const request = { type: call, id, ask } as Request<C>;
    const abort = () => this.cancel(id, signal?.reason);
    signal?.addEventListener('abort', abort);
    this.pending.set(id, {
      request,
      end(outcome) {
        signal?.removeEventListener('abort', abort);
        end(outcome);
      },
      progress,
      timeoutMs,
      silentBefore: this.silentMs,
    });
    try {
      this.runner.send(request, transfer);
    } catch (error) {
      // The message could not be cloned.
      this.settle(id, { error: error as Error });
    }
  }

  /** Ends the worker. */
  dispose(why: string = t.ended): void {
    if (this.endReason !== null) return;
    this.endReason = why;
    // The worker may end while it is being started.
    this.runner?.dispose();
    for (const id of [...this.pending.keys()]) this.settle(id, { error: new Stopped(why) });
  }

  private receive(message: From | Reply<C> | Crashed | Silent): void {
    if (this.endReason !== null) return;
    const reply = message as Reply<C> | Crashed | Silent;
    switch (reply.type) {
      case 'answer':
        this.settle(reply.id, { answer: reply.answer as never });
        return;
      case 'refused':
        this.settle(reply.id, { error: new Refused(reply.problems) });
        return;
      case 'progress':
        this.pending.get(reply.id)?.progress?.(reply.progress as never);
        return;
      case 'silent':
        this.checkTimeouts(reply);
        return;
      case 'crashed':
        try {
          this.listen(reply);
        } finally {
          this.dispose(reply.message);
        }
        return;
      default:
        this.listen(message as From);
    }
  }

  private settle(id: number, outcome: Outcome<never>): void {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    pending?.end(outcome);
  }

  private cancel(id: number, error: Error): void {
    this.runner.send({ type: 'abort', id });
    this.settle(id, { error });
  }

  /** Cancels requests that have timed out. Requests without a time-out change the worker's state, so a late answer would no longer fit the page: in the end the worker itself is ended. */
  private checkTimeouts({ ms, responded }: Silent): void {
    for (const [id, pending] of [...this.pending]) {
      // The worker has answered a ping in the meantime.
      if (ms < this.silentMs) pending.silentBefore = 0;
      const silentFor = ms - pending.silentBefore;
      if (responded && silentFor >= (pending.timeoutMs ?? Number.POSITIVE_INFINITY))
        this.cancel(id, new TimedOut());
      else if (silentFor >= WORKER_TIMEOUT_MS) {
        this.receive({ type: 'crashed', message: t.silent });
        return;
      }
    }
    this.silentMs = ms;
  }
}
