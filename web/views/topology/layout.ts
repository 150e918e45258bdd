/** Lays the drawing out: nodes, links, queue bars and the labels that fit. Pure; the component only draws the result. */

import type { Channel, Directory, Link, Node } from '../../generated/types';
import { bottlenecksOf } from '../../scenario/bottlenecks';
import { meanRateMbps } from '../../scenario/trace';
import {
  at,
  type Bar,
  type Box,
  boxAlong,
  type Fit,
  fitTo,
  linkWidth,
  type Margin,
  type Point,
  queueBar,
  type Size,
  type Track,
  toScreen,
  track,
} from './geometry';
import { besideLink, crosses, isFree, overlaps, place, type Stretch, textWidth, type Wish } from './labels';
import { formatRate, trim } from './rates';
import { useLiveTextTexts as live, layoutTexts as words } from './texts';

/** A flow as the layout needs it. */
export interface FlowEnds {
  index: number;
  id: string;
  label: string;
  from: string;
  to: string;
}

export interface LayoutInput {
  nodes: readonly Node[];
  links: readonly Link[];
  flows: readonly FlowEnds[];
  directory: Directory | null;
  size: Size;
  /** Little room: no rates, no names in nodes, one line a flow. */
  compact: boolean;
  /** Whether there are tools: all of them in a corner, or on a phone one button that opens them. */
  tools: 'all' | 'button' | 'none';
  /** The link whose label comes first, or ''. */
  selectedLink: string;
  disciplineName: (id: string) => string;
  /** What else a link does with packets, such as a policer with its rate; nothing for most links. */
  behaviourWords: (channel: Channel) => string;
}

export interface PlacedNode {
  node: Node;
  p: Point;
  /** Half of the width and height. */
  rx: number;
  ry: number;
  label: string;
}

export interface PlacedLink {
  link: Link;
  a: Point;
  b: Point;
  width: number;
  text: string;
  box: Box | undefined;
}

/** A direction of a link, by its number in the directory. */
export interface PlacedChannel {
  track: Track;
  width: number;
  bar: Bar | undefined;
  capacity: number;
  title: string;
  /** The heading says only how full the queue is. */
  brief: boolean;
  /** Where discipline and backlog stand, above the bar. */
  head: Box | undefined;
  /** Where the count per flow stands, below the bar. */
  foot: Box | undefined;
}

/** A flow's name and value beside one of its hosts. */
export interface FlowTag {
  /** The flow's index, its id, and the host that the tag stands at. */
  flow: number;
  id: string;
  node: string;
  kind: 'sender' | 'receiver' | 'more';
  text: string;
  box: Box;
  align: 'left' | 'right';
  /** Value beside the name instead of under it. */
  oneLine: boolean;
}

export interface Layout {
  fit: Fit;
  size: Size;
  nodes: PlacedNode[];
  links: PlacedLink[];
  channels: (PlacedChannel | undefined)[];
  tags: FlowTag[];
  /** Where a button that opens the tools is least in the way. */
  button: Box | undefined;
}

type FitInput = Pick<LayoutInput, 'nodes' | 'flows' | 'size' | 'compact'>;

/** The document's nodes in the panel: what a zoom comes on top of. */
export function baseFit(input: FitInput): Fit {
  const points = input.nodes.map((n) => ({ x: n.x ?? 0, y: n.y ?? 0 }));
  const column = (input.size.height - 98) / mostInColumn(input.nodes);
  return fitTo(points, input.size, margins(input), column < CROWDED.apart ? CROWDED.stretch : undefined);
}

/** Hosts in a column that stand closer than this, pixels, are a fan, whatever its author drew: it may be as wide as the panel. */
const CROWDED = { apart: 10, stretch: 8 };

/** Room for what stands around the outer nodes. */
function margins({ nodes, flows, size, compact }: FitInput): Margin {
  const names = flows.map((f) => textWidth(f.label, 13));
  const name = Math.min(130, Math.max(0, ...names));
  const half = Math.max(0, ...nodes.map((n) => nodeSize(n, compact).rx));
  if (flows.length === 0) return { left: 40, right: 40, top: compact ? 16 : 44, bottom: 28 };
  // A host that sends or receives several flows has a line for each, with the value beside the name.
  const several = (end: (f: FlowEnds) => string) => new Set(flows.map(end)).size < flows.length;
  const sender = compact
    ? 22 + 6 + name
    : several((f) => f.from) || mostInColumn(nodes) > (size.height - 98) / TWO_LINES + 1
      ? ONE_LINE + name
      : 38 + Math.max(64, name);
  const receiver = (compact ? 66 : 74) + (several((f) => f.to) ? 30 : 0);
  return {
    left: Math.round(16 + sender + 10 + half),
    right: Math.round(16 + receiver + 10 + half),
    top: compact ? 22 : 64,
    bottom: compact ? 20 : 34,
  };
}

