/**
 * What moves in a plot: ground, level lines, bands, all curves, and the line of now. It knows neither page nor store, so that it is drawn
 * by a worker where browsers can, and on the page where they cannot.
 */
import { decodePlot, type PlotSection } from '../../worker/sections';
import { BandLayer, type BandLine } from './bands';
import type { Spread } from './groups';
import { type MeasuredLine, strokeMeasured } from './measured';
import { drawRules, type Rule } from './rules';
import type { ValueScale } from './scale';
import type { Stroke } from './stroke';
import { type Area, type Curved, trace } from './trace';

/** Other futures stand back, and so do the flows of a group behind their mean. */
const GHOST_ALPHA = 0.42;
const GROUP_ALPHA = 0.16;

/** What stays while a run goes on. */
export interface Look {
  /** Of the plot, in pixels of the layout. */
  width: number;
  height: number;
  /** Its place on the board, and the height of that. */
  top: number;
  board: number;
  /** Pixels of the canvas for one of the layout. */
  resolution: number;
  area: Pick<Area, 'left' | 'top' | 'width' | 'height'>;
  colours: { ground: string; ink: string };
  /** Colour of the line that parts the plot from the next one; none without. */
  edge: string | undefined;
  strokes: readonly Stroke[];
  groups: readonly Stroke[];
  bands: readonly BandLine[];
  measured: readonly MeasuredLine[];
}

/** What a frame has for one plot. Series are numbers of the frame's sections. */
export interface Shot {
  scale: ValueScale;
  rules: readonly Rule[];
  /** A series for each stroke. */
  lines: readonly number[];
  spreads: readonly Spread[];
  /** Strokes that other futures have a line for. */
  haunted: readonly number[];
}

/** What a frame has for all plots: its own section, and one of each other future. */
export interface Footage {
  t0: number;
  t1: number;
  /** s */
  now: number;
  sections: readonly { data: Float64Array; series: readonly number[]; columns: number }[];
}

type Context = CanvasRenderingContext2D;

/** The canvas that the sheets of a stack share: what canvases of their own show, browsers may put on the screen one after the other. */
export class Board {
  private readonly canvas: HTMLCanvasElement | OffscreenCanvas;
  readonly context: Context | null;

  constructor(canvas: HTMLCanvasElement | OffscreenCanvas) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d', { alpha: false }) as Context | null;
  }

  /** Only with a picture that fills it: another size makes a canvas empty. */
  fit({ width, board, resolution: r, colours }: Look): void {
    const [w, h] = [width, board].map((size) => Math.max(1, Math.round(size * r))) as [number, number];
    if (this.canvas.width === w && this.canvas.height === h) return;
    this.canvas.width = w;
    this.canvas.height = h;
    if (!this.context) return;
    this.context.fillStyle = colours.ground;
    this.context.fillRect(0, 0, w, h);
  }
}

export class Sheet {
  private readonly board: Board;
  private readonly layer = new BandLayer();
  private seen: Look | null = null;

  constructor(board: Board) {
    this.board = board;
  }

  /** From the next picture on: until then the last one stays. */
  look(look: Look): void {
    this.seen = look;
  }

