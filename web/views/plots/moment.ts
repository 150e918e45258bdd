/** Values at one moment, read from a frame's thinned curves. */

import type { PlotSection } from '../../worker/sections';
import { indexAt } from './labels';

/**
 * The value of a series at time `t`, or its last one where `t` lies past it.
 * @returns NaN where the series has no value yet.
 */
export function valueAt(section: PlotSection, series: number, t: number): number {
  const ys = section.y(series);
  if (!ys || ys.length === 0) return Number.NaN;
  // Before the span that was asked for nothing is known; a column is not that exact.
  const column = (section.x[2] ?? Number.POSITIVE_INFINITY) - (section.x[0] as number);
  if (t < (section.x[0] as number) - column) return Number.NaN;
  let i = indexAt(section.x, t);
  if ((section.x[i] as number) > t && i > 0) i--;
  // A column holds its minimum and maximum; a gap of one column before "now" is not the end of the curve.
  for (let back = 0; back < 4 && i - back >= 0; back++) {
    const y = ys[i - back] as number;
    if (!Number.isNaN(y)) return y;
  }
  return Number.NaN;
}

/** The time that the page's values stand for: the crosshair's, else now; never after now. */
export function momentOf(cursor: number | null, now: number): number {
  return cursor === null ? now : Math.min(cursor, now);
}
