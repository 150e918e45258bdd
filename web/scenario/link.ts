/**
 * Share links. The fragment is a list of parameters:
 *
 * - of a scenario: `s=` the document as a payload, or `g=` the id of a gallery entry, with `@` and the number of its revision;
 * - of an experiment: `x=` the document as a payload, or `e=` the id of a paper's experiment;
 * - with an entry: `b=` the checksum of the revision it was made from, and `p=` the changes against it as a payload;
 * - `f=` other branches of the run as a payload (`branches.ts`);
 * - overrides of a scenario by hand (`overrides.ts`);
 * - the view (`view.ts`), and how it is embedded (`../embed/options.ts`);
 * - `n=full` of an experiment that is shown at its full size;
 * - `d=` the digest at the end of the run, or at the moment `dt`, or the fingerprint of all runs, and `v=` the model version
 *   it was made with.
 *
 * The fragment never reaches a server.
 */
import type { Experiment, Scenario } from '../generated/types';
import { type BranchTree, packBranches } from './branches';
import type { Change } from './change';
import { diff, patch } from './diff';
import { linkTexts as t } from './link-texts';
import { type Overrides, readOverrides } from './overrides';
import { isDictionary, stable } from './path';
import { checksum, decodePayload, encodePayload, LinkError, MAX_PAYLOAD } from './payload';
import { type LinkView, parameter, readView, writeView } from './view';

export type DocumentKind = 'scenario' | 'experiment';

/** The parameters that name a document of a kind: whole, or by an entry that comes with the page, and what that is. */
const PARAMETERS: Record<DocumentKind, { whole: string; entry: string }> = {
  scenario: { whole: 's', entry: 'g' },
  experiment: { whole: 'x', entry: 'e' },
};

export interface LinkContent {
  kind: DocumentKind;
  /** JSON text, not yet checked; null: the entry. */
  document: string | null;
  entry: EntryLink | null;
  /** Other branches, not yet read: they are stored as differences from the document. */
  branches: string | null;
  overrides: Overrides;
  view: LinkView;
  /** An experiment at its full size. */
  full: boolean;
  linkDigest: LinkDigest | null;
}

/** An entry that comes with the page. */
export interface EntryLink {
  id: string;
  /** Number of its revision, from 1; null: the link does not say. */
  revision: number | null;
  /** Checksum of that revision. */
  base: string | null;
  changes: Change[];
}

/** The digest in a link. */
export interface LinkDigest {
  digest: string;
  /** The moment of the digest, s; null: the end. */
  atS: number | null;
  modelVersion: number | null;
}

/** Reads a fragment (with or without `#`). Null: it names no document. */
export async function readFragment(fragment: string): Promise<LinkContent | null> {
  const text = fragment.replace(/^#/, '');
  if (text.length > 2 * MAX_PAYLOAD) throw new LinkError(t.tooLong(text.length, 2 * MAX_PAYLOAD), 'huge');
  const params = new URLSearchParams(text);
  const kinds = Object.keys(PARAMETERS) as DocumentKind[];
  const kind = kinds.find((k) => params.has(PARAMETERS[k].whole) || params.has(PARAMETERS[k].entry));
  if (!kind) return null;
  const payload = params.get(PARAMETERS[kind].whole);
  const branches = params.get('f');
  return {
    kind,
    document: payload === null ? null : await decodePayload(payload),
    entry: payload === null ? await readEntryLink(params, kind) : null,
    branches: branches === null || kind !== 'scenario' ? null : await decodePayload(branches),
    overrides: kind === 'scenario' ? readOverrides(params) : {},
    view: readView(params),
    full: kind === 'experiment' && params.get('n') === 'full',
    linkDigest: readDigest(params),
  };
}

async function readEntryLink(params: URLSearchParams, kind: DocumentKind): Promise<EntryLink> {
  const { entry } = PARAMETERS[kind];
  const named = /^([a-z0-9-]{1,64})(?:@([1-9]\d{0,5}))?$/.exec(params.get(entry) ?? '');
  if (!named) throw new LinkError(t.badEntry(kind), 'damaged');
  const changes = params.get('p');
  return {
    id: named[1] as string,
    revision: named[2] === undefined ? null : Number(named[2]),
    base: params.get('b'),
    changes: changes === null ? [] : readChanges(await decodePayload(changes)),
  };
}

function readDigest(params: URLSearchParams): LinkDigest | null {
  const digest = params.get('d') ?? '';
  if (!/^[0-9a-f]{16}$/.test(digest)) return null;
  const version = Number(params.get('v'));
  const at = params.get('dt');
  return {
    digest,
    atS: at !== null && Number(at) > 0 ? Number(at) : null,
    modelVersion: Number.isInteger(version) && version > 0 ? version : null,
  };
}

function readChanges(text: string): Change[] {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Reported below.
  }
  const right =
    Array.isArray(value) &&
    value.every((c) => Array.isArray(c) && c.length === 2 && typeof c[0] === 'string');
  if (!right) throw new LinkError(t.badChanges, 'damaged');
  return (value as [string, unknown][]).map(([path, item]) => ({ path, value: item }));
}

