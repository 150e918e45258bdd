/** Readable overrides in links, as in `&cc=cubic&rtt=40&seed=7`: teachers write links for each student by hand. */
import type { Catalogue, Link, Scenario } from '../generated/types';
import { algorithmChange } from './change';
import { setPath } from './path';
import { LinkError } from './payload';

export interface Overrides {
  /** Algorithm of all flows, or a list by the place of the flow. */
  cc?: string[];
  /** Base round-trip time in ms of the first flow; all delays are scaled alike, so that ratios stay. */
  rtt?: number;
  /** Rate in Mb/s of the slowest link. */
  rate?: number;
  /** Packets that the queue of the slowest link holds. */
  buffer?: number;
  seed?: number;
  /** Length of the run in s. */
  duration?: number;
}

const NUMBERS = ['rtt', 'rate', 'buffer', 'seed', 'duration'] as const;
const WHOLE: ReadonlySet<string> = new Set(['buffer', 'seed']);

export function readOverrides(params: URLSearchParams): Overrides {
  const overrides: Overrides = {};
  const cc = params.get('cc');
  if (cc) overrides.cc = cc.split(',').map((id) => id.trim().toLowerCase());
  for (const key of NUMBERS) {
    const text = params.get(key);
    if (text === null) continue;
    const value = Number(text);
    const whole = !WHOLE.has(key) || Number.isInteger(value);
    if (text.trim() === '' || !Number.isFinite(value) || value < 0 || !whole) {
      throw new LinkError(
        `In the link, ${key}=${text.slice(0, 40)} is not ${WHOLE.has(key) ? 'a whole number' : 'a number'}.`,
      );
    }
    overrides[key] = value;
  }
  return overrides;
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
    throw new LinkError('The link sets rtt, but the first flow has no path with a delay to scale.');
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