  draw({ scale, rules, lines, spreads, haunted }: Shot, { t0, t1, now, sections }: Footage): void {
    const { seen } = this;
    const ctx = this.board.context;
    if (!ctx || !seen) return;
    const { resolution: r, colours } = seen;
    this.board.fit(seen);
    const from = Math.round(seen.top * r);
    const deep = Math.round((seen.top + seen.height) * r) - from;
    const [plot, ...others] = sections.map(({ data, series, columns }) => decodePlot(data, series, columns));
    if (!plot) return;
    const area: Area = { ...seen.area, t0, t1, scale };
    const { left, top, width, height } = area;
    ctx.setTransform(1, 0, 0, 1, 0, from);
    ctx.fillStyle = colours.ground;
    ctx.fillRect(0, 0, Math.round(seen.width * r), deep);
    const pixels = { left: left * r, top: top * r, width: width * r, height: height * r };
    this.layer.paint(ctx, seen.bands, { ...area, ...pixels }, r);
    ctx.setTransform(r, 0, 0, r, 0, from);
    drawRules(ctx, rules, area, r);
    if (seen.edge) {
      ctx.fillStyle = seen.edge;
      ctx.fillRect(0, deep / r - 1, left + width, 1);
    }
    ctx.save();
    ctx.beginPath();
    // Room for the line's own width at the ends of the scale.
    ctx.rect(left, top - 2, width, height + 4);
    ctx.clip();
    // Round joins of thousands of points would cost more than all the rest.
    ctx.lineJoin = 'bevel';
    this.haunt(ctx, others, lines, haunted, area);
    this.group(ctx, spreads, plot.x, area);
    lines.forEach((series, i) => {
      const ys = plot.y(series);
      const stroke = seen.strokes[i];
      if (ys && stroke) strokeCurve(ctx, stroke, { xs: plot.x, ys }, area);
    });
    strokeMeasured(ctx, seen.measured, colours.ink, area);
    ctx.restore();
    // Part of the picture, since an element that moves with every frame would have the whole page laid out and put together anew.
    const x = left + ((now - t0) / (t1 - t0)) * width;
    if (!(x >= left - 0.5 && x <= left + width + 0.5)) return;
    ctx.fillStyle = colours.ink;
    ctx.fillRect(x - 0.75, 0, 1.5, deep / r);
  }

  /** Other futures, faint, behind the curves of this one. */
  private haunt(
    ctx: Context,
    others: readonly PlotSection[],
    lines: readonly number[],
    haunted: readonly number[],
    area: Area,
  ): void {
    for (const plot of others) {
      for (const i of haunted) {
        const ys = plot.y(lines[i] ?? -1);
        const colour = this.seen?.strokes[i]?.colour ?? '';
        if (!ys) continue;
        strokeCurve(ctx, { colour, width: 1.25, dash: [], alpha: GHOST_ALPHA }, { xs: plot.x, ys }, area);
      }
    }
  }

  /** Of each group all that its flows did, and their mean. */
  private group(ctx: Context, spreads: readonly Spread[], xs: Float64Array, area: Area): void {
    const strokes = this.seen?.groups ?? [];
    spreads.forEach(({ min, max }, i) => {
      // One outline there and back; where there is no value yet there is nothing to enclose.
      const first = max.findIndex((v) => !Number.isNaN(v));
      const end = max.findLastIndex((v) => !Number.isNaN(v)) + 1;
      if (!strokes[i] || first < 0) return;
      ctx.globalAlpha = GROUP_ALPHA;
      ctx.fillStyle = strokes[i].colour;
      ctx.beginPath();
      trace(ctx, { xs, ys: max }, area, first, end);
      const back = { xs: xs.slice(first, end).reverse(), ys: min.slice(first, end).reverse() };
      trace(lineOnly(ctx), back, area);
      ctx.closePath();
      ctx.fill();
    });
    spreads.forEach(({ mean }, i) => {
      if (strokes[i]) strokeCurve(ctx, strokes[i], { xs, ys: mean }, area);
    });
  }
}

function strokeCurve(ctx: Context, { colour, width, dash, alpha }: Stroke, curve: Curved, area: Area): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.setLineDash(dash as number[]);
  ctx.globalAlpha = alpha;
  ctx.beginPath();
  trace(ctx, curve, area);
  ctx.stroke();
}

/** A pen that never leaves the paper. */
function lineOnly(ctx: Context): Pick<Context, 'moveTo' | 'lineTo'> {
  return { moveTo: (x, y) => ctx.lineTo(x, y), lineTo: (x, y) => ctx.lineTo(x, y) };
}
