/** The two kinds of documents, scenarios and experiments, which are opened in the same way. */
import type { Problem } from '../generated/types';
import type { BranchTree } from '../scenario/branches';
import type { Base, DocumentKind, EntryLink, LinkDigest } from '../scenario/link';
import type { Overrides } from '../scenario/overrides';
import type { LinkView } from '../scenario/view';
import type { Origin } from './app';

export interface Opening<D> {
  origin: Origin;
  /** The entry that it began with. */
  base: Base<D> | null;
  /** Digest that the link states. */
  linkDigest: LinkDigest | null;
  /** One line about what was opened. */
  notice: string;
  /** The fragment that brings it back after a reload. */
  address: string;
  /** Words for the run of the open experiment that a scenario was opened from. */
  variant: string;
  /** An experiment is shown at its full size. */
  full: boolean;
  /** A scenario runs at once. */
  playing: boolean;
  /** The view in the link; null: the page's own. */
  view: LinkView | null;
  /** Other branches of its run. */
  branches: BranchTree | null;
}

export interface Kind<D> {
  kind: DocumentKind;
  /** Words: "The gallery entry", "Your scenario". */
  entry: string;
  own: string;
  /** The file of an entry that comes with the page, not yet checked. */
  readEntry(id: string): Promise<D>;
  /** The file that a link was made against. */
  readLinked(link: EntryLink): Promise<D>;
  /** Number of the revision of an entry by its checksum; null: there is none. */
  revisionOf(id: string, checksum: string): number | null;
  /** The origin of an entry that was not changed. */
  entryOrigin(id: string): Origin;
  /** Migrates and validates JSON text in the engine. */
  check(text: string): Promise<{ document: D } | { problems: Problem[] }>;
  /** Makes JSON text what is open, and shows the page for it; problems: it was refused, and what was open stays. */
  adopt(text: string, as: (document: D) => Opening<D>): Promise<Problem[] | null>;
  /** Reads the branches of a link around its document. */
  readBranches(text: string, shown: D, overrides: Overrides): Promise<BranchTree | { problems: Problem[] }>;
  /** The document with what a link sets by hand. */
  override(document: D, overrides: Overrides): Promise<D>;
}
