/**
 * Positions for all nodes: in layers from senders to receivers if all flows have one direction, otherwise by forces. The layout is
 * deterministic.
 */
import type { Link, Node, Scenario } from '../generated/types';

export interface NodePosition {
  id: string;
  x: number;
  y: number;
}

/** The nodes on a flow's path, in the direction of the data. */
export type NodePath = readonly string[];

/** World units: the size of drawings in the gallery, and the vertical distance of hosts. */
const WIDTH = 1000;
const ROW_DISTANCE = 80;
const HEIGHT = 320;

export async function layOutNodes(
  nodes: readonly Node[],
  links: readonly Link[],
  paths: readonly NodePath[],
): Promise<NodePosition[]> {
  if (nodes.length < 2 || links.length === 0)
    return nodes.map((n) => ({ id: n.id, x: n.x ?? 0, y: n.y ?? 0 }));
  const arcs = directedLinks(links, paths);
  return arcs ? layOutInLayers(nodes, arcs) : layOutByForces(nodes, links);
}

/** The scenario with a place for each node. */
export async function placed(scenario: Scenario): Promise<Scenario> {
  const { nodes, links, flows } = scenario;
  const paths = flows.map(({ from, to }) => shortestPath(links, from, to));
  const places = new Map((await layOutNodes(nodes, links, paths)).map(({ id, x, y }) => [id, { x, y }]));
  return { ...scenario, nodes: nodes.map((node) => ({ ...node, ...places.get(node.id) })) };
}

/** The nodes on a way with the fewest links; empty if there is none. */
function shortestPath(links: readonly Link[], from: string, to: string): NodePath {
  const before = new Map<string, string | null>([[from, null]]);
  // The map is extended while it is read: nearer nodes come first.
  for (const node of before.keys())
    for (const { a, b } of links) {
      const next = a === node ? b : b === node ? a : null;
      if (next !== null && !before.has(next)) before.set(next, node);
    }
  const path: string[] = [];
  for (let at: string | null = before.has(to) ? to : null; at !== null; at = before.get(at) ?? null)
    path.unshift(at);
  return path;
}

/** Links in the direction of the data; null if they form a cycle or carry data in both directions. */
function directedLinks(links: readonly Link[], paths: readonly NodePath[]): [string, string][] | null {
  const directions = new Set(paths.flatMap((way) => way.slice(1).map((to, i) => `${way[i]} ${to}`)));
  if (directions.size === 0) return null;
  const arcs: [string, string][] = [];
  for (const { a, b } of links) {
    const [ab, ba] = [directions.has(`${a} ${b}`), directions.has(`${b} ${a}`)];
    if (ab && ba) return null;
    arcs.push(ba ? [b, a] : [a, b]);
  }
  return hasCycle(arcs) ? null : arcs;
}

function hasCycle(arcs: readonly [string, string][]): boolean {
  // Removes links from nodes without incoming links until none are left, or only cycles.
  let left = [...arcs];
  for (;;) {
    const ends = new Set(left.map(([, to]) => to));
    const rest = left.filter(([from]) => ends.has(from));
    if (rest.length === left.length) return left.length > 0;
    left = rest;
  }
}

async function layOutInLayers(
  nodes: readonly Node[],
  arcs: readonly [string, string][],
): Promise<NodePosition[]> {
  const { Graph, layout } = await import('@dagrejs/dagre');
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: ROW_DISTANCE, ranksep: 160, ranker: 'network-simplex' });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const n of nodes) graph.setNode(n.id, { width: 1, height: 1 });
  const routers = new Set(nodes.filter((n) => n.kind === 'router').map((n) => n.id));
  // Leave space between routers for the queue.
  for (const [from, to] of arcs)
    graph.setEdge(from, to, { minlen: routers.has(from) && routers.has(to) ? 3 : 1 });
  layout(graph);
  const at = (id: string) => graph.node(id) as { x: number; y: number };
  // The first nodes of the document are at the top, as in every list.
  const belowMiddle = nodes.reduce(
    (sum, n, i) => sum + (i - (nodes.length - 1) / 2) * offsetInLayer(nodes, at, n.id),
    0,
  );
  return scaleToSize(nodes, (id) => (belowMiddle < 0 ? { x: at(id).x, y: -at(id).y } : at(id)));
}

/** The offset of a node below the middle of its layer. */
function offsetInLayer(
  nodes: readonly Node[],
  at: (id: string) => { x: number; y: number },
  id: string,
): number {
  const layer = nodes.filter((n) => at(n.id).x === at(id).x);
  return at(id).y - layer.reduce((sum, n) => sum + at(n.id).y, 0) / layer.length;
}

async function layOutByForces(nodes: readonly Node[], links: readonly Link[]): Promise<NodePosition[]> {
  const { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } = await import(
    'd3-force'
  );
  const bodies: NodePosition[] = nodes.map((n) => ({ id: n.id, x: n.x ?? 0, y: n.y ?? 0 }));
  // Starts from the current positions, so that the picture stays recognisable. Nodes on the same spot are separated deterministically.
  const simulation = forceSimulation(bodies)
    .force(
      'link',
      forceLink<NodePosition, { source: string; target: string }>(
        links.map((l) => ({ source: l.a, target: l.b })),
      )
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
  return scaleToSize(nodes, (id) => at.get(id) ?? { x: 0, y: 0 });
}

/** Scales positions to the width of a drawing, with the height that its rows need. */
function scaleToSize(nodes: readonly Node[], at: (id: string) => { x: number; y: number }): NodePosition[] {
  const places = nodes.map((n) => ({ id: n.id, ...xyOf(at(n.id)) }));
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

function xyOf({ x, y }: { x: number; y: number }) {
  return { x, y };
}
