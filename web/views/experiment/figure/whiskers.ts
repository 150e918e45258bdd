/** Intervals around points: how they extend a scale, and how they are drawn. */
import * as Plot from '@observablehq/plot';
import type { Panel, Point } from './data';
import type { Domain } from './scale';

/**
 * The values that the vertical axis has to cover. Intervals are included only as far as the values can still be told apart: with two runs
 * they may be twelve times as wide as the distance between the lines. Partial points do not count, so that the axis does not jump during a sweep.
 */
export function valueExtent(panel: Panel): number[] {
  const values = [...panel.points.flatMap((p) => p.value ?? []), ...panel.marks.map((m) => m.value)];
  if (values.length === 0) return [];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = Math.max(high - low, 0.5 * Math.max(Math.abs(low), Math.abs(high)));
  // The interval of a value that is never negative may reach below zero, but the scale does not.
  const floor = low >= 0 ? Math.max(0, low - room) : low - room;
  const ends = panel.points.flatMap(({ value, halfWidth, partial }) =>
    value === null || halfWidth === null || partial ? [] : [value - halfWidth, value + halfWidth],
  );
  return [...values, ...ends.map((v) => Math.min(high + room, Math.max(floor, v)))];
}

/** Whether an interval extends beyond the frame. An axis that begins at zero cuts nothing. */
export function exceedsFrame(point: Point, domain: Domain): boolean {
  const { value, halfWidth } = point;
  if (value === null || halfWidth === null) return false;
  return value + halfWidth > domain.hi || (value - halfWidth < domain.lo && domain.lo !== 0);
}

interface Options {
  x: string;
  fx?: string;
  stroke: string;
  dx?: number;
}

/** A line for each interval. An end within the frame has a cross bar; an end that the frame cuts has none. */
export function whiskers(points: readonly Point[], domain: Domain, options: Options): Plot.Markish[] {
  // Identical runs differ only by rounding errors.
  const drawn = points.filter(
    (p) => p.value !== null && p.halfWidth !== null && p.halfWidth > 1e-9 * Math.abs(p.value),
  );
  const at = (p: Point, sign: number) => (p.value as number) + sign * (p.halfWidth as number);
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
