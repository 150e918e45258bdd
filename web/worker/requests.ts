/**
 * Requests to workers and their replies, as they travel. Each kind of worker has a table of calls: what comes with a request, what is
 * answered, what is reported as progress. `runner/client.ts` is the page's end, `answers.ts` the worker's.
 */
import type { Problem } from '../generated/types';

/** One call: the types of request, answer and progress. */
export interface Call {
  ask: unknown;
  answer: unknown;
  progress?: unknown;
}

export type Calls<C> = { [K in keyof C]: Call };

export type AskOf<C extends Calls<C>, K extends keyof C> = C[K]['ask'];
export type AnswerOf<C extends Calls<C>, K extends keyof C> = C[K]['answer'];
export type ProgressOf<C extends Calls<C>, K extends keyof C> = C[K]['progress'];

export type Request<C extends Calls<C>, K extends keyof C = keyof C> = {
  [Name in K]: { type: Name; id: number; ask: C[Name]['ask'] };
}[K];

/** Nobody waits for this one any more. */
export interface Abort {
  type: 'abort';
  id: number;
}

export type Reply<C extends Calls<C>> =
  | { type: 'answer'; id: number; answer: AnswerOf<C, keyof C> }
  | { type: 'progress'; id: number; progress: ProgressOf<C, keyof C> }
  | { type: 'refused'; id: number; problems: Problem[] };

/** The worker has ended, as reported by itself or by its runner. */
export interface Crashed {
  type: 'crashed';
  message: string;
}

/** Said by whoever runs a worker: a ping has been without an answer for so long, ms. */
export interface Silent {
  type: 'silent';
  ms: number;
  /** It has answered before; otherwise its script may still be loading. */
  begun: boolean;
}
