/** The interface to whatever runs the engine: a worker in the page, the same loop in process in tests. */
import type { FromWorker, ToWorker } from '../worker/protocol';

export interface Runner<To = ToWorker> {
  send(message: To, transfer?: Transferable[]): void;
  /** Ends it for good; nothing is heard of it any more. */
  dispose(): void;
}

export type Listen<From = FromWorker> = (message: From) => void;
