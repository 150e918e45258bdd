/** Places labels without overlaps: the first free candidate is used, and a label without one is omitted. */

import type { Box, Point, Size } from './geometry';

export function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

export function inside(a: Box, frame: Box): boolean {
  return (
    a.x >= frame.x &&
    a.y >= frame.y &&
    a.x + a.width <= frame.x + frame.width &&
    a.y + a.height <= frame.y + frame.height
  );
}

/** A label and its candidate places, best first. */
export interface LabelRequest {
  key: string;
  places: Box[];
}

/**
 * Places `requests` in their order of importance.
 * @param taken what labels must not cover; grows by the labels placed.
 * @param lines segments (links) that labels must not cross either.
 */
export function place(
  requests: readonly LabelRequest[],
  taken: Box[],
  lines: readonly Segment[],
  frame: Box,
): Map<string, Box> {
  const out = new Map<string, Box>();
  for (const request of requests) {
    const free = request.places.find((box) => isFree(box, taken, lines, frame));
    if (!free) continue;
    taken.push(free);
    out.set(request.key, free);
  }
  return out;
}

/** Whether a label fits here. */
export function isFree(box: Box, taken: readonly Box[], lines: readonly Segment[], frame: Box): boolean {
  return inside(box, frame) && !taken.some((t) => overlaps(box, t)) && !lines.some((l) => crosses(box, l));
}

/** A straight segment with a width, such as a link. */
export interface Segment {
  a: Point;
  b: Point;
  width: number;
}

/** Whether a segment passes through a box: clips the line to the box grown by half the width. */
export function crosses(box: Box, line: Segment): boolean {
  const half = line.width / 2;
  let t0 = 0;
  let t1 = 1;
  const clip = (from: number, delta: number, low: number, high: number): boolean => {
    if (Math.abs(delta) < 1e-9) return from >= low && from <= high;
    const p = (low - from) / delta;
    const q = (high - from) / delta;
    t0 = Math.max(t0, Math.min(p, q));
    t1 = Math.min(t1, Math.max(p, q));
    return t0 <= t1;
  };
  return (
    clip(line.a.x, line.b.x - line.a.x, box.x - half, box.x + box.width + half) &&
    clip(line.a.y, line.b.y - line.a.y, box.y - half, box.y + box.height + half)
  );
}

/** Width of a text in Inter at `size` pixels; close enough to keep labels apart without measuring. */
export function textWidth(text: string, size: number): number {
  let em = 0;
  for (const c of text) {
    if ("iljtfrI.,:;|!' ".includes(c)) em += 0.33;
    else if ('mwMW'.includes(c)) em += 0.87;
    else if (c >= 'A' && c <= 'Z') em += 0.69;
    else em += 0.6;
  }
  return em * size;
}

/** Candidate places for a label beside a link: above and below its middle, then towards either end. */
export function besideLink(line: Segment, text: Size, from = 0.5): Box[] {
  const dx = line.b.x - line.a.x;
  const dy = line.b.y - line.a.y;
  const length = Math.hypot(dx, dy) || 1;
  // The upper side (on a vertical link the right one) comes first.
  const flip = dx < 0 || (dx === 0 && dy < 0) ? -1 : 1;
  const nx = (flip * dy) / length;
  const ny = (-flip * dx) / length;
  const out: Box[] = [];
  for (const share of [from, from - 0.12, from + 0.12, from - 0.24, from + 0.24]) {
    if (share < 0.1 || share > 0.92) continue;
    for (const side of [1, -1]) {
      // Far enough along the normal that the box's nearest corner clears the line.
      const reach = (Math.abs(nx) * text.width + Math.abs(ny) * text.height) / 2 + line.width / 2 + 5;
      const x = line.a.x + dx * share + nx * side * reach;
      const y = line.a.y + dy * share + ny * side * reach;
      out.push({ x: x - text.width / 2, y: y - text.height / 2, width: text.width, height: text.height });
    }
  }
  return out;
}
