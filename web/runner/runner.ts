/** The interface to whatever runs the engine: a worker in the page, the same loop in process in tests. */
import type { FromWorker, ToWorker } from '../worker/protocol';

export interface Runner<To = ToWorker> {
  send(message: To, transfer?: Transferable[]): void;
  /** Ends it; it sends no more messages. */
  dispose(): void;
}

export type Listen<From = FromWorker> = (message: From) => void;
