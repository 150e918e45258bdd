/**
 * Readable overrides in links, such as `&cc=cubic&rtt=40&seed=anna&set=/links/core/forward/rateMbps:20`: teachers write a link for
 * each student by hand, or let a course system insert the name.
 */
import type { Change } from './change';
import { linkTexts as t } from './link-texts';
import { crc32, LinkError } from './payload';

export interface Overrides {
  /** The algorithm of all flows, or a list by the index of the flow. */
  cc?: string[];
  /** Base RTT of the first flow, ms; all delays are scaled by the same factor. */
  rtt?: number;
  /** Rate of the slowest link, Mb/s. */
  rate?: number;
  /** Buffer of the slowest link, packets. */
  buffer?: number;
  /** A whole number, or derived from any other text. */
  seed?: number;
  /** Length of the run, s. */
  duration?: number;
  /** Values at paths, applied in order after all others. */
  set?: Change[];
}

const NUMBERS = ['rtt', 'rate', 'buffer', 'seed', 'duration'] as const;
const INTEGERS: ReadonlySet<string> = new Set(['buffer', 'seed']);
/** The limit of paths that a link can set. */
const MAX_SETS = 100;

export function readOverrides(params: URLSearchParams): Overrides {
  const overrides: Overrides = {};
  const cc = params.get('cc');
  if (cc) overrides.cc = cc.split(',').map((id) => id.trim().toLowerCase());
  for (const key of NUMBERS) {
    const text = params.get(key);
    if (text === null) continue;
    if (key === 'seed' && isName(text)) {
      overrides.seed = seedFromName(text);
      continue;
    }
    const value = Number(text);
    const whole = !INTEGERS.has(key) || Number.isInteger(value);
    if (text.trim() === '' || !Number.isFinite(value) || value < 0 || !whole) {
      throw new LinkError(
        t.badValue(key, text.slice(0, 40), INTEGERS.has(key) ? t.right.whole : t.right.number),
      );
    }
    overrides[key] = value;
  }
  const sets = params.getAll('set');
  if (sets.length > MAX_SETS) throw new LinkError(t.tooManySets(sets.length, MAX_SETS));
  if (sets.length > 0) overrides.set = sets.map(readSet);
  return overrides;
}

function isName(text: string): boolean {
  return text.trim() !== '' && Number.isNaN(Number(text));
}

/** Derives a seed from a student's name or number. Case and surrounding spaces do not matter. */
export function seedFromName(name: string): number {
  return crc32(new TextEncoder().encode(name.trim().toLowerCase().normalize('NFC')));
}

/** Parses `/path:value`. The value is JSON, or otherwise text. */
function readSet(text: string): Change {
  const colon = text.indexOf(':');
  const path = text.slice(0, colon);
  if (colon < 0 || !/^\/[^/]/.test(path))
    throw new LinkError(t.badValue('set', text.slice(0, 60), t.right.set));
  const value = text.slice(colon + 1);
  try {
    return { path, value: JSON.parse(value) as unknown };
  } catch {
    return { path, value };
  }
}
