/** Where the open scenario came from, and messages about opening documents. */
import { createStore } from 'zustand/vanilla';
import type { Problem, Scenario, Trace } from '../generated/types';
import type { Base, DocumentKind, LinkDigest } from '../scenario/link';
import type { LinkFault } from '../scenario/payload';
import type { StorageFault } from './database';
import type { Work } from './works';

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
  /**
   * The visitor's own work, kept in this browser under an id; `stamps` name the versions that the one that was opened was made from, and
   * `place` where a page left it that could not save it.
   */
  | { kind: 'own'; id: string; stamps: readonly string[]; place: string | null };

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
  /** Digest that the link states. */
  linkDigest: LinkDigest | null;
  /** The digest of the run at the link's moment; null: the run has not reached it. */
  verdict: string | null;
  /** What could not be opened, and why. Of a link: what is the matter with it. */
  refusal: { what: string; problems: Problem[]; fault?: LinkFault } | null;
  /** It does not play by itself, since the engine did not answer the last time: at this simulated time, s. */
  unanswered: { atS: number } | null;
  /** A trace out of a file, for a link to follow if the visitor says which. */
  trace: Trace | null;
  /** One line about what was opened, until it is dismissed. */
  notice: string;
  /** What this browser did not keep, and why; empty: it keeps what it is given. */
  unkept: Partial<Record<DocumentKind, StorageFault>>;
  /** Another tab has saved the work as well: the one that is open, and the other one. */
  versions: { kind: DocumentKind; own: Work; other: Work } | null;
  /** A work of which another tab has saved a later version than the one that is open. */
  behind: { kind: DocumentKind; id: string } | null;
  /** What this browser kept was cleared away while the page was open. */
  cleared: boolean;
  /** The error of the last request; empty: none. */
  trouble: string;
}

export const app = createStore<AppState>(() => ({
  origin: { kind: 'new' },
  base: null,
  opened: null,
  address: '',
  variant: '',
  linkDigest: null,
  verdict: null,
  refusal: null,
  unanswered: null,
  trace: null,
  notice: '',
  unkept: {},
  versions: null,
  behind: null,
  cleared: false,
  trouble: '',
}));
