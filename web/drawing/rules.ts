/** Horizontal lines of a plot: ticks and limits. */
import { extentOf } from './steps';

/** A level line at a height, in pixels from the plot's upper edge, with its label. */
export interface Rule {
  y: number;
  /** When it applied, s; if omitted, always. */
  fromS?: number;
  untilS?: number;
  colour: string;
  width: number;
  dash: readonly number[];
  /** Belongs to another branch. */
  pale?: boolean;
  label?: string;
  /** Shorter label, if there is not enough space. */
  short?: string;
}

/** The branch that the texts beside the plots name is faint; others are fainter. The list of branches shows the same. */
export const BRANCH_ALPHA = 0.42;
export const UNNAMED_ALPHA = 0.2;

/**
 * Draws the lines over the area's width, for the time in which they applied.
 * @param resolution canvas pixels per CSS pixel
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
    ctx.globalAlpha = rule.pale ? BRANCH_ALPHA : 1;
    ctx.setLineDash(dash as number[]);
    ctx.beginPath();
    ctx.moveTo(from, snapped);
    ctx.lineTo(to, snapped);
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}
