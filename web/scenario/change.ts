/** Changes that visitors make, as lists of edits by path. Each step of a list leaves a valid document. */
import type {
  Catalogue,
  Channel,
  Flow,
  Link,
  Node,
  NodeKind,
  Scenario,
  TrafficInfo,
} from '../generated/types';
import { joinPath } from './path';

export interface Change {
  path: string;
  value: unknown;
}

/** An id that nothing has or had. Ids never change, and random streams are keyed by them. */
export function freshId(scenario: Scenario, prefix: string): string {
  const used = new Set<string>();
  for (const list of [scenario.nodes, scenario.links, scenario.flows])
    for (const { id } of list) used.add(id);
  for (const { path } of scenario.edits ?? []) {
    const id = path.split('/')[2];
    if (id !== undefined) used.add(id);
  }
  let number = 1;
  while (used.has(`${prefix}${number}`)) number += 1;
  return `${prefix}${number}`;
}

export function newNode(scenario: Scenario, kind: NodeKind, x: number, y: number): Node {
  return { id: freshId(scenario, kind === 'host' ? 'h' : 'r'), kind, x: Math.round(x), y: Math.round(y) };
}

/** The next free position, row by row, for a node without one. */
export function findFreePosition(nodes: readonly Node[]): { x: number; y: number } {
  const left = nodes.length > 0 ? Math.min(...nodes.map((n) => n.x ?? 0)) : 0;
  const top = nodes.length > 0 ? Math.min(...nodes.map((n) => n.y ?? 0)) : 0;
  for (let i = nodes.length; ; i += 1) {
    const x = left + (i % PER_ROW) * GRID.x;
    const y = top + Math.floor(i / PER_ROW) * GRID.y;
    const near = (n: Node) => Math.abs((n.x ?? 0) - x) < GRID.x / 2 && Math.abs((n.y ?? 0) - y) < GRID.y / 2;
    if (!nodes.some(near)) return { x, y };
  }
}

const PER_ROW = 6;
const GRID = { x: 160, y: 80 };

/** A typical link: fast at a host, slower between routers. */
export function newLink(scenario: Scenario, a: string, b: string): Link {
  const kind = (id: string) => scenario.nodes.find((n) => n.id === id)?.kind;
  const core = kind(a) === 'router' && kind(b) === 'router';
  const forward: Channel = {
    rateMbps: core ? 20 : 100,
    delayMs: core ? 15 : 5,
    queue: { kind: 'droptail', params: { limitPackets: core ? 100 : 1000 } },
  };
  return { id: freshId(scenario, 'l'), a, b, forward };
}

/** A flow with the stack of the first flow, and with traffic that its transport can carry. */
export function newFlow(
  scenario: Scenario,
  catalogue: Catalogue | null,
  from: string,
  to: string,
  algorithm: string,
  startS: number,
): Flow {
  const flow: Flow = {
    id: freshId(scenario, 'f'),
    from,
    to,
    algorithm,
    startS,
  };
  const stack = scenario.flows[0]?.stack ?? firstOf(catalogue?.stacks);
  if (stack) flow.stack = stack;
  const traffic = firstOf(trafficOf(catalogue, algorithm));
  if (traffic) flow.traffic = traffic;
  return flow;
}

/** The default row of a catalogue list, written out, so that its parameters can be set. */
function firstOf(rows: readonly { id: string }[] | undefined): { kind: string } | undefined {
  const [first] = rows ?? [];
  return first && { kind: first.id };
}

/** Changes the algorithm of a flow, and resets the parameters, which belong to the algorithm. */
export function algorithmChange(flow: Flow, catalogue: Catalogue | null, algorithm: string): Change[] {
  const at = (field: string) => joinPath('flows', flow.id, field);
  const changes: Change[] = [];
  if (flow.params && Object.keys(flow.params).length > 0) changes.push({ path: at('params'), value: {} });
  const traffic = trafficFor(catalogue, algorithm, flow.traffic?.kind);
  if (traffic) changes.push({ path: at('traffic'), value: traffic });
  changes.push({ path: at('algorithm'), value: algorithm });
  return changes;
}

/** Traffic sources that an algorithm's transport can carry. */
export function trafficOf(catalogue: Catalogue | null, algorithm: string): TrafficInfo[] {
  const transport = catalogue?.algorithms.find((a) => a.id === algorithm)?.transport;
  return catalogue?.traffic.filter((row) => transport && row.transports.includes(transport)) ?? [];
}

/** Replaces a traffic source that the algorithm's transport cannot carry by the first one that it can. */
function trafficFor(
  catalogue: Catalogue | null,
  algorithm: string,
  now: string | undefined,
): Flow['traffic'] {
  const fitting = trafficOf(catalogue, algorithm);
  if (fitting.some((row) => row.id === (now ?? catalogue?.traffic[0]?.id))) return undefined;
  return firstOf(fitting);
}

/** Removes an element, and before it everything that depends on it: the flows that end at a node, and its links. */
export function removal(scenario: Scenario, kind: 'flow' | 'link' | 'node', id: string): Change[] {
  const remove = (list: string, thing: string): Change => ({ path: joinPath(list, thing), value: null });
  if (kind === 'flow') return [remove('flows', id)];
  if (kind === 'link') return [remove('links', id)];
  const flows = scenario.flows.filter((f) => f.from === id || f.to === id);
  const links = scenario.links.filter((l) => l.a === id || l.b === id);
  return [
    ...flows.map((f) => remove('flows', f.id)),
    ...links.map((l) => remove('links', l.id)),
    remove('nodes', id),
  ];
}

/** A change of one direction of a link. A backward channel is created once it differs (`setPath`). */
export function channelChange(
  link: Link,
  direction: 'forward' | 'backward',
  path: string[],
  value: unknown,
): Change {
  return { path: joinPath('links', link.id, direction, ...path), value };
}
