/**
 * The page's end of a worker: requests, and the messages in both directions that need no answer.
 *
 * A request ends exactly once: with its answer, `Refused` with the engine's problems, `Stopped` if the worker has ended or
 * another has taken its place, `TimedOut`, or the reason of its `AbortSignal`. Streams (frames, buffers, updates of a run) are no
 * requests: they pass through unchanged. All messages of the worker that draws plots are streams.
 *
 * Why not Comlink (4.4, Apache-2.0, 5 kB): it calls functions of a worker as if they were here, which is the smaller part of this. It has
 * no time-outs, no cancellation and no notion of a worker that is gone: its promises then wait for ever. An answer is a promise there,
 * which an in-process worker settles only after the next frame; here what an answer changes is there before anything said later is
 * heard. Progress would be a proxied callback, a message port for each. What was left to write around it would be as long as this.
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
import { runnerTexts as t } from './texts';

/** The worker came to an end before it had answered. */
export class Stopped extends Error {
  /** What is known of its end. */
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

/** What was asked is refused, and why. */
export class Refused extends Error {
  readonly problems: Problem[];

  constructor(problems: Problem[]) {
    super(problems[0]?.problem ?? 'refused');
    this.problems = problems;
  }
}

/** The time-out of requests that the visitor waits for and can repeat, ms. */
export const READING_MS = 30_000;
/** A worker that has been silent for so long with a request before it is ended, ms: it holds nothing that anybody could still wait for. */
export const GIVEN_UP_MS = 600_000;

export interface Options<P> {
  /** Nobody waits any more; the worker hears of it. */
  signal?: AbortSignal;
  transfer?: Transferable[];
  progress?: (progress: P) => void;
  /**
   * After so much silence of the worker the request alone is given up, ms. Only for what changes nothing in the worker: an answer that
   * comes after all is not heard. A worker that works and answers pings may take as long as it likes.
   */
  patienceMs?: number;
}

/** Of a request without progress. */
export type PlainOptions = Omit<Options<never>, 'progress'>;

export type Outcome<T> = { answer: T; error?: undefined } | { error: Error; answer?: undefined };

interface Pending {
  end(outcome: Outcome<never>): void;
  progress: ((progress: never) => void) | undefined;
  patienceMs: number | undefined;
  /** How long the worker had been silent when it was asked, ms. */
  since: number;
}

/** What such a worker hears and says, requests included. */
export type StartWith<C extends Calls<C>, To, From> = (
  listen: Listen<From | Reply<C> | Crashed | Silent>,
) => Runner<To | Request<C> | Abort>;

export class WorkerClient<C extends Calls<C>, To = never, From = never> implements Runner<To> {
  private readonly runner: Runner<To | Request<C> | Abort>;
  private readonly listen: Listen<From | Crashed>;
  private readonly pending = new Map<number, Pending>();
  private ids = 0;
  private silentMs = 0;
  /** Why the worker has ended; null: it has not. */
  private ended: string | null = null;

  /** @param listen hears all that is no reply; after `crashed` nothing more comes, and what was asked ends with `Stopped` */
  constructor(start: StartWith<C, To, From>, listen: Listen<From | Crashed>) {
    this.listen = listen;
    this.runner = start((message) => this.hear(message));
    if (this.ended !== null) this.runner.dispose();
  }

  /** Tells something that has no answer. */
  send(message: To, transfer?: Transferable[]): void {
    if (this.ended === null) this.runner.send(message, transfer);
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

  /** The same for who has to know of the answer before anything that the worker says after it is heard. */
  request<K extends keyof C>(
    call: K,
    ask: AskOf<C, K>,
    end: (outcome: Outcome<AnswerOf<C, K>>) => void,
    { signal, transfer, progress, patienceMs }: Options<ProgressOf<C, K>> = {},
  ): void {
    if (signal?.aborted) {
      end({ error: signal.reason });
      return;
    }
    if (this.ended !== null) {
      end({ error: new Stopped(this.ended) });
      return;
    }
    this.ids += 1;
    const id = this.ids;
    const abort = () => this.giveUp(id, signal?.reason);
    signal?.addEventListener('abort', abort);
    this.pending.set(id, {
      end(outcome) {
        signal?.removeEventListener('abort', abort);
        end(outcome);
      },
      progress,
      patienceMs,
      since: this.silentMs,
    });
    try {
      this.runner.send({ type: call, id, ask } as Request<C>, transfer);
    } catch (error) {
      // What cannot be copied is not sent.
      this.settle(id, { error: error as Error });
    }
  }

  /** Ends the worker for good. */
  dispose(why: string = t.ended): void {
    if (this.ended !== null) return;
    this.ended = why;
    // A worker may end while it is being started.
    this.runner?.dispose();
    for (const id of [...this.pending.keys()]) this.settle(id, { error: new Stopped(why) });
  }

  private hear(message: From | Reply<C> | Crashed | Silent): void {
    if (this.ended !== null) return;
    const said = message as Reply<C> | Crashed | Silent;
    switch (said.type) {
      case 'answer':
        this.settle(said.id, { answer: said.answer as never });
        return;
      case 'refused':
        this.settle(said.id, { error: new Refused(said.problems) });
        return;
      case 'progress':
        this.pending.get(said.id)?.progress?.(said.progress as never);
        return;
      case 'silent':
        this.wait(said);
        return;
      case 'crashed':
        try {
          this.listen(said);
        } finally {
          this.dispose(said.message);
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

  private giveUp(id: number, error: Error): void {
    this.runner.send({ type: 'abort', id });
    this.settle(id, { error });
  }

  /** The worker is silent. Where what it was asked changes what it holds, a late answer would find the page elsewhere: it is ended. */
  private wait({ ms, begun }: Silent): void {
    for (const [id, pending] of [...this.pending]) {
      // It had answered in the meantime.
      if (ms < this.silentMs) pending.since = 0;
      const waited = ms - pending.since;
      if (begun && waited >= (pending.patienceMs ?? Number.POSITIVE_INFINITY))
        this.giveUp(id, new TimedOut());
      else if (waited >= GIVEN_UP_MS) {
        this.hear({ type: 'crashed', message: t.silent });
        return;
      }
    }
    this.silentMs = ms;
  }
}
