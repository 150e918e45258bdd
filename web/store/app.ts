/** Where the open scenario came from, and messages about opening documents. */
import { createStore } from 'zustand/vanilla';
import type { Problem, Scenario, Trace } from '../generated/types';
import { type Language, language } from '../language/language';
import type { Base, DocumentKind, LinkDigest } from '../scenario/link';
import type { LinkFault } from '../scenario/payload';
import type { StorageFault } from './database';
import type { Work } from './works';

export type Origin =
  | { kind: 'gallery'; id: string }
  /** A published experiment that comes with the page. */
  | { kind: 'paper'; id: string }
  /** A scenario of the open experiment. */
  | { kind: 'variant' }
  | { kind: 'link' }
  | { kind: 'file'; name: string }
  | { kind: 'new' }
  /** Made from a template: it becomes the visitor's own work as soon as it is stored. */
  | { kind: 'template' }
  /**
   * The visitor's own work, stored in this browser under an id. `stamps` are the versions that the open one was made from; `place` is where
   * an earlier page left it because it could not save it.
   */
  | { kind: 'own'; id: string; stamps: readonly string[]; place: string | null };

export interface AppState {
  /** The language of the page. */
  language: Language;
  origin: Origin;
  /** The gallery entry that the work began with, for short links. It stays when the work becomes the visitor's own. */
  base: Base | null;
  /** The document as it was opened; null while none is open. */
  opened: Scenario | null;
  /** The fragment that opens it again after a reload; empty for the visitor's own work. */
  address: string;
  /** Names the run of the open experiment that it comes from; empty: none. */
  variant: string;
  /** The digest that the link states. */
  linkDigest: LinkDigest | null;
  /** The digest of the run at the time that the link states; null: the run has not got there. */
  runDigest: string | null;
  /** What could not be opened, and why; `fault` says what is wrong with a link. */
  refusal: { what: string; problems: Problem[]; fault?: LinkFault } | null;
  /** The engine did not respond the last time, at this simulated time in s, so the document opens paused. */
  unanswered: { atS: number } | null;
  /** A trace from a file, offered to be followed by a link. */
  trace: Trace | null;
  /** One line about what was opened, until it is dismissed. */
  notice: string;
  /** What screen readers say of the last removal or step of history. */
  announcement: string;
  /** What could not be stored in this browser, and why; empty: everything was stored. */
  notStored: Partial<Record<DocumentKind, StorageFault>>;
  /** Another tab has saved the same work: the open version and the other one. */
  versions: { kind: DocumentKind; own: Work; other: Work } | null;
  /** A work of which another tab has saved a later version than the open one. */
  behind: { kind: DocumentKind; id: string } | null;
  /** The browser's storage was cleared while the page was open. */
  cleared: boolean;
  /** The error of the last request; empty: none. */
  requestError: string;
}

export const app = createStore<AppState>(() => ({
  language,
  origin: { kind: 'new' },
  base: null,
  opened: null,
  address: '',
  variant: '',
  linkDigest: null,
  runDigest: null,
  refusal: null,
  unanswered: null,
  trace: null,
  notice: '',
  announcement: '',
  notStored: {},
  versions: null,
  behind: null,
  cleared: false,
  requestError: '',
}));
