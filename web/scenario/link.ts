/**
 * Share links. The fragment is a list of parameters:
 *
 * - `s=` the scenario as a payload, or `g=` the id of a gallery entry with `b=` the checksum of the entry it was made from
 *   and `p=` the changes against it as a payload;
 * - overrides by hand (`cc`, `rtt`, `rate`, `buffer`, `seed`, `duration`);
 * - `d=` the digest at the end of the run and `v=` the model version it was made with;
 * - `embed=1`.
 *
 * The fragment never reaches a server.
 */
import type { Scenario } from '../generated/types';
import type { Change } from './change';
import { diff, patch } from './diff';
import { type Overrides, readOverrides } from './overrides';
import { isDictionary, stable } from './path';
import { checksum, decodePayload, encodePayload, LinkError, MAX_PAYLOAD } from './payload';

/** Chat tools cut links above some 4,000 characters; above this the page warns. */
export const COMFORTABLE_LENGTH = 2000;

export interface LinkContent {
  /** JSON text of a scenario, not yet checked; null: the gallery entry `gallery`. */
  scenario: string | null;
  gallery: { id: string; base: string | null; changes: Change[] } | null;
  overrides: Overrides;
  digest: string | null;
  modelVersion: number | null;
  embed: boolean;
}

/** Reads a fragment (with or without `#`). Null: it names no scenario. */
export async function readFragment(fragment: string): Promise<LinkContent | null> {
  const text = fragment.replace(/^#/, '');
  if (text.length > 2 * MAX_PAYLOAD) throw new LinkError('The link is too long to be read.');
  const params = new URLSearchParams(text);
  const payload = params.get('s');
  const id = params.get('g');
  if (payload === null && id === null) return null;
  if (id !== null && !/^[a-z0-9-]{1,64}$/.test(id))
    throw new LinkError('The link names no entry of the gallery.');
  const version = Number(params.get('v'));
  const changes = params.get('p');
  return {
    scenario: payload === null ? null : await decodePayload(payload),
    gallery:
      payload !== null || id === null
        ? null
        : {
            id,
            base: params.get('b'),
            changes: changes === null ? [] : readChanges(await decodePayload(changes)),
          },
    overrides: readOverrides(params),
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
export function galleryScenario(entry: Scenario, changes: readonly Change[]): Scenario {
  try {
    return patch(entry, changes);
  } catch {
    throw new LinkError('The changes in the link do not fit the gallery entry it names.');
  }
}

export interface Shared {
  source: Scenario;
  /** The gallery entry that the visitor started from. */
  gallery?: { id: string; entry: Scenario; checksum: string } | null;
  digest?: string;
  modelVersion?: number;
  embed?: boolean;
}

/** The shortest fragment for a scenario, with `#`. */
export async function writeFragment(shared: Shared): Promise<string> {
  const scenario = compact(shared.source);
  let best = `s=${await encodePayload(JSON.stringify(scenario))}`;
  if (shared.gallery) {
    const changes = diff(shared.gallery.entry, shared.source);
    if (changes) {
      const pairs = JSON.stringify(changes.map((c) => [c.path, c.value]));
      const change = changes.length > 0 ? `&p=${await encodePayload(pairs)}` : '';
      const short = `g=${shared.gallery.id}&b=${shared.gallery.checksum}${change}`;
      if (short.length < best.length) best = short;
    }
  }
  const digest = shared.digest ? `&d=${shared.digest}&v=${shared.modelVersion ?? 1}` : '';
  return `#${best}${digest}${shared.embed ? '&embed=1' : ''}`;
}

/** Says whether a gallery entry is still the one that a link was made from. */
export function entryChecksum(entry: Scenario): string {
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
