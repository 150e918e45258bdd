/** Positions in the drawing. World units are the document's; screen units are CSS pixels. */

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** An upright rectangle. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** World to screen: each axis has its own scale, so that a wide flat panel is filled. */
export interface Fit {
  sx: number;
  sy: number;
  tx: number;
  ty: number;
}

/** Free space around the nodes, for labels. */
export interface Margin {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The most by which the two scales may differ: beyond it, a drawing no longer looks as its author drew it. */
const MAX_STRETCH = 2.2;

/** The fit that shows all `points` inside `size` less `margin`. */
export function fitTo(points: readonly Point[], size: Size, margin: Margin, stretch = MAX_STRETCH): Fit {
  const width = Math.max(1, size.width - margin.left - margin.right);
  const height = Math.max(1, size.height - margin.top - margin.bottom);
  // The first node is placed at the origin: at the left, in the middle.
  if (points.length === 0) return { sx: 1, sy: 1, tx: margin.left, ty: margin.top + height / 2 };
  const x0 = Math.min(...points.map((p) => p.x));
  const x1 = Math.max(...points.map((p) => p.x));
  const y0 = Math.min(...points.map((p) => p.y));
  const y1 = Math.max(...points.map((p) => p.y));
  let sx = x1 > x0 ? width / (x1 - x0) : Number.POSITIVE_INFINITY;
  let sy = y1 > y0 ? height / (y1 - y0) : Number.POSITIVE_INFINITY;
  if (!Number.isFinite(sx) && !Number.isFinite(sy)) sx = sy = 1;
  sx = Math.min(sx, sy * stretch);
  sy = Math.min(sy, sx * stretch);
  return {
    sx,
    sy,
    tx: margin.left + width / 2 - ((x0 + x1) / 2) * sx,
    ty: margin.top + height / 2 - ((y0 + y1) / 2) * sy,
  };
}

/** A fit seen through a zoom. */
export function zoomed(fit: Fit, z: { k: number; x: number; y: number }): Fit {
  return { sx: fit.sx * z.k, sy: fit.sy * z.k, tx: fit.tx * z.k + z.x, ty: fit.ty * z.k + z.y };
}

export function toScreen(fit: Fit, p: Point): Point {
  return { x: fit.tx + fit.sx * p.x, y: fit.ty + fit.sy * p.y };
}

export function toWorld(fit: Fit, p: Point): Point {
  return { x: (p.x - fit.tx) / fit.sx, y: (p.y - fit.ty) / fit.sy };
}

/** Distance of a point from a straight segment, px. */
export function distanceTo(p: Point, { a, b }: { a: Point; b: Point }): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const along = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1);
  const share = Math.max(0, Math.min(1, along));
  return Math.hypot(p.x - a.x - share * dx, p.y - a.y - share * dy);
}

/** Width of a link in pixels: the logarithm of its rate, 4 at 1 Mb/s, 14 at 10 Gb/s. */
export function linkWidth(rateMbps: number): number {
  return Math.max(3, Math.min(16, 4 + 2.5 * Math.log10(Math.max(rateMbps, 0.01))));
}

/** The line of a channel from the rim of one node to the rim of the other. */
export interface Track {
  from: Point;
  to: Point;
  length: number;
  /** Unit vector along the channel. */
  ux: number;
  uy: number;
}

/** @param rimA, rimB pixels between a node's centre and where the track begins. */
export function track(a: Point, b: Point, rimA: number, rimB: number): Track {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const full = Math.hypot(dx, dy) || 1;
  const ux = dx / full;
  const uy = dy / full;
  const length = Math.max(0, full - rimA - rimB);
  return {
    from: { x: a.x + ux * rimA, y: a.y + uy * rimA },
    to: { x: b.x - ux * rimB, y: b.y - uy * rimB },
    length,
    ux,
    uy,
  };
}

/** The point `along` pixels from the start and `aside` pixels to the left of the direction (up, if it goes right). */
export function at(t: Track, along: number, aside: number): Point {
  return { x: t.from.x + t.ux * along + t.uy * aside, y: t.from.y + t.uy * along - t.ux * aside };
}

