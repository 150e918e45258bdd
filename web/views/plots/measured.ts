/** Measurements from files, drawn over a plot's curves. */
import { bisectLeft } from 'd3-array';
import type { Measured } from '../../store/measured';

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
    for (let i = bisectLeft(t, t0 - shiftS); i < t.length && (t[i] as number) <= t1 - shiftS; i++) {
      const value = y[i] as number;
      if (value > most && value < Number.POSITIVE_INFINITY) most = value;
    }
  }
  return most;
}

/** Strokes the lines within an area of pixels. @param y of a value, px */
export function strokeMeasured(
  ctx: CanvasRenderingContext2D,
  lines: readonly MeasuredLine[],
  span: { t0: number; t1: number },
  area: { left: number; top: number; width: number; height: number },
  y: (value: number) => number,
): void {
  const x = (t: number) => area.left + ((t - span.t0) / (span.t1 - span.t0)) * area.width;
  ctx.save();
  ctx.beginPath();
  ctx.rect(area.left, area.top, area.width, area.height);
  ctx.clip();
  for (const { t, y: values, shiftS, dash } of lines) {
    // One point before the left edge and one behind the right one, so that lines run through.
    const first = Math.max(0, bisectLeft(t, span.t0 - shiftS) - 1);
    ctx.setLineDash([...dash]);
    ctx.beginPath();
    let pen = false;
    for (let i = first; i < t.length; i++) {
      const at = (t[i] as number) + shiftS;
      const value = values[i] as number;
      if (Number.isFinite(value)) {
        if (pen) ctx.lineTo(x(at), y(value));
        else ctx.moveTo(x(at), y(value));
      }
      pen = Number.isFinite(value);
      if (at > span.t1) break;
    }
    ctx.stroke();
  }
  ctx.restore();
}
