/** Network templates. The result is a plain document that does not refer to its template. */
import type { Catalogue, Channel, Link, Node, Scenario } from '../generated/types';
import { newFlow } from './change';
import { templateTexts as t } from './texts';

export interface TemplateChoice {
  flows: number;
  /** Rate of each bottleneck, Mb/s. */
  rateMbps: number;
  /** Base RTT of the flow with the longest path, ms. */
  rttMs: number;
  /** Buffer of each bottleneck in bandwidth-delay products. */
  bufferBdp: number;
  algorithm: string;
  /** The algorithm of every second flow; '': all have the same. */
  otherAlgorithm: string;
}

export interface Template {
  id: 'dumbbell' | 'parking-lot' | 'tree' | 'ring';
  /** Its name, and what the network is for, in one sentence. */
  words: () => { name: string; summary: string };
  flows: { min: number; max: number; usual: number };
  build(size: Sizes): Network;
}

/** Nodes and links, and the pairs of hosts with flows. */
interface Network {
  nodes: Node[];
  links: Link[];
  pairs: { from: string; to: string; name?: string }[];
}

/** What a template builds its network from. */
interface Sizes {
  n: number;
  /** One-way delay between hosts, ms. */
  oneWayMs: number;
  /** The access link of a host, fast enough to have no queue. */
  access: Channel;
  /** A bottleneck with a delay, ms: slow in one direction, with a buffer for all ACKs in the other. */
  narrow(delayMs: number): Pick<Link, 'forward' | 'backward'>;
  /** A link between routers that is not a bottleneck. */
  wide(delayMs: number): Pick<Link, 'forward'>;
}

/** A full-sized packet on the wire. */
const PACKET_BYTES = 1500;
/** Width of the drawing from host to host, and its maximum height. */
const WIDTH = 1000;
const HEIGHT = 320;
/** Share of the one-way delay on each access link. */
const ACCESS_SHARE = 0.1;
const MAX_PACKETS = 1_000_000;

/** The bandwidth-delay product, packets. */
export function bdpPackets({ rateMbps, rttMs }: Pick<TemplateChoice, 'rateMbps' | 'rttMs'>): number {
  return (rateMbps * rttMs * 1000) / (8 * PACKET_BYTES);
}

/** The buffer, packets; at least one. */
export function bufferPackets(
  choice: Omit<TemplateChoice, 'flows' | 'algorithm' | 'otherAlgorithm'>,
): number {
  return Math.min(MAX_PACKETS, Math.max(1, Math.round(choice.bufferBdp * bdpPackets(choice))));
}

export function fromTemplate(
  template: Template,
  choice: TemplateChoice,
  catalogue: Catalogue | null,
): Scenario {
  const { min, max } = template.flows;
  const n = Math.min(max, Math.max(min, Math.round(choice.flows)));
  const { nodes, links, pairs } = template.build(sizesOf({ ...choice, flows: n }));
  const algorithmOf = (i: number) =>
    choice.otherAlgorithm !== '' && i % 2 === 1 ? choice.otherAlgorithm : choice.algorithm;
  let scenario: Scenario = {
    version: 1,
    title: `${template.words().name}, ${contents(
      pairs.map((_, i) => algorithmOf(i)),
      catalogue,
    )}`,
    notes: '',
    seed: 1,
    durationS: 60,
    nodes,
    links,
    flows: [],
    edits: [],
  };
  // Flows that start together stay synchronised for long, so their starts are spread over up to ten seconds.
  const spacingS = Math.min(1, 10 / n);
  pairs.forEach(({ from, to, name: own }, i) => {
    const start = Math.round(i * spacingS * 1000) / 1000;
    const flow = newFlow(scenario, catalogue, from, to, algorithmOf(i), start);
    scenario = { ...scenario, flows: [...scenario.flows, own ? { ...flow, name: own } : flow] };
  });
  return scenario;
}

