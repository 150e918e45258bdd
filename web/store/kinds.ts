/** The two kinds of documents, scenarios and experiments, which open in the same way. */
import type { Problem } from '../generated/types';
import type { BranchTree } from '../scenario/branches';
import type { Base, DocumentKind, EntryLink, LinkDigest } from '../scenario/link';
import type { Overrides } from '../scenario/overrides';
import type { LinkView } from '../scenario/view';
import type { Origin } from './app';
import type { History } from './document';

/** What comes with a document when it opens. */
export interface Opening<D> {
  origin: Origin;
  /** The entry that the document began with. */
  base: Base<D> | null;
  /** The digest that the link states. */
  linkDigest: LinkDigest | null;
  /** One line about what was opened. */
  notice: string;
  /** The fragment that opens it again after a reload. */
  address: string;
  /** Names the run of the open experiment that the scenario comes from; empty: none. */
  variant: string;
  /** Shows an experiment at full size. */
  full: boolean;
  /** Plays a scenario at once. */
  playing: boolean;
  /** The view in the link; null: the page's own view. */
  view: LinkView | null;
  /** The branches of the run. */
  branches: BranchTree | null;
  /** What can be undone and redone; null: nothing. */
  history: History | null;
}

/** How documents of one kind are read, checked and opened. */
export interface Kind<D> {
  kind: DocumentKind;
  /** Names in messages: "The gallery entry", "Your scenario". */
  entry: () => string;
  own: () => string;
  /** The file of an entry that comes with the page, not yet checked. */
  readEntry(id: string): Promise<D>;
  /** The file that a link refers to. */
  readLinked(link: EntryLink): Promise<D>;
  /** The number of the revision of an entry with this checksum; null: there is none. */
  revisionOf(id: string, checksum: string): number | null;
  /** The origin of an unchanged entry. */
  entryOrigin(id: string): Origin;
  /** Migrates and validates JSON text in the engine. */
  check(text: string): Promise<{ document: D } | { problems: Problem[] }>;
  /** Opens a JSON text and shows its page. If it has problems, the open document stays. */
  adopt(text: string, as: (document: D) => Opening<D>): Promise<Problem[] | null>;
  /** Reads the other branches of a link. */
  readBranches(text: string, shown: D, overrides: Overrides): Promise<BranchTree | { problems: Problem[] }>;
  /** Applies the overrides of a link to a document. */
  override(document: D, overrides: Overrides): Promise<D>;
}
