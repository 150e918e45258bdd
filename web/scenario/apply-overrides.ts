/** Applies the overrides of a link to a scenario. Loaded on demand: few links have any. */
import type { Catalogue, Link, Scenario } from '../generated/types';
import { algorithmChange, type Change } from './change';
import { linkTexts as t } from './link-texts';
import type { Overrides } from './overrides';
import { getPath, joinPath, setPath, splitPath } from './path';
import { LinkError } from './payload';

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
