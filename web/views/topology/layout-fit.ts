/** Fits the document's nodes into the panel, with margins for the labels around the outer ones. */
import type { Node } from '../../generated/types';
import { type Fit, fitTo, type Margin, type Size } from './geometry';
import { textWidth } from './labels';
import type { FlowEnds, LayoutInput } from './layout-types';
import { FINGER } from './reach';

type FitInput = Pick<LayoutInput, 'nodes' | 'flows' | 'size' | 'compact' | 'finger' | 'tools'>;

/** The fit that shows all nodes in the panel, before any zoom. */
export function baseFit(input: FitInput): Fit {
  const { size } = input;
  if (input.tools !== 'button') return fitIn(input, size).fit;
  // The panel grows while the network is edited; the drawing keeps its place, unless fingers need the room.
  const steady = fitIn(input, { ...size, height: Math.min(size.height, CLOSED) });
  return steady.cramped ? fitIn(input, size).fit : steady.fit;
}

/** Height of the drawing on a phone while its tools are closed, px. */
const CLOSED = 132;

/** The fit to a panel, and whether hosts are closer than fingers need. */
function fitIn(input: FitInput, size: Size): { fit: Fit; cramped: boolean } {
  const points = input.nodes.map((n) => ({ x: n.x ?? 0, y: n.y ?? 0 }));
  const column = (size.height - 98) / longestColumn(input.nodes);
  const margin = margins({ ...input, size });
  const crowded = column < CROWDED.apart;
  const fit = fitTo(points, size, margin, crowded ? CROWDED.stretch : undefined);
  if (!input.finger) return { fit, cramped: false };
  // As far apart as fingers need, if the panel is as high.
  const wanted = (FINGER + 1) / leastRow(input.nodes);
  const wider = wanted > fit.sy && !crowded ? fitTo(points, size, margin, wanted / fit.sx) : fit;
  return { fit: wider, cramped: wider.sy < wanted };
}

/** The least distance of two hosts that stand one below the other. */
function leastRow(nodes: readonly Node[]): number {
  const hosts = nodes.filter((n) => n.kind === 'host');
  const steps = hosts.flatMap((a) =>
    hosts.filter((b) => b.x === a.x).map((b) => Math.abs((b.y ?? 0) - (a.y ?? 0))),
  );
  return Math.min(Number.POSITIVE_INFINITY, ...steps.filter((step) => step > 0));
}

/** If hosts in a column are closer than this, pixels, the drawing may be stretched to the panel's width, whatever its proportions. */
const CROWDED = { apart: 10, stretch: 8 };

/** Room for what stands around the outer nodes. */
function margins({ nodes, flows, size, compact, tools }: FitInput): Margin {
  const names = flows.map((f) => textWidth(f.label, 13));
  const name = Math.min(130, Math.max(0, ...names));
  const half = Math.max(0, ...nodes.map((n) => nodeSize(n, compact).rx));
  if (flows.length === 0) return { left: 40, right: 40, top: compact ? 16 : 60, bottom: 28 };
  // A host with several flows has a line for each, with the value beside the name.
  const several = (end: (f: FlowEnds) => string) => new Set(flows.map(end)).size < flows.length;
  const sender = compact
    ? 22 + 6 + name
    : several((f) => f.from) || longestColumn(nodes) > (size.height - 98) / TWO_LINES + 1
      ? ONE_LINE + name
      : 38 + Math.max(64, name);
  const receiver = (compact ? 66 : 74) + (several((f) => f.to) ? 30 : 0);
  return {
    left: Math.round(16 + sender + 10 + half),
    right: Math.round(16 + receiver + 10 + half),
    top: compact ? (tools === 'all' ? TOOLS.height + 10 : hasTopRouter(nodes) ? HEADED : 22) : 67,
    bottom: compact ? 20 : 37,
  };
}

/** Room above the upper row of a small drawing if it has a queue with its heading, px. */
const HEADED = 32;

/** Whether a router is as high as the highest host: the queues are between routers. */
function hasTopRouter(nodes: readonly Node[]): boolean {
  const highest = (kind: Node['kind']) =>
    Math.min(...nodes.filter((n) => n.kind === kind).map((n) => n.y ?? 0));
  return highest('router') <= highest('host');
}

/** Room of the drawing's tools, in the corner at the top right. */
export const TOOLS = { y: 0, width: 505, height: 31 };

/** Height of a host whose flow has name and value on two lines. */
const TWO_LINES = 36;

/** The number of hosts in the longest column. */
function longestColumn(nodes: readonly Node[]): number {
  const xs = nodes.filter((n) => n.kind === 'host').map((n) => n.x ?? 0);
  const near = (Math.max(...xs) - Math.min(...xs)) / 20;
  return Math.max(0, ...xs.map((x) => xs.filter((other) => Math.abs(other - x) <= near).length));
}

/** Width of line sample, gaps and value on one line with a name. */
export const ONE_LINE = 24 + 8 + 8 + 50;

export function nodeSize(node: Node, compact: boolean): { rx: number; ry: number } {
  if (compact) return node.kind === 'host' ? { rx: 9, ry: 8 } : { rx: 9, ry: 9 };
  if (node.kind === 'router') return { rx: 18, ry: 18 };
  return { rx: Math.max(18, Math.min(40, textWidth(nodeLabel(node), 13) / 2 + 8)), ry: 14 };
}

export function nodeLabel(node: Node): string {
  const text = node.name || node.id;
  return text.length > 9 ? `${text.slice(0, 8)}…` : text;
}
