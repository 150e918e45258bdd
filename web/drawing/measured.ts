/** Measurements from files, drawn over a plot's curves. */
import { bisectLeft } from 'd3-array';
import { type Area, trace } from './trace';

/** A measurement in the form in which it is drawn. */
export interface MeasuredLine {
  t: Float64Array;
  y: Float64Array;
  /** Simulated time of its zero, s. */
  shiftS: number;
  dash: readonly number[];
}

/** Largest value between two simulated times; 0 if there is none. */
export function highest(lines: readonly MeasuredLine[], t0: number, t1: number): number {
  let most = 0;
  for (const { t, y, shiftS } of lines) {
    for (let i = bisectLeft(t, t0 - shiftS); i < t.length && (t[i] as number) <= t1 - shiftS; i++) {
      const value = y[i] as number;
      if (value > most && value < Number.POSITIVE_INFINITY) most = value;
    }
  }
  return most;
}

/** Draws the lines; the context is already clipped to the area. */
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
    // Includes one point beyond each edge, so that lines continue to the edges.
    const first = Math.max(0, bisectLeft(t, there.t0) - 1);
    const last = bisectLeft(t, there.t1) + 1;
    ctx.setLineDash([...dash]);
    ctx.beginPath();
    trace(ctx, { xs: t, ys: y }, there, first, Math.min(last, t.length));
    ctx.stroke();
  }
}
