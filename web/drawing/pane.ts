/**
 * Draws the moving part of a plot: background, level lines, bands, curves and the line at the current time.
 * It depends on neither page nor store, so that it can run in a worker or in the page.
 */
import { decodePlot, type PlotSection } from '../worker/sections';
import { BandLayer, type BandLine } from './bands';
import type { Spread } from './groups';
import { type MeasuredLine, strokeMeasured } from './measured';
import { BRANCH_ALPHA, drawRules, type Rule, UNNAMED_ALPHA } from './rules';
import type { ValueScale } from './scale';
import type { Stroke } from './stroke';
import { type Area, type Curved as CurveData, trace } from './trace';

/** The flows of a group are faint behind their mean. */
const GROUP_ALPHA = 0.16;

/** Properties that stay constant during a run. */
export interface PaneLayout {
  /** Size of the plot, CSS pixels. */
  width: number;
  height: number;
  /** Position on the canvas, and height of the canvas, CSS pixels. */
  top: number;
  canvasHeight: number;
  /** Canvas pixels per CSS pixel. */
  resolution: number;
  area: Pick<Area, 'left' | 'top' | 'width' | 'height'>;
  colours: { background: string; ink: string };
  /** Color of the line between this plot and the next one; undefined for none. */
  separator: string | undefined;
  strokes: readonly Stroke[];
  /** A series for each stroke. Here, and not with each frame, because copying lists of fifty flows to the worker takes time. */
  lines: readonly number[];
  /** Strokes that are also drawn for other branches. */
  branched: readonly number[];
  groups: readonly Stroke[];
  bands: readonly BandLine[];
  measured: readonly MeasuredLine[];
}

/** Content of a plot in a frame. Series are indices into the frame's sections. */
export interface PaneData {
  scale: ValueScale;
  rules: readonly Rule[];
  spreads: readonly Spread[];
  /** Which of the other branches the texts beside the plots name, by its place among them; −1: none. */
  named: number;
  /** Values may be outside the scale. */
  zoomed: boolean;
}

/** Data of a frame for all plots: the section of this run, and one for each other branch. */
export interface FrameData {
  t0: number;
  t1: number;
  /** s */
  now: number;
  sections: readonly { data: Float64Array; series: readonly number[]; columns: number }[];
}

type Context = CanvasRenderingContext2D;

/**
 * The canvas shared by the panes of a stack. With several canvases, browsers may show them one after another.
 */
export class PlotCanvas {
  private readonly canvas: HTMLCanvasElement | OffscreenCanvas;
  readonly context: Context | null;

  constructor(canvas: HTMLCanvasElement | OffscreenCanvas) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d', { alpha: false }) as Context | null;
  }

  /** Called only before the whole canvas is drawn, because a change of size clears it. */
  fit({ width, canvasHeight, resolution: r, colours }: PaneLayout): void {
    const [w, h] = [width, canvasHeight].map((size) => Math.max(1, Math.round(size * r))) as [number, number];
    if (this.canvas.width === w && this.canvas.height === h) return;
    this.canvas.width = w;
    this.canvas.height = h;
    if (!this.context) return;
    this.context.fillStyle = colours.background;
    this.context.fillRect(0, 0, w, h);
  }
}

export class Pane {
  private readonly canvas: PlotCanvas;
  private readonly layer = new BandLayer();
  private layout: PaneLayout | null = null;

  constructor(canvas: PlotCanvas) {
    this.canvas = canvas;
  }

  /** Takes effect with the next frame; until then the last one stays. */
  setLayout(layout: PaneLayout): void {
    this.layout = layout;
  }

