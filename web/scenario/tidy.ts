/**
 * Positions for all nodes: in layers from senders to receivers if flows have one direction, else by forces. The same network always gives
 * the same positions.
 */
import type { Link, Node } from '../generated/types';

export interface Place {
  id: string;
  x: number;
  y: number;
}

/** A flow's path as nodes, in the direction of the data. */
export type NodePath = readonly string[];

/** World units: what a drawing of the gallery spans, and the distance of hosts one below the other. */
const WIDTH = 1000;
const ROW = 80;
const HEIGHT = 320;

export async function tidy(
  nodes: readonly Node[],
  links: readonly Link[],
  paths: readonly NodePath[],
): Promise<Place[]> {
  if (nodes.length < 2 || links.length === 0)
    return nodes.map((n) => ({ id: n.id, x: n.x ?? 0, y: n.y ?? 0 }));
  const arcs = oriented(links, paths);
  return arcs ? layered(nodes, arcs) : byForces(nodes, links);
}

/** Links in the direction of the data; null where they make a circle, or flows meet head-on. */
function oriented(links: readonly Link[], paths: readonly NodePath[]): [string, string][] | null {
  const forth = new Set(paths.flatMap((way) => way.slice(1).map((to, i) => `${way[i]} ${to}`)));
  if (forth.size === 0) return null;
  const arcs: [string, string][] = [];
  for (const { a, b } of links) {
    const [ab, ba] = [forth.has(`${a} ${b}`), forth.has(`${b} ${a}`)];
    if (ab && ba) return null;
    arcs.push(ba ? [b, a] : [a, b]);
  }
  return hasCircle(arcs) ? null : arcs;
}

function hasCircle(arcs: readonly [string, string][]): boolean {
  // What nothing leads to is taken away until nothing is left, or a circle.
  let left = [...arcs];
  for (;;) {
    const ends = new Set(left.map(([, to]) => to));
    const rest = left.filter(([from]) => ends.has(from));
    if (rest.length === left.length) return left.length > 0;
    left = rest;
  }
}

async function layered(nodes: readonly Node[], arcs: readonly [string, string][]): Promise<Place[]> {
  const { Graph, layout } = await import('@dagrejs/dagre');
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: ROW, ranksep: 160, ranker: 'network-simplex' });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const n of nodes) graph.setNode(n.id, { width: 1, height: 1 });
  const routers = new Set(nodes.filter((n) => n.kind === 'router').map((n) => n.id));
  // Between routers there is a queue to be seen.
  for (const [from, to] of arcs)
    graph.setEdge(from, to, { minlen: routers.has(from) && routers.has(to) ? 3 : 1 });
  layout(graph);
  const at = (id: string) => graph.node(id) as { x: number; y: number };
  // The first of the document stand on top, as they do in every list.
  const down = nodes.reduce((sum, n, i) => sum + (i - (nodes.length - 1) / 2) * rowOf(nodes, at, n.id), 0);
  return scaled(nodes, (id) => (down < 0 ? { x: at(id).x, y: -at(id).y } : at(id)));
}

/** How far a node stands below the middle of its layer. */
function rowOf(nodes: readonly Node[], at: (id: string) => { x: number; y: number }, id: string): number {
  const layer = nodes.filter((n) => at(n.id).x === at(id).x);
  return at(id).y - layer.reduce((sum, n) => sum + at(n.id).y, 0) / layer.length;
}

async function byForces(nodes: readonly Node[], links: readonly Link[]): Promise<Place[]> {
  const { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } = await import(
    'd3-force'
  );
  const bodies: Place[] = nodes.map((n) => ({ id: n.id, x: n.x ?? 0, y: n.y ?? 0 }));
  // From where they stand: what the visitor's eye knows stays about where it was. Those on one spot are parted alike each time.
  const simulation = forceSimulation(bodies)
    .force(
      'link',
      forceLink<Place, { source: string; target: string }>(links.map((l) => ({ source: l.a, target: l.b })))
        .id((n) => n.id)
        .distance(140),
    )
    .force('charge', forceManyBody().strength(-600))
    .force('collide', forceCollide(50))
    .force('x', forceX(WIDTH / 2).strength(0.03))
    .force('y', forceY(HEIGHT / 2).strength(0.12))
    .stop();
  simulation.tick(300);
  const at = new Map(bodies.map((b) => [b.id, b]));
  return scaled(nodes, (id) => at.get(id) ?? { x: 0, y: 0 });
}

/** To the width of a drawing, and as high as its rows need. */
function scaled(nodes: readonly Node[], at: (id: string) => { x: number; y: number }): Place[] {
  const places = nodes.map((n) => ({ id: n.id, ...pick(at(n.id)) }));
  const range = (axis: 'x' | 'y') => {
    const all = places.map((p) => p[axis]);
    return { low: Math.min(...all), span: Math.max(...all) - Math.min(...all) };
  };
  const [x, y] = [range('x'), range('y')];
  const sy = y.span > HEIGHT ? HEIGHT / y.span : 1;
  const sx = x.span > 0 ? WIDTH / x.span : 1;
  return places.map((p) => ({
    id: p.id,
    x: Math.round((p.x - x.low) * sx),
    y: Math.round((p.y - y.low) * sy),
  }));
}

function pick({ x, y }: { x: number; y: number }) {
  return { x, y };
}
