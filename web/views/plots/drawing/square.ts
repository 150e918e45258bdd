/** A square on a canvas with two axes of values, shared by the phase portrait and the throughput–delay plane. */

import type { ScaleLinear } from 'd3-scale';
import { scaleLinear } from 'd3-scale';
import { formatTick } from '../../../drawing/format';
import { valueTicks } from '../../../drawing/ticks';
import { resolution } from '../../../store/scale';
import { palette } from '../../../ui/palette';
import type { Room } from '../model/figure-room';
import type { Ends } from '../model/line-labels';

/** Margins of the square, px. */
export const INSETS = { left: 48, top: 6, right: 12, bottom: 22 };

/** The size of a canvas for a square with its margins, px. Its element has it before anything is drawn, so that what is below keeps its place. */
export const sizeAround = (side: number) => ({
  width: side + INSETS.left + INSETS.right,
  height: side + INSETS.top + INSETS.bottom,
});

/** The side of the largest square that fits into a room with its margins, px. */
export const sideOf = ({ width, height }: Room) =>
  Math.min(width - INSETS.left - INSETS.right, height - INSETS.top - INSETS.bottom);

/** The square within its canvas, px. */
export const frameOf = (side: number): Ends => ({
  x0: INSETS.left,
  y0: INSETS.top,
  x1: INSETS.left + side,
  y1: INSETS.top + side,
});

export interface Square {
  ctx: CanvasRenderingContext2D;
  x: ScaleLinear<number, number>;
  y: ScaleLinear<number, number>;
}

/** Clears the canvas and draws the grid with its ticks. Both axes start at 0; `ends` are their upper ends. */
export function square(
  canvas: HTMLCanvasElement,
  side: number,
  ends: readonly [number, number],
): Square | null {
  const ctx = canvas.getContext('2d');
  if (!ctx) return null;
  const r = resolution();
  const { width, height } = sizeAround(side);
  if (canvas.width !== Math.round(width * r) || canvas.height !== Math.round(height * r)) {
    canvas.width = Math.round(width * r);
    canvas.height = Math.round(height * r);
  }
  ctx.setTransform(r, 0, 0, r, 0, 0);
  ctx.clearRect(0, 0, width, height);
  const { token } = palette();
  const x = scaleLinear([0, ends[0]], [INSETS.left, INSETS.left + side]);
  const y = scaleLinear([0, ends[1]], [INSETS.top + side, INSETS.top]);

  ctx.font = "12px 'Inter Variable', Inter, system-ui, sans-serif";
  ctx.fillStyle = token.ink2;
  ctx.strokeStyle = token.line;
  ctx.lineWidth = 1;
  for (const tick of valueTicks(0, ends[0], side)) {
    stroke(ctx, x(tick), y(0), x(tick), y(ends[1]));
    ctx.textAlign = 'center';
    ctx.fillText(formatTick(tick), x(tick), height - 6);
  }
  for (const tick of valueTicks(0, ends[1], side)) {
    stroke(ctx, x(0), y(tick), x(ends[0]), y(tick));
    ctx.textAlign = 'right';
    ctx.fillText(formatTick(tick), INSETS.left - 8, y(tick) + 4);
  }
  return { ctx, x, y };
}

/** Clips to the square what is drawn from now on, until the context is restored. */
export function clip(ctx: CanvasRenderingContext2D, side: number): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(INSETS.left, INSETS.top, side, side);
  ctx.clip();
}

/** Text with a halo, which can be read over lines. */
export function drawHaloedText(
  ctx: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  ink: string,
  ground: string,
) {
  ctx.lineWidth = 3;
  ctx.lineJoin = 'round';
  ctx.strokeStyle = ground;
  ctx.strokeText(text, x, y);
  ctx.fillStyle = ink;
  ctx.fillText(text, x, y);
}

export function stroke(ctx: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  ctx.beginPath();
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
  ctx.stroke();
}
