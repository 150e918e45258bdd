/**
 * Readable overrides in links, such as `&cc=cubic&rtt=40&seed=anna&set=/links/core/forward/rateMbps:20`: teachers write a link for
 * each student by hand, or let a course system insert the name.
 */
import type { Catalogue, Link, Scenario } from '../generated/types';
import { algorithmChange, type Change } from './change';
import { linkTexts as t } from './link-texts';
import { getPath, joinPath, setPath, splitPath } from './path';
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

/** The scenario with a value at a path. */
function withValue(scenario: Scenario, { path, value }: Change): Scenario {
  const [list, id, field] = splitPath(path);
  try {
    if (id !== undefined && field !== undefined && getPath(scenario, joinPath(list ?? '', id)) === undefined)
      throw new LinkError(t.noSuchThing(path, id, list ?? ''));
    return setPath(scenario, path, value);
  } catch (error) {
    if (error instanceof LinkError) throw error;
    throw new LinkError(t.noSuchPath(path));
  }
}

/** The scenario with the overrides. The engine then checks whether the values are in range. */
export function applyOverrides(
  scenario: Scenario,
  overrides: Overrides,
  catalogue: Catalogue | null,
): Scenario {
  let result = scenario;
  const { cc, rtt, rate, buffer, seed, duration } = overrides;
  if (seed !== undefined) result = { ...result, seed };
  if (duration !== undefined) result = { ...result, durationS: duration };
  if (cc) {
    result.flows.forEach((flow, place) => {
      const algorithm = cc.length === 1 ? cc[0] : cc[place];
      if (!algorithm || algorithm === flow.algorithm) return;
      for (const { path, value } of algorithmChange(flow, catalogue, algorithm))
        result = setPath(result, path, value);
    });
  }
  if (rtt !== undefined) result = scaleDelays(result, rtt);
  const slowest = slowestRate(result);
  if (rate !== undefined) result = changeSlowest(result, slowest, (c) => ({ ...c, rateMbps: rate }));
  if (buffer !== undefined) {
    const now = rate ?? slowest;
    result = changeSlowest(result, now, (c) => {
      const queue = c.queue ?? { kind: 'droptail' };
      return { ...c, queue: { ...queue, params: { ...queue.params, limitPackets: buffer } } };
    });
  }
  for (const change of overrides.set ?? []) result = withValue(result, change);
  return result;
}

function slowestRate(scenario: Scenario): number {
  return Math.min(...scenario.links.map((l) => l.forward.rateMbps));
}

function changeSlowest(
  scenario: Scenario,
  rate: number,
  change: (channel: Link['forward']) => Link['forward'],
): Scenario {
  const links = scenario.links.map((link) => {
    if (link.forward.rateMbps !== rate) return link;
    const forward = change(link.forward);
    return link.backward && link.backward.rateMbps === rate
      ? { ...link, forward, backward: change(link.backward) }
      : { ...link, forward };
  });
  return { ...scenario, links };
}

function scaleDelays(scenario: Scenario, rtt: number): Scenario {
  const now = baseRtt(scenario);
  if (now === undefined || now <= 0) {
    throw new LinkError(t.noRtt);
  }
  const factor = rtt / now;
  // Six decimals of a millisecond are a nanosecond, the engine's resolution.
  const scale = <C extends Link['forward']>(c: C): C => ({
    ...c,
    delayMs: Number((c.delayMs * factor).toFixed(6)),
  });
  const links = scenario.links.map((link) => ({
    ...link,
    forward: scale(link.forward),
    ...(link.backward ? { backward: scale(link.backward) } : {}),
  }));
  return { ...scenario, links };
}

/** Round-trip propagation delay of the first flow over the path with the fewest links, ms. */
export function baseRtt(scenario: Scenario): number | undefined {
  const flow = scenario.flows[0];
  if (!flow) return undefined;
  const reached = new Map<string, number>([[flow.from, 0]]);
  let frontier = [flow.from];
  while (frontier.length > 0 && !reached.has(flow.to)) {
    const next: string[] = [];
    for (const node of frontier) {
      for (const link of scenario.links) {
        const other = link.a === node ? link.b : link.b === node ? link.a : undefined;
        if (other === undefined || reached.has(other)) continue;
        const both = link.forward.delayMs + (link.backward ?? link.forward).delayMs;
        reached.set(other, (reached.get(node) as number) + both);
        next.push(other);
      }
    }
    frontier = next;
  }
  return reached.get(flow.to);
}
