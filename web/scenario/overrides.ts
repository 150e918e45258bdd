/**
 * Readable overrides in links, as in `&cc=cubic&rtt=40&seed=anna&set=/links/core/forward/rateMbps:20`: teachers write links for
 * each student by hand, or have a course system put in the name.
 */
import type { Catalogue, Link, Scenario } from '../generated/types';
import { algorithmChange, type Change } from './change';
import { linkTexts as t } from './link-texts';
import { getPath, joinPath, setPath, splitPath } from './path';
import { crc32, LinkError } from './payload';

export interface Overrides {
  /** Algorithm of all flows, or a list by the place of the flow. */
  cc?: string[];
  /** Base round-trip time in ms of the first flow; all delays are scaled alike, so that ratios stay. */
  rtt?: number;
  /** Rate in Mb/s of the slowest link. */
  rate?: number;
  /** Packets that the queue of the slowest link holds. */
  buffer?: number;
  /** A whole number, or made from any other text. */
  seed?: number;
  /** Length of the run in s. */
  duration?: number;
  /** Values at paths, in their order, after all others. */
  set?: Change[];
}

const NUMBERS = ['rtt', 'rate', 'buffer', 'seed', 'duration'] as const;
const WHOLE: ReadonlySet<string> = new Set(['buffer', 'seed']);
/** Paths that a link sets by hand. */
const MOST_SETS = 100;

export function readOverrides(params: URLSearchParams): Overrides {
  const overrides: Overrides = {};
  const cc = params.get('cc');
  if (cc) overrides.cc = cc.split(',').map((id) => id.trim().toLowerCase());
  for (const key of NUMBERS) {
    const text = params.get(key);
    if (text === null) continue;
    if (key === 'seed' && isName(text)) {
      overrides.seed = seedOf(text);
      continue;
    }
    const value = Number(text);
    const whole = !WHOLE.has(key) || Number.isInteger(value);
    if (text.trim() === '' || !Number.isFinite(value) || value < 0 || !whole) {
      throw new LinkError(
        t.badValue(key, text.slice(0, 40), WHOLE.has(key) ? t.right.whole : t.right.number),
      );
    }
    overrides[key] = value;
  }
  const sets = params.getAll('set');
  if (sets.length > MOST_SETS) throw new LinkError(t.tooManySets(sets.length, MOST_SETS));
  if (sets.length > 0) overrides.set = sets.map(readSet);
  return overrides;
}

function isName(text: string): boolean {
  return text.trim() !== '' && Number.isNaN(Number(text));
}

/** A student's name or number as a seed: the same for the same text, whatever its capitals and the spaces around it. */
export function seedOf(name: string): number {
  return crc32(new TextEncoder().encode(name.trim().toLowerCase().normalize('NFC')));
}

/** `/path:value`; the value is JSON, or else a text. */
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
function setByHand(scenario: Scenario, { path, value }: Change): Scenario {
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

/** The scenario with the overrides; whether the values are in range says the engine afterwards. */
export function override(scenario: Scenario, overrides: Overrides, catalogue: Catalogue | null): Scenario {
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
  for (const change of overrides.set ?? []) result = setByHand(result, change);
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
  // Six decimals are a nanosecond: the engine's own grain.
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

/** Propagation there and back of the first flow, in ms, over the path with the fewest links. */
export function baseRtt(scenario: Scenario): number | undefined {
  const flow = scenario.flows[0];
  if (!flow) return undefined;
  const reached = new Map<string, number>([[flow.from, 0]]);
  let edge = [flow.from];
  while (edge.length > 0 && !reached.has(flow.to)) {
    const next: string[] = [];
    for (const node of edge) {
      for (const link of scenario.links) {
        const other = link.a === node ? link.b : link.b === node ? link.a : undefined;
        if (other === undefined || reached.has(other)) continue;
        const both = link.forward.delayMs + (link.backward ?? link.forward).delayMs;
        reached.set(other, (reached.get(node) as number) + both);
        next.push(other);
      }
    }
    edge = next;
  }
  return reached.get(flow.to);
}
