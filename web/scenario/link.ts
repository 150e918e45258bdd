/**
 * Share links. The fragment is a list of parameters:
 *
 * - of a scenario: `s=` the document as a payload, or `g=` the id of a gallery entry;
 * - of an experiment: `x=` the document as a payload, or `e=` the id of a paper's experiment;
 * - with an entry: `b=` the checksum of the entry it was made from, and `p=` the changes against it as a payload;
 * - overrides of a scenario by hand (`cc`, `rtt`, `rate`, `buffer`, `seed`, `duration`);
 * - `n=full` of an experiment that is shown at its full size;
 * - `d=` the digest at the end of the run, or the fingerprint of all runs, and `v=` the model version it was made with;
 * - `embed=1`.
 *
 * The fragment never reaches a server.
 */
import type { Experiment, Scenario } from '../generated/types';
import type { Change } from './change';
import { diff, patch } from './diff';
import { type Overrides, readOverrides } from './overrides';
import { isDictionary, stable } from './path';
import { checksum, decodePayload, encodePayload, LinkError, MAX_PAYLOAD } from './payload';

/** Chat tools cut links above some 4,000 characters; above this the page warns. */
export const COMFORTABLE_LENGTH = 2000;

export type DocumentKind = 'scenario' | 'experiment';

/** The parameters that name a document of a kind: whole, or by an entry that comes with the page, and what that is. */
const PARAMETERS: Record<DocumentKind, { whole: string; entry: string; what: string }> = {
  scenario: { whole: 's', entry: 'g', what: 'entry of the gallery' },
  experiment: { whole: 'x', entry: 'e', what: 'experiment that comes with this page' },
};

export interface LinkContent {
  kind: DocumentKind;
  /** JSON text, not yet checked; null: the entry. */
  document: string | null;
  entry: { id: string; base: string | null; changes: Change[] } | null;
  overrides: Overrides;
  /** An experiment at its full size. */
  full: boolean;
  digest: string | null;
  modelVersion: number | null;
  embed: boolean;
}

/** Reads a fragment (with or without `#`). Null: it names no document. */
export async function readFragment(fragment: string): Promise<LinkContent | null> {
  const text = fragment.replace(/^#/, '');
  if (text.length > 2 * MAX_PAYLOAD) throw new LinkError('The link is too long to be read.');
  const params = new URLSearchParams(text);
  const kinds = Object.keys(PARAMETERS) as DocumentKind[];
  const kind = kinds.find((k) => params.has(PARAMETERS[k].whole) || params.has(PARAMETERS[k].entry));
  if (!kind) return null;
  const payload = params.get(PARAMETERS[kind].whole);
  const id = params.get(PARAMETERS[kind].entry);
  if (id !== null && !/^[a-z0-9-]{1,64}$/.test(id))
    throw new LinkError(`The link names no ${PARAMETERS[kind].what}.`);
  const version = Number(params.get('v'));
  const changes = params.get('p');
  return {
    kind,
    document: payload === null ? null : await decodePayload(payload),
    entry:
      payload !== null || id === null
        ? null
        : {
            id,
            base: params.get('b'),
            changes: changes === null ? [] : readChanges(await decodePayload(changes)),
          },
    overrides: kind === 'scenario' ? readOverrides(params) : {},
    full: kind === 'experiment' && params.get('n') === 'full',
    digest: /^[0-9a-f]{16}$/.test(params.get('d') ?? '') ? params.get('d') : null,
    modelVersion: Number.isInteger(version) && version > 0 ? version : null,
    embed: params.get('embed') === '1',
  };
}

function readChanges(text: string): Change[] {
  const value: unknown = JSON.parse(text);
  const right =
    Array.isArray(value) &&
    value.every((c) => Array.isArray(c) && c.length === 2 && typeof c[0] === 'string');
  if (!right) throw new LinkError('The link is damaged: its changes cannot be read.');
  return (value as [string, unknown][]).map(([path, item]) => ({ path, value: item }));
}

/** The entry with the changes of a link. */
export function changedEntry<D>(entry: D, changes: readonly Change[]): D {
  try {
    return patch(entry, changes);
  } catch {
    throw new LinkError('The changes in the link do not fit the entry it names.');
  }
}

/** An entry that comes with the page, as the engine reads it, and the checksum of its file. */
export interface Base<D = Scenario> {
  id: string;
  entry: D;
  checksum: string;
}

export interface Shared<D> {
  source: D;
  /** The entry that the visitor started from. */
  base?: Base<D> | null;
  full?: boolean;
  digest?: string;
  modelVersion?: number;
  embed?: boolean;
}

/** The shortest fragment for a document, with `#`. */
export async function writeFragment(shared: Shared<Scenario>): Promise<string>;
export async function writeFragment(shared: Shared<Experiment>, kind: 'experiment'): Promise<string>;
export async function writeFragment<D>(shared: Shared<D>, kind: DocumentKind = 'scenario'): Promise<string> {
  const { whole, entry } = PARAMETERS[kind];
  let best = `${whole}=${await encodePayload(JSON.stringify(compact(shared.source)))}`;
  if (shared.base) {
    const changes = diff(shared.base.entry, shared.source);
    if (changes) {
      const pairs = JSON.stringify(changes.map((c) => [c.path, c.value]));
      const change = changes.length > 0 ? `&p=${await encodePayload(pairs)}` : '';
      const short = `${entry}=${shared.base.id}&b=${shared.base.checksum}${change}`;
      if (short.length < best.length) best = short;
    }
  }
  const digest = shared.digest ? `&d=${shared.digest}&v=${shared.modelVersion ?? 1}` : '';
  const full = shared.full ? '&n=full' : '';
  return `#${best}${full}${digest}${shared.embed ? '&embed=1' : ''}`;
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
