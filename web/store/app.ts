/** Where the open scenario came from, and what the page has to say about opening documents. */
import { createStore } from 'zustand/vanilla';
import type { Problem, Scenario, Trace } from '../generated/types';
import type { Base, Promised } from '../scenario/link';
import type { LinkFault } from '../scenario/payload';

export type Origin =
  | { kind: 'gallery'; id: string }
  /** A published experiment that comes with the page. */
  | { kind: 'paper'; id: string }
  /** A scenario out of the experiment that is open. */
  | { kind: 'variant' }
  | { kind: 'link' }
  | { kind: 'file'; name: string }
  | { kind: 'new' }
  /** Made on purpose: the visitor's own as soon as it can be kept. */
  | { kind: 'template' }
  /** The visitor's own work, kept in this browser under an id. */
  | { kind: 'own'; id: string };

export interface AppState {
  origin: Origin;
  /** The gallery entry it all began with, for short links; kept when the work becomes the visitor's own. */
  base: Base | null;
  /** The document as it was opened; null while none is open. */
  opened: Scenario | null;
  /** The fragment that brings it back after a reload; empty for the visitor's own. */
  address: string;
  /** Words for the run of the open experiment that it was opened from; empty: none. */
  variant: string;
  /** Digest that a link promised. */
  promised: Promised | null;
  /** The digest that the run had at the promised moment; null: it has not come there yet. */
  verdict: string | null;
  /** What could not be opened, and why. Of a link: what is the matter with it. */
  refusal: { what: string; problems: Problem[]; fault?: LinkFault } | null;
  /** A trace out of a file, for a link to follow if the visitor says which. */
  trace: Trace | null;
  /** One line about what was opened, until it is dismissed. */
  notice: string;
  /** Whether this browser keeps the work. */
  storage: 'kept' | 'refused';
}

export const app = createStore<AppState>(() => ({
  origin: { kind: 'new' },
  base: null,
  opened: null,
  address: '',
  variant: '',
  promised: null,
  verdict: null,
  refusal: null,
  trace: null,
  notice: '',
  storage: 'kept',
}));
