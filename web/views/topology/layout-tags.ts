/** Places the names and values of flows beside their hosts. */
import type { Box } from './geometry';
import { isFree, type Segment, textWidth } from './labels';
import { ONE_LINE } from './layout-fit';
import type { FlowEnds, FlowTag, LayoutInput, PlacedLink, PlacedNode } from './layout-types';
import { layoutTexts as words } from './texts';

/** Names and values of flows, on the side of the host away from its links. */
export function tagFlows(
  input: LayoutInput,
  nodes: readonly PlacedNode[],
  links: readonly PlacedLink[],
  taken: Box[],
  lines: readonly Segment[],
  frame: Box,
): FlowTag[] {
  const tags: FlowTag[] = [];
  const { selected } = input;
  const chosen = input.flows.find((f) => selected?.kind === 'flow' && f.id === selected.id);
  const hosts = nodes.filter((n) => n.node.kind === 'host');
  const isChosen = (n: PlacedNode) => chosen?.from === n.node.id || chosen?.to === n.node.id;
  for (const n of [...nodes.filter(isChosen), ...nodes.filter((o) => !isChosen(o))]) {
    const ends = input.flows.flatMap((f) => [
      ...(f.from === n.node.id ? [{ flow: f, kind: 'sender' as const }] : []),
      ...(f.to === n.node.id ? [{ flow: f, kind: 'receiver' as const }] : []),
    ]);
    if (ends.length === 0) continue;
    // The side away from the links is best; where there is no room, a side on which no link is crossed.
    const gap = roomAround(n, nodes);
    const close = roomAround(n, hosts) < ROW || isCloseColumn(n, nodes);
    const best = freeSide(n, links, close);
    // Hosts closer than a row of text share their best side: on another one a name would seem to be that of something else.
    const others = close ? [] : (['left', 'right', 'below', 'above'] as const).filter((s) => s !== best);
    // In a column of hosts all names begin at one place, or where that has no room, each at its own.
    const name = widestName(input, nodes, n);
    let most: FlowTag[] = [];
    const sides = [best, ...others];
    // Where nothing fits with its value, a name stands alone.
    const ways = [
      ...sides.flatMap((side) => [
        { side, least: name, alone: false },
        { side, least: 0, alone: false },
      ]),
      ...sides.map((side) => ({ side, least: 0, alone: true })),
    ];
    for (const { side, least, alone } of ways) {
      if (alone && most.length > 0) break;
      const fits = (tag: FlowTag) => isFree(tag.box, taken, side === best ? [] : lines, frame);
      const brief =
        alone || input.compact || ((side === 'above' || side === 'below') && isNarrowRow(input, nodes, n));
      const listed = { ends, first: chosen, compact: input.compact, brief, name: least, frame };
      const fitting = mostRows(n, side, listed, gap, fits);
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

/** The flows of a host and how they are listed. */
interface Listed {
  ends: readonly End[];
  /** The flow that is listed even if there is no room for all. */
  first: FlowEnds | undefined;
  compact: boolean;
  /** Names of senders stand alone. */
  brief: boolean;
  /** Least width of a name, px. */
  name: number;
  /** Where names may be. */
  frame: Box;
}

/** Height of a row of text, px. */
const ROW = 17;

/** The widest name of a flow from a host in the same column as this one, px. */
function widestName(input: LayoutInput, nodes: readonly PlacedNode[], n: PlacedNode): number {
  const column = new Set(nodes.flatMap((o) => (Math.abs(o.p.x - n.p.x) < 1 ? [o.node.id] : [])));
  return Math.max(
    0,
    ...input.flows.flatMap((f) => (column.has(f.from) ? [nameWidth(f.label, input.compact)] : [])),
  );
}

/** Whether the hosts in the row of this one are too near to each other for names with values above or below them. */
function isNarrowRow(input: LayoutInput, nodes: readonly PlacedNode[], n: PlacedNode): boolean {
  const row = nodes.filter((o) => o.node.kind === 'host' && Math.abs(o.p.y - n.p.y) < 1);
  const xs = row.map((o) => o.p.x).sort((a, b) => a - b);
  const near = Math.min(...xs.slice(1).map((x, i) => x - (xs[i] as number)));
  const from = new Set(row.map((o) => o.node.id));
  const names = input.flows.flatMap((f) => (from.has(f.from) ? [nameWidth(f.label, input.compact)] : []));
  return near < ONE_LINE + Math.max(0, ...names);
}

const nameWidth = (label: string, compact: boolean) => Math.min(130, textWidth(label, compact ? 12 : 13));

/** How far rows may move up or down to avoid other elements, px. */
const SHIFTS = [0, 6, -6, 12, -12];

/** As many rows for a host's flows as fit on one of its sides. */
function mostRows(
  n: PlacedNode,
  side: Side,
  listed: Listed,
  gap: number,
  fits: (tag: FlowTag) => boolean,
): FlowTag[] {
  const { ends, compact } = listed;
  const oneLine = compact || ends.length > 1 || gap < 36 || side === 'above' || side === 'below';
  const most = Math.max(1, Math.min(ends.length, Math.floor(gap / (oneLine ? ROW : 2 * ROW))));
  for (let rows = most; rows > 0; rows--) {
    for (const shift of SHIFTS) {
      const tags = rowsBeside(n, side, listed, oneLine, rows, shift);
      if (tags.every(fits)) return tags;
    }
  }
  return [];
}

/** The rows for a host's flows on one of its sides. If there are too many flows, the last row counts the rest. */
function rowsBeside(
  n: PlacedNode,
  side: Side,
  { ends, first, compact, brief, name, frame }: Listed,
  oneLine: boolean,
  rows: number,
  shift: number,
): FlowTag[] {
  const rowHeight = oneLine ? ROW : 2 * ROW;
  const isFirst = (end: End) => end.flow === first;
  const byRank = [...ends.filter(isFirst), ...ends.filter((end) => !isFirst(end))];
  const listed = ends.length > rows ? byRank.slice(0, rows - 1) : ends;
  const more = ends.length - listed.length;
  const height = rowHeight * (listed.length + (more > 0 ? 1 : 0));
  const top =
    side === 'above' ? n.p.y - n.ry - 4 - height : side === 'below' ? n.p.y + n.ry + 4 : n.p.y - height / 2;
  const boxOf = (i: number, width: number): Box => {
    // Above and below a host at the edge it stays in the panel.
    const within = Math.max(frame.x, Math.min(n.p.x - width / 2, frame.x + frame.width - width));
    const x = side === 'left' ? n.p.x - n.rx - 10 - width : side === 'right' ? n.p.x + n.rx + 10 : within;
    return { x, y: top + shift + i * rowHeight, width, height: rowHeight };
  };
  const align = side === 'left' ? 'right' : 'left';
  const node = n.node.id;
  const tags = listed.map(({ flow, kind }, i): FlowTag => {
    const box = boxOf(
      i,
      tagWidth(Math.max(name, nameWidth(flow.label, compact)), kind, oneLine, brief, ends.length),
    );
    return {
      flow: flow.index,
      id: flow.id,
      node,
      kind,
      text: flow.label,
      box,
      reach: box,
      align,
      oneLine,
      brief,
    };
  });
  if (more > 0) {
    const text = listed.length === 0 ? words.flowCount(more) : words.more(more);
    const box = boxOf(listed.length, textWidth(text, 12) + 4);
    tags.push({ flow: -1, id: '', node, kind: 'more', text, box, reach: box, align, oneLine, brief });
  }
  return tags;
}

/** Width of line sample, name and value. */
function tagWidth(
  name: number,
  kind: FlowTag['kind'],
  oneLine: boolean,
  brief: boolean,
  ends: number,
): number {
  if (kind === 'receiver') return (ends > 1 ? 30 : 0) + textWidth('888.8 Mb/s', 12) + 4;
  if (brief) return 22 + 6 + name;
  if (oneLine) return ONE_LINE + name;
  return 24 + 12 + Math.max(name, textWidth('cwnd 8888', 12)) + 2;
}

type Side = 'left' | 'right' | 'above' | 'below';

/** Whether a row of text has no room between a host and the next one above or below it. */
function isCloseColumn({ node, p, rx, ry }: PlacedNode, nodes: readonly PlacedNode[]): boolean {
  return nodes.some(
    (o) =>
      o.node !== node &&
      o.node.kind === 'host' &&
      Math.abs(o.p.x - p.x) < rx + o.rx &&
      Math.abs(o.p.y - p.y) < ry + o.ry + ROW + 8,
  );
}

/**
 * The side that faces away from a node's links.
 * @param beside only left or right
 */
function freeSide(n: PlacedNode, links: readonly PlacedLink[], beside: boolean): Side {
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
  if (!beside && Math.abs(dy) > 2.2 * Math.abs(dx)) return dy > 0 ? 'above' : 'below';
  return dx >= 0 ? 'left' : 'right';
}

/** Vertical distance from a node to the nearest one above or below. */
export function roomAround(n: PlacedNode, nodes: readonly PlacedNode[]): number {
  let room = 200;
  for (const o of nodes) {
    if (o === n || Math.abs(o.p.x - n.p.x) > 120) continue;
    const d = Math.abs(o.p.y - n.p.y);
    if (d > 1) room = Math.min(room, d);
  }
  return room;
}
