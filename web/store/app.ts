/** Where the open document came from, and what the page has to say about opening it. */
import { createStore } from 'zustand/vanilla';
import type { Problem, Scenario } from '../generated/types';

export type Origin =
  | { kind: 'gallery'; id: string }
  | { kind: 'link' }
  | { kind: 'file'; name: string }
  | { kind: 'new' }
  /** The visitor's own work, kept in this browser under an id. */
  | { kind: 'own'; id: string };

/** A gallery entry as the engine reads it, and the checksum of its file. */
export interface Base {
  id: string;
  entry: Scenario;
  checksum: string;
}

export interface AppState {
  origin: Origin;
  /** The gallery entry it all began with, for short links; kept when the work becomes the visitor's own. */
  base: Base | null;
  /** The document as it was opened. */
  opened: Scenario | null;
  /** Digest that a link promised for the end of the run. */
  promised: { digest: string; modelVersion: number | null } | null;
  /** What could not be opened, and why. */
  refusal: { what: string; problems: Problem[] } | null;
  /** One line about what was opened, until it is dismissed. */
  notice: string;
  /** Whether this browser keeps the work. */
  storage: 'kept' | 'refused';
}

export const app = createStore<AppState>(() => ({
  origin: { kind: 'new' },
  base: null,
  opened: null,
  promised: null,
  refusal: null,
  notice: '',
  storage: 'kept',
}));