/** Height of a host whose flow has name and value on two lines. */
const TWO_LINES = 36;

/** How many hosts stand about one below the other. */
function mostInColumn(nodes: readonly Node[]): number {
  const xs = nodes.filter((n) => n.kind === 'host').map((n) => n.x ?? 0);
  const near = (Math.max(...xs) - Math.min(...xs)) / 20;
  return Math.max(0, ...xs.map((x) => xs.filter((other) => Math.abs(other - x) <= near).length));
}

/** Line sample, gaps and value around a name that stands on one line with them. */
const ONE_LINE = 24 + 8 + 8 + 50;

function nodeSize(node: Node, compact: boolean): { rx: number; ry: number } {
  if (compact) return node.kind === 'host' ? { rx: 9, ry: 8 } : { rx: 9, ry: 9 };
  if (node.kind === 'router') return { rx: 18, ry: 18 };
  return { rx: Math.max(18, Math.min(40, textWidth(nodeLabel(node), 13) / 2 + 8)), ry: 14 };
}

function nodeLabel(node: Node): string {
  const text = node.name || node.id;
  return text.length > 9 ? `${text.slice(0, 8)}…` : text;
}

export function layOut(input: LayoutInput, fit: Fit): Layout {
  const { compact, size } = input;
  const nodes = input.nodes.map((node): PlacedNode => {
    const p = toScreen(fit, { x: node.x ?? 0, y: node.y ?? 0 });
    return { node, p, ...nodeSize(node, compact), label: compact ? '' : nodeLabel(node) };
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
  const lines: Stretch[] = links.map((l) => ({ a: l.a, b: l.b, width: l.width + 2 }));
  labelQueues(channels, taken, lines, frame, compact);
  const tags = tagFlows(input, nodes, links, taken, lines, frame);
  if (!compact) taken.push(...dropLabelBoxes(channels));
  labelLinks(input, links, channels, taken, lines, frame);
  const button = input.tools === 'button' ? buttonPlace(size, taken, lines) : undefined;
  return { fit, size, nodes, links, channels, tags, button };
}

/** Room of the drawing's tools, in the corner at the top right. */
const TOOLS = { y: 0, width: 396, height: 38 };

/**
 * Where the button that opens the tools is least in the way: best over nothing, rather over a bit of words than over a link, which is there
 * to be pressed. At the bottom or the top if it can be, else anywhere at the edges.
 */
function buttonPlace({ width, height }: Size, taken: readonly Box[], lines: readonly Stretch[]): Box {
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

/** Where queues are drawn. */
export function barBoxes(channels: readonly (PlacedChannel | undefined)[]): Box[] {
  return channels.flatMap((channel) =>
    channel?.bar ? [boxAlong(channel.track, channel.bar.tail, channel.bar.head, channel.bar.height)] : [],
  );
}

/** Hosts that stand closer than they are high become lower, and lose their names, until none covers another. */
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

/** Distance from a node's centre to its rim in a direction. */
function rim(n: PlacedNode, towards: Point): number {
  const dx = towards.x - n.p.x;
  const dy = towards.y - n.p.y;
  const d = Math.hypot(dx, dy) || 1;
  if (n.node.kind === 'router') return n.rx;
  return Math.min(n.rx / Math.max(1e-6, Math.abs(dx / d)), n.ry / Math.max(1e-6, Math.abs(dy / d)));
}

function placeChannels(
  input: LayoutInput,
  byId: Map<string, PlacedNode>,
  links: readonly PlacedLink[],
): (PlacedChannel | undefined)[] {
  const drawn = new Map(links.map((l) => [l.link.id, l]));
  const { directory } = input;
  const narrow: ReadonlySet<number> = directory ? bottlenecksOf(directory) : new Set();
  return (directory?.channels ?? []).map((channel, i) => {
    const a = byId.get(channel.from);
    const b = byId.get(channel.to);
    const link = drawn.get(channel.link);
    // The directory may be one edit older than the document.
    if (!a || !b || !link || channel.removed) return undefined;
    const t = track(a.p, b.p, rim(a, b.p), rim(b, a.p));
    const both = directory?.channels.some((c, j) => j !== i && c.link === channel.link && narrow.has(j));
    const bar = narrow.has(i)
      ? queueBar(both ? t.length * 0.9 : t.length, channel.limitPackets || 100, input.compact)
      : undefined;
    return {
      track: t,
      width: link.width,
      bar,
      capacity: channel.limitPackets,
      title: input.compact ? words.queue : words.queueOf(input.disciplineName(channel.discipline)),
      brief: input.compact,
      head: undefined,
      foot: undefined,
    };
  });
}

/** Shorter than this, a bar that touches another one shows neither queue. */
const SHORT_BAR = 64;

/** Short queues side by side, as where many like links meet, cover one another and their words: they are left out. */
function dropCrowdedBars(input: LayoutInput, channels: readonly (PlacedChannel | undefined)[]): void {
  const short = channels.flatMap((channel, i) => {
    if (!channel?.bar || channel.bar.head - channel.bar.tail >= SHORT_BAR) return [];
    const { tail, head, height } = channel.bar;
    const link = input.directory?.channels[i]?.link;
    return [{ channel, link, box: boxAlong(channel.track, tail, head, height) }];
  });
  const crowded = short.filter((a) => short.some((b) => a.link !== b.link && overlaps(a.box, b.box)));
  for (const { channel } of crowded) channel.bar = undefined;
}

/** Queues above one another become lower where there would else be no room for a heading between them. */
function flattenBars(channels: readonly (PlacedChannel | undefined)[]): void {
  const boxes = barBoxes(channels);
  let least = Number.POSITIVE_INFINITY;
  for (const a of boxes) {
    for (const b of boxes) {
      const apart = b.y + b.height / 2 - (a.y + a.height / 2);
      if (apart > 1 && a.x < b.x + b.width && b.x < a.x + a.width) least = Math.min(least, apart);
    }
  }
  for (const channel of channels) {
    if (channel?.bar) channel.bar.height = Math.max(12, Math.min(channel.bar.height, least - HEADING));
  }
}

/** From the top of a bar to the top of its heading. */
const HEADING = 19;

/** Bars narrower than their words. */
const NARROW_BAR = 160;

/** Several short queues in a row have no room for all that one says; a discipline is named where they differ. */
function shortenHeadings(input: LayoutInput, channels: readonly (PlacedChannel | undefined)[]): void {
  const short = channels.flatMap((channel, i) => {
    if (!channel?.bar || channel.bar.head - channel.bar.tail >= NARROW_BAR) return [];
    return [{ channel, discipline: input.directory?.channels[i]?.discipline ?? '' }];
  });
  if (short.length < 2) return;
  const alike = new Set(short.map((s) => s.discipline)).size === 1;
  for (const { channel, discipline } of short) {
    channel.brief = true;
    channel.title = alike ? words.queue : input.disciplineName(discipline);
  }
}

function labelQueues(
  channels: readonly (PlacedChannel | undefined)[],
  taken: Box[],
  lines: readonly Stretch[],
  frame: Box,
  compact: boolean,
): void {
  // All headings before any count: where queues stand close, each has its heading on the same side.
  for (const channel of channels) {
    if (!channel?.bar) continue;
    const { bar, title } = channel;
    const box = boxAlong(channel.track, bar.tail, bar.head, bar.height);
    const digits = String(Math.round(channel.capacity || 0)).length;
    const eights = '8'.repeat(digits);
    const words = channel.brief
      ? `${title} ${live.held(eights, eights)}`
      : `${title}  ${live.backlogOf(eights, eights, '888')}`;
    const width = Math.max(box.width, textWidth(words, compact ? 11 : 12) + 14);
    const spot = (x: number, y: number): Box => ({ x, y, width, height: 16 });
    const above = box.y - (compact ? 18 : HEADING);
    const below = box.y + box.height + 5;
    const middle = box.x + box.width / 2 - width / 2;
    const places = [box.x, middle, box.x + box.width - width].flatMap((x) => [spot(x, above)]);
    for (const x of [box.x, middle]) places.push(spot(x, below), spot(x, above - 16), spot(x, below + 16));
    // What the queue holds matters more than a thin link behind the text, which has a halo of its own.
    channel.head =
      place([{ key: '', places }], taken, lines, frame).get('') ??
      place([{ key: '', places }], taken, [], frame).get('');
  }
  for (const channel of channels) {
    if (!channel?.bar || channel.brief) continue;
    const { bar, head } = channel;
    const box = boxAlong(channel.track, bar.tail, bar.head, bar.height);
    const foot = { width: Math.max(box.width, 170), height: 16 };
    const rows = [box.y + box.height + 5, box.y - 21].filter((y) => !head || Math.abs(y - head.y) > 15);
    const feet = rows.flatMap((y) => [
      { x: box.x + box.width - foot.width, y, ...foot },
      { x: box.x, y, ...foot },
    ]);
    channel.foot = place([{ key: '', places: feet }], taken, lines, frame).get('');
  }
}

/** Where the words of a drop will stand: no link's label comes there. */
function dropLabelBoxes(channels: readonly (PlacedChannel | undefined)[]): Box[] {
  return channels.flatMap((channel) => {
    if (!channel?.bar) return [];
    const p = at(channel.track, channel.bar.tail, 0);
    return [{ x: p.x - 8, y: p.y + 44, width: 150, height: 36 }];
  });
}

/** Names and values of flows, on the side of the host that has no link. */
function tagFlows(
  input: LayoutInput,
  nodes: readonly PlacedNode[],
  links: readonly PlacedLink[],
  taken: Box[],
  lines: readonly Stretch[],
  frame: Box,
): FlowTag[] {
  const tags: FlowTag[] = [];
  for (const n of nodes) {
    const ends = input.flows.flatMap((f) => [
      ...(f.from === n.node.id ? [{ flow: f, kind: 'sender' as const }] : []),
      ...(f.to === n.node.id ? [{ flow: f, kind: 'receiver' as const }] : []),
    ]);
    if (ends.length === 0) continue;
    // The side away from the links is best; where there is no room, a side on which no link is crossed.
    const best = freeSide(n, links);
    const others = (['left', 'right', 'below', 'above'] as const).filter((side) => side !== best);
    let most: FlowTag[] = [];
    for (const side of [best, ...others]) {
      const fits = (tag: FlowTag) => isFree(tag.box, taken, side === best ? [] : lines, frame);
      const fitting = mostRows(n, side, ends, input.compact, roomAround(n, nodes), fits);
      if (fitting.length > most.length) most = fitting;
      if (most.length >= ends.length) break;
    }
    for (const tag of most) taken.push(tag.box);
    tags.push(...most);
  }
  return tags;
}

/** A flow that begins or ends at a host. */
interface End {
  flow: FlowEnds;
  kind: 'sender' | 'receiver';
}

/** How far rows may move up or down to avoid what is there. */
const SHIFTS = [0, 6, -6, 12, -12];

/** As many rows of a host's flows as there is room for on one of its sides. */
function mostRows(
  n: PlacedNode,
  side: Side,
  ends: readonly End[],
  compact: boolean,
  gap: number,
  fits: (tag: FlowTag) => boolean,
): FlowTag[] {
  const oneLine = compact || ends.length > 1 || gap < 36 || side === 'above' || side === 'below';
  const most = Math.max(1, Math.min(ends.length, Math.floor(gap / (oneLine ? 17 : 34))));
  for (let rows = most; rows > 0; rows--) {
    for (const shift of SHIFTS) {
      const tags = rowsBeside(n, side, ends, compact, oneLine, rows, shift);
      if (tags.every(fits)) return tags;
    }
  }
  return [];
}

/** The rows of a host's flows on one of its sides; where there are too many, the last row says how many more. */
function rowsBeside(
  n: PlacedNode,
  side: Side,
  ends: readonly End[],
  compact: boolean,
  oneLine: boolean,
  rows: number,
  shift: number,
): FlowTag[] {
  const rowHeight = oneLine ? 17 : 34;
  const listed = ends.length > rows ? ends.slice(0, rows - 1) : ends;
  const more = ends.length - listed.length;
  const height = rowHeight * (listed.length + (more > 0 ? 1 : 0));
  const top =
    side === 'above' ? n.p.y - n.ry - 4 - height : side === 'below' ? n.p.y + n.ry + 4 : n.p.y - height / 2;
  const boxOf = (i: number, width: number): Box => {
    const x =
      side === 'left' ? n.p.x - n.rx - 10 - width : side === 'right' ? n.p.x + n.rx + 10 : n.p.x - width / 2;
    return { x, y: top + shift + i * rowHeight, width, height: rowHeight };
  };
  const align = side === 'left' ? 'right' : 'left';
  const node = n.node.id;
  const tags = listed.map(({ flow, kind }, i): FlowTag => {
    const box = boxOf(i, tagWidth(flow.label, kind, oneLine, compact, ends.length));
    return { flow: flow.index, id: flow.id, node, kind, text: flow.label, box, align, oneLine };
  });
  if (more > 0) {
    const text = listed.length === 0 ? words.flowCount(more) : words.more(more);
    const box = boxOf(listed.length, textWidth(text, 12) + 4);
    tags.push({ flow: -1, id: '', node, kind: 'more', text, box, align, oneLine });
  }
  return tags;
}

/** Width of line sample, name and value. */
function tagWidth(
  label: string,
  kind: FlowTag['kind'],
  oneLine: boolean,
  compact: boolean,
  ends: number,
): number {
  const name = Math.min(130, textWidth(label, compact ? 12 : 13));
  if (kind === 'receiver') return (ends > 1 ? 30 : 0) + textWidth('888.8 Mb/s', 12) + 4;
  if (compact) return 22 + 6 + name;
  if (oneLine) return ONE_LINE + name;
  return 24 + 12 + Math.max(name, textWidth('cwnd 8888', 12)) + 2;
}

type Side = 'left' | 'right' | 'above' | 'below';

/** The side that faces away from a node's links. */
function freeSide(n: PlacedNode, links: readonly PlacedLink[]): Side {
  let dx = 0;
  let dy = 0;
  for (const l of links) {
    const other = l.link.a === n.node.id ? l.b : l.link.b === n.node.id ? l.a : undefined;
    if (!other) continue;
    const d = Math.hypot(other.x - n.p.x, other.y - n.p.y) || 1;
    dx += (other.x - n.p.x) / d;
    dy += (other.y - n.p.y) / d;
  }
  // Beside reads better than above: only a clearly vertical link turns the tag.
  if (Math.abs(dy) > 2.2 * Math.abs(dx)) return dy > 0 ? 'above' : 'below';
  return dx >= 0 ? 'left' : 'right';
}

/** Vertical room that a node has before its neighbour above or below begins. */
function roomAround(n: PlacedNode, nodes: readonly PlacedNode[]): number {
  let room = 200;
  for (const o of nodes) {
    if (o === n || Math.abs(o.p.x - n.p.x) > 120) continue;
    const d = Math.abs(o.p.y - n.p.y);
    if (d > 1) room = Math.min(room, d);
  }
  return room;
}

/** Rate and delay beside links: bottlenecks first; a link that repeats its neighbour says only what differs. */
function labelLinks(
  input: LayoutInput,
  links: readonly PlacedLink[],
  channels: readonly (PlacedChannel | undefined)[],
  taken: Box[],
  lines: readonly Stretch[],
  frame: Box,
): void {
  const bars = new Map<string, PlacedChannel>();
  input.directory?.channels.forEach((c, i) => {
    const channel = channels[i];
    if (channel?.bar && !bars.has(c.link)) bars.set(c.link, channel);
  });
  const rank = (l: PlacedLink) => (l.link.id === input.selectedLink ? 0 : bars.has(l.link.id) ? 1 : 2);
  const said = new Map<string, Set<string>>();
  const wishes: Wish[] = [];
  for (const l of [...links].sort((x, y) => rank(x) - rank(y))) {
    const { delayMs } = l.link.forward;
    const { forward } = l.link;
    const rate = `${forward.trace ? 'mean ' : ''}${formatRate(meanRateMbps(forward))}`;
    const delay = `${trim(delayMs)} ms`;
    let text = `${rate}, ${delay}`;
    if (rank(l) === 2) {
      if (input.compact) continue;
      const known = [l.link.a, l.link.b].map((n) => said.get(n) ?? new Set<string>());
      if (known.some((k) => k.has(text))) continue;
      if (known.some((k) => k.has(rate))) text = delay;
    }
    for (const n of [l.link.a, l.link.b])
      said.set(n, (said.get(n) ?? new Set()).add(rate).add(`${rate}, ${delay}`));
    const bar = bars.get(l.link.id);
    const stretch = { a: l.a, b: l.b, width: l.width };
    const more = input.compact ? '' : input.behaviourWords(forward);
    const room = bar?.bar ? bar.track.length - bar.bar.head : Math.hypot(l.b.x - l.a.x, l.b.y - l.a.y);
    if (more && textWidth(`${text}, ${more}`, 11) + 6 <= room) text = `${text}, ${more}`;
    l.text = text;
    const size = { width: textWidth(text, 11) + 6, height: 15 };
    // The free part of a link with a queue lies behind the queue.
    let from = 0.5;
    if (bar?.bar) {
      const share = (bar.bar.head + bar.track.length) / 2 / (bar.track.length || 1);
      from =
        Math.hypot(bar.track.from.x - l.a.x, bar.track.from.y - l.a.y) < bar.track.length / 2
          ? share
          : 1 - share;
    }
    const places = besideLink(stretch, size, from);
    // Where the free part is short, below or above the queue; no link's rate matters more than this one's.
    if (bar?.bar) places.push(...besideLink({ ...stretch, width: bar.bar.height }, size, from));
    wishes.push({ key: l.link.id, places });
  }
  const placed = place(wishes, taken, lines, frame);
  for (const l of links) l.box = placed.get(l.link.id);
}
