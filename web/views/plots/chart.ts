/** One plot of curves over time on a canvas: hairlines and limits, what stands behind, the curves, their labels. */
import type { GhostPlot, ValueSpan } from '../../store';
import { resolution } from '../../store/scale';
import type { PlotSection } from '../../worker/sections';
import { BandLayer, type BandLine, reach } from './bands';
import { formatTick } from './format';
import { type Spread, spreadOf } from './groups';
import { Labels } from './labels';
import { highest, type MeasuredLine, strokeMeasured } from './measured';
import { palette } from './palette';
import { logEnds, scaleTicks, shareOf, type ValueScale, valueAtShare } from './scale';
import type { PlotSpec } from './spec';
import { bandOf, groupStroke, type Line, linesOf, type Stroke, strokeOf } from './stroke';
import { scaleEnd } from './ticks';
import { type Area, trace } from './trace';

/** Above this height a tick's number would run into the title. */
const TITLE_BOTTOM = 23;
/** Other futures stand back, and so do the flows of a group behind their mean. */
const GHOST_ALPHA = 0.42;
const GROUP_ALPHA = 0.16;
const FONT = "12px 'Inter Variable', Inter, system-ui, sans-serif";

export interface Insets {
  left: number;
  top: number;
  bottom: number;
  /** A line parts the plot from the next one. */
  parted?: boolean;
}

/** What a frame has for all plots. */
interface Shown {
  plot: PlotSection;
  /** s */
  now: number;
  t0: number;
  t1: number;
  ghosts: readonly GhostPlot[];
}

export class Chart {
  private readonly canvas = document.createElement('canvas');
  private readonly context = this.canvas.getContext('2d', { alpha: false });
  private readonly layer = new BandLayer();
  private readonly labels = new Labels();
  private readonly bands: () => readonly BandLine[];
  private readonly measured: () => readonly MeasuredLine[];
  private spec: PlotSpec;
  private lines: Line[] = [];
  private strokes: Stroke[] = [];
  private spreads: Spread[] = [];
  private area: Omit<Area, 't0' | 't1' | 'scale'> = { left: 0, top: 0, width: 0, height: 0 };
  private scale: ValueScale = { low: 0, end: 0, log: false };
  private parted = false;
  /** Nothing is known yet that could make a scale: its numbers would be invented. */
  private blank = true;

  /**
   * @param bands what lies behind the curves; the same list as long as it is the same
   * @param measured what lies over them, from files
   */
  constructor(
    host: HTMLElement,
    spec: PlotSpec,
    bands: () => readonly BandLine[] = () => [],
    measured: () => readonly MeasuredLine[] = () => [],
  ) {
    this.spec = spec;
    this.bands = bands;
    this.measured = measured;
    host.append(this.canvas);
  }

  /** Takes a set of curves, a size and the colours of now. */
  configure(spec: PlotSpec, width: number, height: number, insets: Insets, selected: number): void {
    this.spec = spec;
    // The selected flow lies on top.
    this.lines = linesOf(spec).sort((a, b) => onTop(a, selected) - onTop(b, selected));
    this.strokes = this.lines.map(({ curve, fluid }) => {
      const stroke = strokeOf(curve, spec.curves.length, selected);
      return fluid ? bandOf(stroke) : stroke;
    });
    // Of flows in groups only the selected one has a line of its own.
    if (spec.groups.length > 0) {
      const alone = this.lines.map(({ curve }) => curve.flow < 0 || curve.flow === selected);
      this.lines = this.lines.filter((_, i) => alone[i]);
      this.strokes = this.strokes.filter((_, i) => alone[i]);
    }
    const r = resolution();
    this.canvas.width = Math.max(1, Math.round(width * r));
    this.canvas.height = Math.max(1, Math.round(height * r));
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    const { left, top, bottom, parted = false } = insets;
    this.parted = parted;
    this.area = { left, top, width: width - left, height: height - top - bottom };
  }

  destroy(): void {
    this.canvas.remove();
  }

  /** Vertical place of a value, in pixels of the host. */
  yOf(value: number): number {
    return this.area.top + this.area.height * (1 - shareOf(this.shown, value));
  }

  /** The value at a height in pixels of the host, within the area of curves. */
  valueAt(y: number): number {
    const share = 1 - (y - this.area.top) / (this.area.height || 1);
    return valueAtShare(this.shown, Math.max(0, Math.min(1, share)));
  }

  /** The scale in use; before there are values, one that has a height. */
  get shown(): ValueScale {
    return this.scale.end > this.scale.low ? this.scale : { low: 0, end: 1, log: false };
  }

