/** Horizontal lines of a plot: ticks and limits. */
import { extentOf } from './steps';

/** A level line at a height, pixels from the plot's upper edge, and what is written before it. */
export interface Rule {
  y: number;
  /** When it held, s; all the time unless said. */
  fromS?: number;
  untilS?: number;
  colour: string;
  width: number;
  dash: readonly number[];
  label?: string;
  /** Instead, where the label has no room. */
  short?: string;
}

/**
 * Draws the lines over the area's width, as far as they held.
 * @param resolution pixels of the canvas for one of the layout
 */
export function drawRules(
  ctx: CanvasRenderingContext2D,
  rules: readonly Rule[],
  area: { left: number; width: number; t0: number; t1: number },
  resolution: number,
): void {
  for (const rule of rules) {
    const { y, colour, width, dash } = rule;
    const { from, to } = extentOf(rule, area);
    if (to <= from) continue;
    const snapped = (Math.round(y * resolution) + 0.5) / resolution;
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.globalAlpha = 1;
    ctx.setLineDash(dash as number[]);
    ctx.beginPath();
    ctx.moveTo(from, snapped);
    ctx.lineTo(to, snapped);
    ctx.stroke();
  }
}