  draw({ scale, rules, spreads, named, zoomed }: PaneData, { t0, t1, now, sections }: FrameData): void {
    const { layout } = this;
    const ctx = this.canvas.context;
    if (!ctx || !layout) return;
    const { resolution: r, colours, lines, branched } = layout;
    this.canvas.fit(layout);
    const from = Math.round(layout.top * r);
    const depth = Math.round((layout.top + layout.height) * r) - from;
    const [plot, ...others] = sections.map(({ data, series, columns }) => decodePlot(data, series, columns));
    if (!plot) return;
    const area: Area = { ...layout.area, t0, t1, scale };
    const { left, top, width, height } = area;
    ctx.setTransform(1, 0, 0, 1, 0, from);
    ctx.fillStyle = colours.background;
    ctx.fillRect(0, 0, Math.round(layout.width * r), depth);
    const pixels = { left: left * r, top: top * r, width: width * r, height: height * r };
    this.layer.paint(ctx, layout.bands, { ...area, ...pixels }, r);
    ctx.setTransform(r, 0, 0, r, 0, from);
    drawRules(ctx, rules, area, r);
    if (layout.separator) {
      ctx.fillStyle = layout.separator;
      ctx.fillRect(0, depth / r - 1, left + width, 1);
    }
    ctx.save();
    ctx.beginPath();
    // Leaves space for the line's width at both ends of the scale.
    ctx.rect(left, top - 2, width, height + 4);
    ctx.clip();
    // Round joins of thousands of points would cost more than everything else.
    ctx.lineJoin = 'bevel';
    this.drawBranches(ctx, others, layout, named, area);
    this.drawGroups(ctx, spreads, plot.x, area);
    lines.forEach((series, i) => {
      const ys = plot.y(series);
      const stroke = layout.strokes[i];
      if (ys && stroke) strokeCurve(ctx, stroke, { xs: plot.x, ys }, area);
    });
    if (zoomed) {
      for (const i of branched) {
        const ys = plot.y(lines[i] ?? -1);
        if (ys) markOutside(ctx, layout.strokes[i]?.colour ?? '', { xs: plot.x, ys }, area);
      }
      spreads.forEach(({ max, min }, i) => {
        for (const ys of [max, min])
          markOutside(ctx, layout.groups[i]?.colour ?? '', { xs: plot.x, ys }, area);
      });
    }
    strokeMeasured(ctx, layout.measured, colours.ink, area);
    ctx.restore();
    // Drawn here, because moving an element in every frame would lay out and composite the whole page.
    const x = left + ((now - t0) / (t1 - t0)) * width;
    // Before a run begins, the line would only stand in the titles.
    if (now === 0 || !(x >= left - 0.5 && x <= left + width + 0.5)) return;
    ctx.fillStyle = colours.ink;
    ctx.fillRect(x - 0.75, 0, 1.5, depth / r);
  }

  /** Draws the curves of other branches, faint, behind those of this run. */
  private drawBranches(
    ctx: Context,
    others: readonly PlotSection[],
    { lines, branched, strokes }: PaneLayout,
    named: number,
    area: Area,
  ): void {
    others.forEach((plot, other) => {
      const alpha = other === named ? BRANCH_ALPHA : UNNAMED_ALPHA;
      for (const i of branched) {
        const ys = plot.y(lines[i] ?? -1);
        const colour = strokes[i]?.colour ?? '';
        if (!ys) continue;
        strokeCurve(ctx, { colour, width: 1.25, dash: [], alpha }, { xs: plot.x, ys }, area);
      }
    });
  }

  /** Draws the range of each group's flows, and their mean. */
  private drawGroups(ctx: Context, spreads: readonly Spread[], xs: Float64Array, area: Area): void {
    const strokes = this.layout?.groups ?? [];
    spreads.forEach(({ min, max }, i) => {
      // One outline: forward along the maxima and back along the minima, from the first value to the last.
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

function strokeCurve(
  ctx: Context,
  { colour, width, dash, alpha }: Stroke,
  curve: CurveData,
  area: Area,
): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.setLineDash(dash as number[]);
  ctx.globalAlpha = alpha;
  ctx.beginPath();
  trace(ctx, curve, area);
  ctx.stroke();
}

/** Marks at the upper and the lower edge of the area where a curve is outside it. */
function markOutside(ctx: Context, colour: string, { xs, ys }: CurveData, area: Area): void {
  const { left, top, width, height, t0, t1, scale } = area;
  ctx.fillStyle = colour;
  ctx.globalAlpha = 1;
  ctx.beginPath();
  let last = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < ys.length; i++) {
    const value = ys[i] as number;
    // On a logarithmic scale zero is always below.
    const above = value > scale.end;
    if (!above && !(value < scale.low && !(scale.log && value <= 0))) continue;
    const x = left + (((xs[i] as number) - t0) / (t1 - t0)) * width;
    if (x - last < 2) continue;
    ctx.rect(x - 1.5, above ? top - 2 : top + height - 2, 3, 4);
    last = x;
  }
  ctx.fill();
}

/** A context whose moves draw lines. */
function lineOnly(ctx: Context): Pick<Context, 'moveTo' | 'lineTo'> {
  return { moveTo: (x, y) => ctx.lineTo(x, y), lineTo: (x, y) => ctx.lineTo(x, y) };
}