  /**
   * Draws a frame. The section's arrays are read, and kept by nobody.
   * @param zoom the values to show; null: all of them
   */
  draw({ plot, now, t0, t1, ghosts }: Shown, log: boolean, zoom: ValueSpan | null): void {
    const ctx = this.context;
    if (!ctx || this.area.width < 1 || this.area.height < 1) return;
    const columns = this.lines.map((l) => plot.y(l.series) ?? NONE);
    this.spreads = this.spec.groups.map(({ series }, i) =>
      spreadOf(
        series.flatMap((s) => plot.y(s) ?? []),
        this.spreads[i],
      ),
    );
    this.rescale(columns, ghosts, { t0, t1 }, log, zoom);
    const area: Area = { ...this.area, t0, t1, scale: this.shown };
    const r = resolution();
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, this.canvas.width, this.canvas.height);
    ctx.fillStyle = palette().token.bg;
    ctx.fillRect(0, 0, this.canvas.width, this.canvas.height);
    const { left, top, width, height } = this.area;
    const pixels = { left: left * r, top: top * r, width: width * r, height: height * r };
    this.layer.paint(ctx, this.bands(), { ...area, ...pixels }, r);
    ctx.setTransform(r, 0, 0, r, 0, 0);
    this.rule(ctx, area, r);
    if (this.parted) {
      ctx.fillStyle = palette().token.line;
      ctx.fillRect(0, this.canvas.height / r - 1, left + width, 1);
    }
    ctx.save();
    ctx.beginPath();
    // Room for the line's own width at the ends of the scale.
    ctx.rect(left, top - 2, width, height + 4);
    ctx.clip();
    // Round joins of thousands of points would cost more than all the rest.
    ctx.lineJoin = 'bevel';
    this.haunt(ctx, ghosts, area);
    this.group(ctx, plot.x, area);
    columns.forEach((ys, i) => {
      const stroke = this.strokes[i];
      if (!stroke) return;
      pick(ctx, stroke);
      ctx.beginPath();
      trace(ctx, plot.x, ys, area);
      ctx.stroke();
    });
    strokeMeasured(ctx, this.measured(), area);
    ctx.restore();
    const curves = [...columns, ...this.spreads.map((s) => s.mean)];
    this.labels.draw(ctx, this.spec.references, area, plot.x, curves);
    this.playhead(ctx, area, now);
  }

  /** Part of the picture, since an element that moves with every frame would have the whole page laid out and put together anew. */
  private playhead(ctx: CanvasRenderingContext2D, { left, width, t0, t1 }: Area, now: number): void {
    const x = left + ((now - t0) / (t1 - t0)) * width;
    if (!(x >= left - 0.5 && x <= left + width + 0.5)) return;
    ctx.fillStyle = palette().token.ink;
    ctx.fillRect(x - 0.75, 0, 1.5, this.canvas.height);
  }

  private rescale(
    columns: readonly Float64Array[],
    ghosts: readonly GhostPlot[],
    span: { t0: number; t1: number },
    log: boolean,
    zoom: ValueSpan | null,
  ): void {
    if (zoom) {
      this.blank = false;
      this.scale = { ...zoom, log };
      return;
    }
    if (this.spec.max !== null && !log) {
      this.blank = false;
      // Room above, so that its number stands clear of the title in the lowest plot too.
      this.scale = { low: 0, end: this.spec.max * 1.12, log };
      return;
    }
    const before = this.scale.log === log ? this.scale : { low: 0, end: 0, log: false };
    const seen = this.extent(columns, ghosts, span, log);
    const data = seen.max;
    let { max } = seen;
    // The BDP last: a buffer far below it makes the scale while nothing waits yet.
    const isBdp = (ref: { kind: string }) => ref.kind === 'bdp';
    for (const ref of this.spec.references.filter((ref) => !isBdp(ref))) {
      // A limit far above everything would flatten the curves; its value then stands in the title's row.
      if (ref.value <= (log ? 100 : 4) * data || data === 0) max = Math.max(max, ref.value);
    }
    for (const ref of this.spec.references.filter(isBdp)) {
      if (ref.value <= (log ? 100 : 1.5) * max || max === 0) max = Math.max(max, ref.value);
    }
    this.blank = max === 0 && seen.min === 0 && before.end === 0;
    if (this.blank) return;
    this.scale = log
      ? { ...logEnds(seen.least, max, before), log }
      : { low: seen.min < 0 ? -scaleEnd(-seen.min, -before.low) : 0, end: scaleEnd(max, before.end), log };
  }

  /** Smallest and largest value, each no nearer than zero, and for a logarithmic scale the smallest positive one. */
  private extent(
    columns: readonly Float64Array[],
    ghosts: readonly GhostPlot[],
    { t0, t1 }: { t0: number; t1: number },
    log: boolean,
  ): { min: number; max: number; least: number } {
    let max = 0;
    let min = 0;
    let least = Number.POSITIVE_INFINITY;
    const take = (ys: Float64Array | undefined) => {
      if (!ys) return;
      for (const y of ys) {
        if (y > max && y < Number.POSITIVE_INFINITY) max = y;
        if (y < min) min = y;
        if (log && y > 0 && y < least) least = y;
      }
    };
    this.lines.forEach(({ curve, series, fluid }, i) => {
      // A threshold before the first loss may be anything; it follows the scale, never makes it.
      if (curve.role === 'ssthresh') return;
      take(columns[i]);
      if (!fluid) for (const ghost of ghosts) take(ghost.plot.y(series));
    });
    for (const spread of this.spreads) {
      take(spread.min);
      take(spread.max);
    }
    const beside = reach(this.bands(), t0, t1);
    if (beside.max > max) max = beside.max;
    max = Math.max(max, highest(this.measured(), t0, t1));
    if (beside.min < min) min = beside.min;
    return { min, max, least: Number.isFinite(least) ? least : 0 };
  }

  /** Hairlines, ticks and reference lines, under the curves. */
  private rule(ctx: CanvasRenderingContext2D, area: Area, r: number): void {
    const { token } = palette();
    const { left, top, width, height, scale } = area;
    const { factor, references } = this.spec;
    const y = (value: number) => top + height * (1 - shareOf(scale, value));
    const inside = (value: number) => value <= scale.end && value >= scale.low;
    const across = (at: number) => {
      const snapped = (Math.round(at * r) + 0.5) / r;
      ctx.beginPath();
      ctx.moveTo(left, snapped);
      ctx.lineTo(left + width, snapped);
      ctx.stroke();
    };
    ctx.save();
    ctx.font = FONT;
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'right';
    ctx.lineWidth = 1;
    ctx.strokeStyle = token.line;
    ctx.fillStyle = token.ink2;
    const tag = references.find((ref) => ref.kind === 'bdp' && inside(ref.value));
    // The title covers what is above it: a tick there would have no number.
    const free = Math.max(0, TITLE_BOTTOM - top);
    const clear = { ...scale, end: valueAtShare(scale, 1 - free / height) };
    for (const tick of this.blank ? [0] : scaleTicks(clear, height - free, factor)) {
      const at = y(tick);
      if (at < TITLE_BOTTOM && tick !== 0) continue;
      across(at);
      // The BDP's own tick takes the gutter; a number half under it would be neither.
      if (tag && Math.abs(y(tag.value) - at) < 13) continue;
      ctx.fillText(formatTick(Number((tick * factor).toPrecision(9))), left - 8, at);
    }
    for (const ref of references) {
      if (!inside(ref.value)) continue;
      const capacity = ref.kind === 'capacity';
      ctx.strokeStyle = capacity ? token.bad : token.ink2;
      ctx.lineWidth = capacity ? 1.25 : 1;
      ctx.setLineDash(capacity ? [] : [6, 3]);
      across(y(ref.value));
      if (ref !== tag || y(ref.value) < TITLE_BOTTOM) continue;
      // The number only where the gutter holds all of it.
      const fits = ctx.measureText(ref.label).width <= left - 10;
      ctx.fillText(fits ? ref.label : 'BDP', left - 8, y(ref.value));
    }
    ctx.restore();
  }

  /** Other futures, faint, behind the curves of this one. */
  private haunt(ctx: CanvasRenderingContext2D, ghosts: readonly GhostPlot[], area: Area): void {
    if (ghosts.length === 0) return;
    for (const { plot } of ghosts) {
      this.lines.forEach(({ curve, series, fluid }, i) => {
        const ys = curve.role === 'ssthresh' || fluid ? undefined : plot.y(series);
        if (!ys) return;
        pick(ctx, { colour: this.strokes[i]?.colour ?? '', width: 1.25, dash: [], alpha: GHOST_ALPHA });
        ctx.beginPath();
        trace(ctx, plot.x, ys, area);
        ctx.stroke();
      });
    }
  }

  /** Of each group all that its flows did, and their mean. */
  private group(ctx: CanvasRenderingContext2D, xs: Float64Array, area: Area): void {
    const strokes = this.spec.groups.map((g) => groupStroke(g.flow));
    this.spreads.forEach(({ min, max }, i) => {
      const points = max.length;
      if (!strokes[i] || points === 0) return;
      ctx.globalAlpha = GROUP_ALPHA;
      ctx.fillStyle = strokes[i].colour;
      ctx.beginPath();
      // One outline there and back; where there is no value yet there is nothing to enclose.
      const known = max.findIndex((v) => !Number.isNaN(v));
      const last = max.findLastIndex((v) => !Number.isNaN(v));
      if (known < 0) return;
      trace(ctx, xs.subarray(known, last + 1), max.subarray(known, last + 1), area);
      const back = xs.slice(known, last + 1).reverse();
      trace(lineOnly(ctx), back, min.slice(known, last + 1).reverse(), area);
      ctx.closePath();
      ctx.fill();
    });
    this.spreads.forEach(({ mean }, i) => {
      if (!strokes[i]) return;
      pick(ctx, strokes[i]);
      ctx.beginPath();
      trace(ctx, xs, mean, area);
      ctx.stroke();
    });
  }
}

const NONE = new Float64Array(0);

const onTop = ({ curve }: Line, selected: number) => (selected >= 0 && curve.flow === selected ? 1 : 0);

function pick(ctx: CanvasRenderingContext2D, { colour, width, dash, alpha }: Stroke): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.setLineDash(dash as number[]);
  ctx.globalAlpha = alpha;
}

/** A pen that never leaves the paper. */
function lineOnly(ctx: CanvasRenderingContext2D): Pick<CanvasRenderingContext2D, 'moveTo' | 'lineTo'> {
  return { moveTo: (x, y) => ctx.lineTo(x, y), lineTo: (x, y) => ctx.lineTo(x, y) };
}
