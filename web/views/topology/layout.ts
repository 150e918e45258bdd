/** Lays out the drawing: nodes, links, queue bars and the labels that fit. Pure; the component only draws the result. */
import { meanRateMbps } from '../../scenario/trace';
import { type Box, type Fit, linkWidth, type Point, type Size, toScreen } from './geometry';
import { crosses, type Segment } from './labels';
import { nodeLabel, nodeSize, TOOLS } from './layout-fit';
import { labelLinks } from './layout-links';
import {
  addSmallBars,
  barBoxes,
  dropCrowdedBars,
  dropLabelBoxes,
  flattenBars,
  labelQueues,
  placeChannels,
  shortenHeadings,
} from './layout-queues';
import { roomAround, tagFlows } from './layout-tags';
import type { FlowTag, Layout, LayoutInput, PlacedLink, PlacedNode } from './layout-types';
import { lineReach, reaches } from './reach';

export function layOut(input: LayoutInput, fit: Fit): Layout {
  const { compact, size } = input;
  const nodes = input.nodes.map((node): PlacedNode => {
    const p = toScreen(fit, { x: node.x ?? 0, y: node.y ?? 0 });
    const label = compact ? '' : nodeLabel(node);
    return { node, p, ...nodeSize(node, compact), label, reach: NOTHING };
  });
  shrinkCrowded(nodes);
  const byId = new Map(nodes.map((n) => [n.node.id, n]));

  const links = input.links.flatMap((link): PlacedLink[] => {
    const a = byId.get(link.a);
    const b = byId.get(link.b);
    if (!a || !b) return [];
    const scale = compact ? 0.8 : 1;
    return [
      {
        link,
        a: a.p,
        b: b.p,
        width: linkWidth(meanRateMbps(link.forward)) * scale,
        reach: 24,
        text: '',
        box: undefined,
      },
    ];
  });
  const channels = placeChannels(input, byId, links);
  dropCrowdedBars(input, channels);
  if (!compact) flattenBars(channels);
  shortenHeadings(input, channels);

  const frame: Box = { x: 4, y: 2, width: size.width - 8, height: size.height - 4 };
  const taken: Box[] = nodes.map((n) => ({
    x: n.p.x - n.rx,
    y: n.p.y - n.ry,
    width: 2 * n.rx,
    height: 2 * n.ry,
  }));
  if (input.tools === 'all') taken.push({ ...TOOLS, x: size.width - TOOLS.width });
  taken.push(...barBoxes(channels));
  const lines: Segment[] = links.map((l) => ({ a: l.a, b: l.b, width: l.width + 2 }));
  addSmallBars(input, channels, links, taken, lines, frame);
  labelQueues(channels, taken, lines, frame, compact);
  const tags = tagFlows(input, nodes, links, taken, lines, frame);
  if (!compact) taken.push(...dropLabelBoxes(channels));
  labelLinks(input, links, channels, taken, lines, frame);
  // In place of a network stands how to begin.
  if (nodes.length === 0) taken.push({ x: 44, y: 0, width: size.width - 88, height: size.height });
  const button = input.tools === 'button' ? buttonPlace(size, taken, lines) : undefined;
  setReaches(input, nodes, links, tags);
  return { fit, size, nodes, links, channels, tags, button };
}

const NOTHING: Box = { x: 0, y: 0, width: 0, height: 0 };

/** A pointer needs little more than what is seen. */
function setReaches(
  { finger, size }: LayoutInput,
  nodes: readonly PlacedNode[],
  links: readonly PlacedLink[],
  tags: readonly FlowTag[],
): void {
  const around = ({ x, y }: Point, rx: number, ry: number): Box => ({
    x: x - rx,
    y: y - ry,
    width: 2 * rx,
    height: 2 * ry,
  });
  // In a dense column each host has its own part of it.
  for (const n of nodes)
    n.reach = around(n.p, Math.max(n.rx, 14), Math.max(n.ry, Math.min(14, roomAround(n, nodes) / 2)));
  for (const t of tags) t.reach = { ...t.box, x: t.box.x - 2, width: t.box.width + 4 };
  for (const l of links) l.reach = Math.max(24, l.width);
  if (!finger) return;
  const things = [...nodes, ...tags.filter((t) => t.kind !== 'more')];
  const areas = reaches(
    things.map((thing) => ('p' in thing ? around(thing.p, thing.rx, thing.ry) : thing.box)),
    size,
    nodes.length,
  );
  for (const [i, thing] of things.entries()) thing.reach = areas[i] ?? thing.reach;
  for (const l of links) l.reach = lineReach(l, links);
}

/**
 * Where the button that opens the tools is least in the way: best over nothing, rather over a bit of words than over a link, which is there
 * to be pressed. At the bottom or the top if it can be, else anywhere at the edges.
 */
function buttonPlace({ width, height }: Size, taken: readonly Box[], lines: readonly Segment[]): Box {
  const side = 28;
  const columns = [0.52 * width, 6, width - side - 4];
  const between = Array.from({ length: Math.max(0, Math.floor((height - side) / 6)) }, (_, i) => 6 * (i + 1));
  const places = [height - side, 2, ...between].flatMap((y) =>
    columns.map((x) => ({ x, y, width: side, height: side })),
  );
  const over = (from: number, length: number, other: number, otherLength: number) =>
    Math.max(0, Math.min(from + length, other + otherLength) - Math.max(from, other));
  const area = (a: Box, b: Box) => over(a.x, a.width, b.x, b.width) * over(a.y, a.height, b.y, b.height);
  const covered = (box: Box) =>
    taken.reduce((sum, t) => sum + area(box, t), 0) +
    side * side * 2 * lines.filter((l) => crosses(box, l)).length;
  const costs = places.map(covered);
  return places[costs.indexOf(Math.min(...costs))] as Box;
}

/** Makes hosts lower, and removes their names, until none overlaps another. */
function shrinkCrowded(nodes: readonly PlacedNode[]): void {
  const hosts = nodes.filter((n) => n.node.kind === 'host');
  let least = Number.POSITIVE_INFINITY;
  for (const n of hosts) {
    for (const o of hosts) {
      if (o === n || Math.abs(o.p.x - n.p.x) > n.rx + o.rx) continue;
      const apart = Math.abs(o.p.y - n.p.y);
      if (apart > 0) least = Math.min(least, apart);
    }
  }
  for (const n of hosts) {
    if (least >= 2 * n.ry + 3) continue;
    n.ry = Math.max(2, least / 2 - 1);
    if (n.ry < 9) n.label = '';
    if (n.ry < 6) n.rx = Math.min(n.rx, 9);
  }
}