/** A queue's bar, in the path before its link. */
export interface Bar {
  /** Pixels along the track to the tail. */
  tail: number;
  /** Pixels along the track to the head. */
  head: number;
  height: number;
  slots: number;
  /** Packets that one slot stands for; 1 unless the queue is longer than the bar has room for. */
  perSlot: number;
  /** Whether the queue can hold many more packets than the bar shows; its tail is then drawn open. */
  open: boolean;
  /** Pixels from the track to the middle of a bar beside it, to the left of its direction; 0: the bar is in the path. */
  aside: number;
}

/** Below this many pixels a slot stands for several packets. */
export const MIN_SLOT = 4;

/**
 * The bar of a queue that holds `capacity` packets, on a track of `length` pixels; nothing when there is no room.
 * Short queues have wide slots, up to 12 pixels, so that the length of bars distinguishes small buffers from large ones.
 */
export function queueBar(
  length: number,
  capacity: number,
  compact: boolean,
  { open = false, rows = 1 }: { open?: boolean; rows?: number } = {},
): Bar | undefined {
  const gap = compact ? 3 : 10;
  // Where the network is low but wide, as in a presentation, the link has room for a longer bar than on a phone.
  const most = compact ? Math.max(84, 0.4 * length) : 264;
  const room = Math.min(most, length * (compact ? 0.66 : 0.5) - gap);
  if (room < 24) return undefined;
  const packets = Math.max(1, Math.round(capacity));
  const least = compact ? 2 : MIN_SLOT;
  const width = Math.max(least, Math.min(12, room / packets));
  const slots = Math.max(1, Math.min(packets, Math.floor(room / width)));
  const drawn = slots === packets ? width * slots : room;
  return {
    tail: gap,
    head: gap + Math.max(drawn, 24),
    height: Math.max(compact ? 22 : 28, FRAME + rows * (NAMED_ROW + ROW_GAP) - ROW_GAP),
    slots,
    perSlot: packets / slots,
    open,
    aside: 0,
  };
}

/** The low bar of a queue whose link has no room for one in its path: along the middle of its track, `aside` pixels beside it, with rows of `row` pixels. */
export function smallBar(
  { length }: Track,
  capacity: number,
  {
    open,
    rows,
    row,
    width,
    aside,
  }: { open: boolean; rows: number; row: number; width: number; aside: number },
): Bar {
  const packets = Math.max(1, Math.round(capacity));
  const slots = Math.min(packets, Math.floor(width / 2));
  const tail = (length - width) / 2;
  return {
    tail,
    head: tail + width,
    height: SMALL_FRAME + rows * (row + ROW_GAP) - ROW_GAP,
    slots,
    perSlot: packets / slots,
    open,
    aside,
  };
}

/** Pixels of a bar's height that its rows do not fill. */
const FRAME = 7;
const SMALL_FRAME = 4;
/** Pixels between the rows. */
export const ROW_GAP = 2;
/** A lower row has no room for the name of its class, at 11 px. */
export const NAMED_ROW = 9.5;

/** The rows of a bar, one for each class: their height, and the middle of each, from the middle of the bar. */
export function barRows(bar: Bar, classes: number): { height: number; middles: readonly number[] } {
  const inner = bar.height - (bar.aside === 0 ? FRAME : SMALL_FRAME);
  const height = (inner - (classes - 1) * ROW_GAP) / classes;
  const middle = (row: number) => (height - inner) / 2 + row * (height + ROW_GAP);
  return { height, middles: Array.from({ length: classes }, (_, row) => middle(row)) };
}

/** The upright box around a bar. */
export function barBox(t: Track, { tail, head, height, aside }: Bar): Box {
  const corners = [tail, head].flatMap((along) => [
    at(t, along, aside + height / 2),
    at(t, along, aside - height / 2),
  ]);
  const x = Math.min(...corners.map((p) => p.x));
  const y = Math.min(...corners.map((p) => p.y));
  return {
    x,
    y,
    width: Math.max(...corners.map((p) => p.x)) - x,
    height: Math.max(...corners.map((p) => p.y)) - y,
  };
}