/** “4 CUBIC flows”, “2 CUBIC and 2 Reno flows”. */
function contents(algorithms: readonly string[], catalogue: Catalogue | null): string {
  const name = (id: string) => catalogue?.algorithms.find((a) => a.id === id)?.name ?? id;
  const kinds = [...new Set(algorithms)];
  const counts = kinds.map((id) => `${algorithms.filter((a) => a === id).length} ${name(id)}`);
  return `${counts.join(' and ')} ${algorithms.length === 1 ? 'flow' : 'flows'}`;
}

function sizesOf(choice: TemplateChoice): Sizes {
  const oneWayMs = choice.rttMs / 2;
  const buffer = bufferPackets(choice);
  // Where nothing should be lost, the buffer holds everything that slow start may send at once.
  const ackBuffer = Math.min(MAX_PACKETS, Math.max(1000, Math.ceil(4 * (bdpPackets(choice) + buffer))));
  const channel = (rateMbps: number, delayMs: number, limitPackets: number): Channel => ({
    rateMbps,
    delayMs: round(delayMs),
    queue: { kind: 'droptail', params: { limitPackets } },
  });
  return {
    n: choice.flows,
    oneWayMs,
    access: channel(10 * choice.rateMbps, oneWayMs * ACCESS_SHARE, ackBuffer),
    narrow: (delayMs) => ({
      forward: channel(choice.rateMbps, delayMs, buffer),
      backward: channel(choice.rateMbps, delayMs, ackBuffer),
    }),
    wide: (delayMs) => ({ forward: channel(4 * choice.rateMbps, delayMs, ackBuffer) }),
  };
}

