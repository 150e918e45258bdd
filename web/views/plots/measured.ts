/** Measurements from files, drawn over a plot's curves. */
import type { Measured } from '../../store/measured';
import { type Area, trace } from './trace';

/** The place of the first time that is not before `t`. */
function placeOf(times: Float64Array, t: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] as number) < t) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A measurement as a plot draws it. */
export interface MeasuredLine {
  t: Float64Array;
  y: Float64Array;
  /** Simulated time of its zero, s. */
  shiftS: number;
  dash: readonly number[];
}

/** Dashes that flows do not have: measurements share the ink. */
export const MEASURED_DASHES: readonly (readonly number[])[] = [
  [2.5, 2],
  [5, 2, 1, 2],
  [9, 3],
  [3, 3],
  [12, 3, 1, 3],
  [2, 4],
];

/** What lies over the plot with an id. */
export function measuredLines(list: readonly Measured[], plot: string): MeasuredLine[] {
  return list.flatMap(({ curves, shiftS }, file) =>
    curves
      .filter((c) => c.plot === plot)
      .map(({ t, y }) => ({ t, y, shiftS, dash: MEASURED_DASHES[file % MEASURED_DASHES.length] ?? [] })),
  );
}

/** Largest value between two simulated times; 0 where there is none. */
export function highest(lines: readonly MeasuredLine[], t0: number, t1: number): number {
  let most = 0;
  for (const { t, y, shiftS } of lines) {
    for (let i = placeOf(t, t0 - shiftS); i < t.length && (t[i] as number) <= t1 - shiftS; i++) {
      const value = y[i] as number;
      if (value > most && value < Number.POSITIVE_INFINITY) most = value;
    }
  }
  return most;
}

/** Strokes the lines over an area; the context is clipped to it already. */
export function strokeMeasured(
  ctx: CanvasRenderingContext2D,
  lines: readonly MeasuredLine[],
  ink: string,
  area: Area,
): void {
  if (lines.length === 0) return;
  ctx.strokeStyle = ink;
  ctx.lineWidth = 1.5;
  ctx.globalAlpha = 1;
  for (const { t, y, shiftS, dash } of lines) {
    const there = { ...area, t0: area.t0 - shiftS, t1: area.t1 - shiftS };
    // One point before the left edge and one behind the right one, so that lines run through.
    const first = Math.max(0, placeOf(t, there.t0) - 1);
    const last = placeOf(t, there.t1) + 1;
    ctx.setLineDash([...dash]);
    ctx.beginPath();
    trace(ctx, { xs: t, ys: y }, there, first, Math.min(last, t.length));
    ctx.stroke();
  }
}
