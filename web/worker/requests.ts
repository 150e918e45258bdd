/**
 * Requests to workers and their replies. Each kind of worker has a table of calls with the types of arguments, answer and progress.
 * `runner/client.ts` is the page's side, `answers.ts` the worker's.
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

/** The answer to this request is no longer wanted. */
export interface Abort {
  type: 'abort';
  id: number;
}

export type Reply<C extends Calls<C>> =
  | { type: 'answer'; id: number; answer: AnswerOf<C, keyof C> }
  | { type: 'progress'; id: number; progress: ProgressOf<C, keyof C> }
  | { type: 'refused'; id: number; problems: Problem[] };

/** The worker has ended; sent by itself or by its runner. */
export interface Crashed {
  type: 'crashed';
  message: string;
}

/** Sent by the runner of a worker: a ping has had no answer for `ms`. */
export interface Silent {
  type: 'silent';
  ms: number;
  /** It has answered before. Otherwise its script may still be loading. */
  responded: boolean;
}