/** The entry with the changes of a link. */
export function changedEntry<D>(entry: D, changes: readonly Change[]): D {
  try {
    return patch(entry, changes);
  } catch {
    throw new LinkError(t.changesDoNotFit);
  }
}

/** An entry that comes with the page, as the engine reads it, and the checksum of its file. */
export interface Base<D = Scenario> {
  id: string;
  /** Number of its revision; null: of a kind without revisions, or not yet published. */
  revision?: number | null;
  entry: D;
  checksum: string;
}

export interface Shared<D> {
  source: D;
  /** The entry that the visitor started from. */
  base?: Base<D> | null;
  full?: boolean;
  /** Branches of the run, where there are several; `source` is the one on screen. */
  branches?: BranchTree | null;
  view?: LinkView | null;
  linkDigest?: LinkDigest | null;
  /** Further parameters, each with its `&`. */
  more?: string;
}

/** The shortest fragment for a document, with `#`. */
export async function writeFragment(shared: Shared<Scenario>): Promise<string>;
export async function writeFragment(shared: Shared<Experiment>, kind: 'experiment'): Promise<string>;
export async function writeFragment<D>(shared: Shared<D>, kind: DocumentKind = 'scenario'): Promise<string> {
  const { whole } = PARAMETERS[kind];
  let best = `${whole}=${await encodePayload(JSON.stringify(compact(shared.source)))}`;
  if (shared.base) {
    const short = await againstEntry(shared.source, shared.base, kind);
    if (short && short.length < best.length) best = short;
  }
  const { branches, view, linkDigest } = shared;
  return [
    `#${best}`,
    branches && branches.list.length > 1 ? `&f=${await encodePayload(packBranches(branches))}` : '',
    view ? writeView(view) : '',
    shared.full ? '&n=full' : '',
    linkDigest ? writeDigest(linkDigest) : '',
    shared.more ?? '',
  ].join('');
}

/** The document as its entry and what differs; null where paths cannot say that. */
async function againstEntry<D>(source: D, base: Base<D>, kind: DocumentKind): Promise<string | null> {
  const changes = diff(base.entry, source);
  if (!changes) return null;
  const pairs = JSON.stringify(changes.map((c) => [c.path, c.value]));
  const revision = base.revision ? `@${base.revision}` : '';
  const change = changes.length > 0 ? `&p=${await encodePayload(pairs)}` : '';
  return `${PARAMETERS[kind].entry}=${base.id}${revision}&b=${base.checksum}${change}`;
}

function writeDigest({ digest, atS, modelVersion }: LinkDigest): string {
  const at = atS === null ? '' : parameter('dt', String(atS));
  return `&d=${digest}${at}&v=${modelVersion ?? 1}`;
}

/** The fragment of an entry as it comes with the page. */
export function entryFragment(kind: DocumentKind, id: string): string {
  return `#${PARAMETERS[kind].entry}=${id}`;
}

/** Says whether an entry is still the one that a link was made from. */
export function entryChecksum(entry: unknown): string {
  return checksum(new TextEncoder().encode(stable(entry)));
}

/** Leaves out what is empty; the engine fills it in again. */
export function compact<T>(value: T): T {
  if (Array.isArray(value)) return value.map(compact) as T;
  if (!isDictionary(value)) return value;
  const kept = Object.entries(value)
    .filter(([key, item]) => {
      if (item === null || item === undefined) return key === 'value';
      if (key === 'params' && isDictionary(item) && Object.keys(item).length === 0) return false;
      if ((key === 'jitterMs' || key === 'lossRate') && item === 0) return false;
      return !(key === 'edits' && Array.isArray(item) && item.length === 0);
    })
    .map(([key, item]) => [key, compact(item)]);
  return Object.fromEntries(kept) as T;
}