/** Rounds to microseconds. */
function round(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

const node = (id: string, kind: Node['kind'], x: number, y: number): Node => ({
  id,
  kind,
  x: Math.round(x),
  y: Math.round(y),
});
const host = (id: string, x: number, y: number) => node(id, 'host', x, y);
const router = (id: string, x: number, y: number) => node(id, 'router', x, y);

/** Vertical positions of `n` nodes around `middle`. */
function column(n: number, middle: number, height = HEIGHT): number[] {
  const step = n > 1 ? Math.min(80, height / (n - 1)) : 0;
  return Array.from({ length: n }, (_, i) => middle + (i - (n - 1) / 2) * step);
}

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

function dumbbell({ n, oneWayMs, access, narrow }: Sizes): Network {
  const middle = HEIGHT / 2;
  const ys = column(n, middle);
  const y = (i: number) => ys[i - 1] ?? middle;
  return {
    nodes: [
      ...upTo(n).map((i) => host(`s${i}`, 0, y(i))),
      router('r1', 0.18 * WIDTH, middle),
      router('r2', 0.82 * WIDTH, middle),
      ...upTo(n).map((i) => host(`d${i}`, WIDTH, y(i))),
    ],
    links: [
      ...upTo(n).map((i) => ({ id: `in${i}`, a: `s${i}`, b: 'r1', forward: access })),
      { id: 'core', a: 'r1', b: 'r2', ...narrow(oneWayMs * (1 - 2 * ACCESS_SHARE)) },
      ...upTo(n).map((i) => ({ id: `out${i}`, a: 'r2', b: `d${i}`, forward: access })),
    ],
    pairs: upTo(n).map((i) => ({ from: `s${i}`, to: `d${i}` })),
  };
}

function parkingLot({ n, oneWayMs, access, narrow }: Sizes): Network {
  const hops = n - 1;
  const x = (i: number) => WIDTH * (0.18 + (0.64 * (i - 1)) / hops);
  const hop = narrow((oneWayMs * (1 - 2 * ACCESS_SHARE)) / hops);
  return {
    nodes: [
      host('s0', 0, 100),
      ...upTo(hops + 1).map((i) => router(`r${i}`, x(i), 100)),
      host('d0', WIDTH, 100),
      ...upTo(hops).map((i) => host(`s${i}`, x(i), 0)),
      ...upTo(hops).map((i) => host(`d${i}`, x(i + 1), 200)),
    ],
    links: [
      { id: 'in0', a: 's0', b: 'r1', forward: access },
      ...upTo(hops).map((i) => ({ id: `hop${i}`, a: `r${i}`, b: `r${i + 1}`, ...hop })),
      { id: 'out0', a: `r${hops + 1}`, b: 'd0', forward: access },
      ...upTo(hops).map((i) => ({ id: `in${i}`, a: `s${i}`, b: `r${i}`, forward: access })),
      ...upTo(hops).map((i) => ({ id: `out${i}`, a: `r${i + 1}`, b: `d${i}`, forward: access })),
    ],
    pairs: [
      { from: 's0', to: 'd0', name: t.allHops },
      ...upTo(hops).map((i) => ({ from: `s${i}`, to: `d${i}`, name: t.hop(i) })),
    ],
  };
}

function tree({ n, oneWayMs, access, narrow, wide }: Sizes): Network {
  const perRouter = Math.ceil(Math.sqrt(n));
  const edges = Math.ceil(n / perRouter);
  const middle = HEIGHT / 2;
  const ys = column(n, middle);
  const edgeOf = (i: number) => Math.ceil(i / perRouter);
  const edgeY = (e: number) => {
    const own = ys.filter((_, i) => edgeOf(i + 1) === e);
    return own.reduce((sum, y) => sum + y, 0) / own.length;
  };
  return {
    nodes: [
      ...upTo(n).map((i) => host(`s${i}`, 0, ys[i - 1] ?? middle)),
      ...upTo(edges).map((e) => router(`e${e}`, 0.18 * WIDTH, edgeY(e))),
      router('root', 0.42 * WIDTH, middle),
      host('server', WIDTH, middle),
    ],
    links: [
      ...upTo(n).map((i) => ({ id: `in${i}`, a: `s${i}`, b: `e${edgeOf(i)}`, forward: access })),
      ...upTo(edges).map((e) => ({ id: `up${e}`, a: `e${e}`, b: 'root', ...wide(0.3 * oneWayMs) })),
      { id: 'trunk', a: 'root', b: 'server', ...narrow(oneWayMs * (1 - ACCESS_SHARE - 0.3)) },
    ],
    pairs: upTo(n).map((i) => ({ from: `s${i}`, to: 'server' })),
  };
}

function ring({ n, oneWayMs, access, narrow }: Sizes): Network {
  // Each flow takes the same number of links, less than half of the ring, so all of them go in the same direction.
  const reach = n >= 5 ? 2 : 1;
  const angle = (i: number) => ((i - 1.5) / n) * 2 * Math.PI - Math.PI / 2;
  const at = (i: number, rx: number, ry: number) =>
    [WIDTH / 2 + rx * Math.cos(angle(i)), HEIGHT / 2 + ry * Math.sin(angle(i))] as const;
  const next = (i: number, by: number) => ((i - 1 + by) % n) + 1;
  const hop = narrow((oneWayMs * (1 - 2 * ACCESS_SHARE)) / reach);
  return {
    nodes: [
      ...upTo(n).map((i) => host(`h${i}`, ...at(i, WIDTH / 2, HEIGHT / 2))),
      ...upTo(n).map((i) => router(`r${i}`, ...at(i, WIDTH / 3, HEIGHT / 3.4))),
    ],
    links: [
      ...upTo(n).map((i) => ({ id: `at${i}`, a: `h${i}`, b: `r${i}`, forward: access })),
      ...upTo(n).map((i) => ({ id: `hop${i}`, a: `r${i}`, b: `r${next(i, 1)}`, ...hop })),
    ],
    pairs: upTo(n).map((i) => ({ from: `h${i}`, to: `h${next(i, reach)}` })),
  };
}

export const TEMPLATES: readonly Template[] = [
  {
    id: 'dumbbell',
    words: () => t.dumbbell,
    flows: { min: 1, max: 50, usual: 2 },
    build: dumbbell,
  },
  {
    id: 'parking-lot',
    words: () => t.parkingLot,
    flows: { min: 2, max: 12, usual: 4 },
    build: parkingLot,
  },
  {
    id: 'tree',
    words: () => t.tree,
    flows: { min: 1, max: 50, usual: 6 },
    build: tree,
  },
  {
    id: 'ring',
    words: () => t.ring,
    flows: { min: 3, max: 16, usual: 5 },
    build: ring,
  },
];
