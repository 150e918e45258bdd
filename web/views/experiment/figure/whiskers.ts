/** Intervals around points: their part in a scale, and their drawing. */
import * as Plot from '@observablehq/plot';
import type { Panel, Point } from './data';
import type { Domain } from './scale';

/**
 * All that has to fit on the vertical axis. Intervals do as far as the values can still be told apart: with two runs they may be twelve times
 * as wide as what is between the lines, and the first ones of a sweep that goes on come and go.
 */
export function extremes(panel: Panel): number[] {
  const values = [...panel.points.flatMap((p) => p.value ?? []), ...panel.marks.map((m) => m.value)];
  if (values.length === 0) return [];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = Math.max(high - low, 0.5 * Math.max(Math.abs(low), Math.abs(high)));
  // An interval of what is never negative may reach below zero; the scale need not.
  const floor = low >= 0 ? Math.max(0, low - room) : low - room;
  const ends = panel.points.flatMap(({ value, off, partial }) =>
    value === null || off === null || partial ? [] : [value - off, value + off],
  );
  return [...values, ...ends.map((v) => Math.min(high + room, Math.max(floor, v)))];
}

/** Whether an interval leaves the frame; of what is never negative zero is no edge. */
export function leaves(point: Point, domain: Domain): boolean {
  const { value, off } = point;
  if (value === null || off === null) return false;
  return value + off > domain.hi || (value - off < domain.lo && domain.lo !== 0);
}

interface Options {
  x: string;
  fx?: string;
  stroke: string;
  dx?: number;
}

/** A rule through each interval. Its end has a bar across where it is within the frame, and none where the frame cuts it. */
export function whiskers(points: readonly Point[], domain: Domain, options: Options): Plot.Markish[] {
  // Identical runs differ only by rounding errors.
  const drawn = points.filter((p) => p.value !== null && p.off !== null && p.off > 1e-9 * Math.abs(p.value));
  const at = (p: Point, sign: number) => (p.value as number) + sign * (p.off as number);
  const inside = (p: Point, sign: number) => at(p, sign) >= domain.lo && at(p, sign) <= domain.hi;
  const clamp = (v: number) => Math.min(domain.hi, Math.max(domain.lo, v));
  return [1, -1].flatMap((sign) =>
    [true, false].map((whole) =>
      Plot.ruleX(
        drawn.filter((p) => inside(p, sign) === whole),
        {
          ...options,
          y1: (p: Point) => clamp(p.value as number),
          y2: (p: Point) => clamp(at(p, sign)),
          strokeWidth: 1.25,
          ...(whole ? { markerEnd: 'tick' as never } : {}),
        },
      ),
    ),
  );
}
