/**
 * Links that share a document. The fragment is a list of parameters:
 *
 * - for a scenario: `s=` the document as a payload, or `g=` the id of a gallery entry, with `@` and the number of its revision;
 * - for an experiment: `x=` the document as a payload, or `e=` the id of a paper's experiment;
 * - with an entry: `b=` the checksum of the revision that it is based on, and `p=` the changes to it as a payload;
 * - `f=` other branches of the run as a payload (`branches.ts`);
 * - overrides of a scenario, written by hand (`overrides.ts`);
 * - the view (`view-parameters.ts`), and how it is embedded (`../embed/options.ts`);
 * - `n=full` for an experiment at its full size;
 * - `d=` the digest at the end of the run or at the time `dt`, or the fingerprint of all runs, and `v=` the model version
 *   that produced it.
 *
 * Browsers do not send the fragment to the server.
 */
import type { Experiment, Scenario } from '../generated/types';
import { type BranchTree, packBranches } from './branches';
import type { Change } from './change';
import { diff, patch } from './diff';
import { linkTexts as t } from './link-texts';
import type { Overrides } from './overrides';
import { isDictionary, stableJson } from './path';
import { checksum, decodePayload, encodePayload, LinkError, MAX_PAYLOAD } from './payload';
import { type LinkView, parameter } from './view';

export type DocumentKind = 'scenario' | 'experiment';

/** The parameters for each kind of document, which is either whole or an entry that comes with the page. */
const PARAMETERS: Record<DocumentKind, { whole: string; entry: string }> = {
  scenario: { whole: 's', entry: 'g' },
  experiment: { whole: 'x', entry: 'e' },
};

export interface LinkContent {
  kind: DocumentKind;
  /** JSON text, not yet checked; null if the link names an entry. */
  document: string | null;
  entry: EntryLink | null;
  /** Other branches, not yet decoded: they are differences from the document. */
  branches: string | null;
  overrides: Overrides;
  view: LinkView;
  /** Whether an experiment has its full size. */
  full: boolean;
  linkDigest: LinkDigest | null;
}

/** An entry that comes with the page. */
export interface EntryLink {
  id: string;
  /** Number of its revision, from 1; null if the link does not give it. */
  revision: number | null;
  /** Checksum of that revision. */
  base: string | null;
  changes: Change[];
}

/** The digest in a link. */
export interface LinkDigest {
  digest: string;
  /** The time of the digest, s; null for the end. */
  atS: number | null;
  modelVersion: number | null;
}

/** Reads a fragment, with or without `#`; null if it names no document. */
export async function readFragment(fragment: string): Promise<LinkContent | null> {
  const text = fragment.replace(/^#/, '');
  if (text.length > 2 * MAX_PAYLOAD) throw new LinkError(t.tooLong(text.length, 2 * MAX_PAYLOAD), 'huge');
  const params = new URLSearchParams(text);
  const kinds = Object.keys(PARAMETERS) as DocumentKind[];
  const kind = kinds.find((k) => params.has(PARAMETERS[k].whole) || params.has(PARAMETERS[k].entry));
  if (!kind) return null;
  // A page that is opened without a link needs neither.
  const [{ readOverrides }, { readView }] = await Promise.all([
    import('./overrides'),
    import('./view-parameters'),
  ]);
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
  const valid =
    Array.isArray(value) &&
    value.every((c) => Array.isArray(c) && c.length === 2 && typeof c[0] === 'string');
  if (!valid) throw new LinkError(t.badChanges, 'damaged');
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

/** An entry that comes with the page, normalised by the engine, and the checksum of its file. */
export interface Base<D = Scenario> {
  id: string;
  /** Number of its revision; null if it is unpublished or its kind has no revisions. */
  revision?: number | null;
  entry: D;
  checksum: string;
}

export interface SharedDocument<D> {
  source: D;
  /** The entry that the document is based on. */
  base?: Base<D> | null;
  full?: boolean;
  /** The branches of the run, if there are several; `source` is the one on screen. */
  branches?: BranchTree | null;
  view?: LinkView | null;
  linkDigest?: LinkDigest | null;
  /** Further parameters, each with a leading `&`. */
  extraParameters?: string;
}

/** The shortest fragment for a document, with `#`. */
export async function writeFragment(shared: SharedDocument<Scenario>): Promise<string>;
export async function writeFragment(shared: SharedDocument<Experiment>, kind: 'experiment'): Promise<string>;
export async function writeFragment<D>(
  shared: SharedDocument<D>,
  kind: DocumentKind = 'scenario',
): Promise<string> {
  const { whole } = PARAMETERS[kind];
  let best = `${whole}=${await encodePayload(JSON.stringify(withoutEmpty(shared.source)))}`;
  if (shared.base) {
    const short = await entryDifference(shared.source, shared.base, kind);
    if (short && short.length < best.length) best = short;
  }
  const { branches, view, linkDigest } = shared;
  const { writeView } = await import('./view-parameters');
  return [
    `#${best}`,
    branches && branches.list.length > 1 ? `&f=${await encodePayload(packBranches(branches))}` : '',
    view ? writeView(view) : '',
    shared.full ? '&n=full' : '',
    linkDigest ? writeDigest(linkDigest) : '',
    shared.extraParameters ?? '',
  ].join('');
}

/** The document as an entry and the changes to it; null if paths cannot express them. */
async function entryDifference<D>(source: D, base: Base<D>, kind: DocumentKind): Promise<string | null> {
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

/** The fragment of an unchanged entry. */
export function entryFragment(kind: DocumentKind, id: string): string {
  return `#${PARAMETERS[kind].entry}=${id}`;
}

/** The checksum that tells whether an entry is still the one that a link is based on. */
export function entryChecksum(entry: unknown): string {
  return checksum(new TextEncoder().encode(stableJson(entry)));
}

/** Removes empty values, which the engine fills in again. */
export function withoutEmpty<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutEmpty) as T;
  if (!isDictionary(value)) return value;
  const kept = Object.entries(value)
    .filter(([key, item]) => {
      if (item === null || item === undefined) return key === 'value';
      if (key === 'params' && isDictionary(item) && Object.keys(item).length === 0) return false;
      if ((key === 'jitterMs' || key === 'lossRate') && item === 0) return false;
      return !(key === 'edits' && Array.isArray(item) && item.length === 0);
    })
    .map(([key, item]) => [key, withoutEmpty(item)]);
  return Object.fromEntries(kept) as T;
}
