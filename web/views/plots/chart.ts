/** One plot of curves over time: uPlot draws the curves, this draws hairlines, ticks and reference lines around them. */

import uPlot from 'uplot';
import type { GhostPlot, ValueSpan } from '../../store';
import { pageScale, resolution } from '../../store/scale';
import type { PlotSection } from '../../worker/sections';
import { BandLayer, type BandLine, reach } from './bands';
import { formatTick } from './format';
import { palette } from './palette';
import { linePath } from './path';
import { logEnds, scaleTicks, shareOf, type ValueScale, valueAtShare } from './scale';
import type { PlotSpec } from './spec';
import { chooseSpot, type Spot, spotsFor } from './spots';
import { bandOf, type Line, linesOf, strokeOf } from './stroke';
import { scaleEnd } from './ticks';

/** Above this height a tick's number would run into the title. */
const TITLE_BOTTOM = 23;
/** Other futures stand back. */
const GHOST_ALPHA = 0.42;
/** A spot over another line or label counts as this many points of curves. */
const CROWD = 1e5;

export interface Insets {
  left: number;
  top: number;
  bottom: number;
}

export class Chart {
  private plot: uPlot | undefined;
  private spec: PlotSpec;
  private lines: Line[] = [];
  private scale: ValueScale = { low: 0, end: 0, log: false };
  /** Nothing is known yet that could make a scale: its numbers would be invented. */
  private blank = true;
  private span = { t0: 0, t1: 1 };
  private ghosts: readonly GhostPlot[] = [];
  private selected = -1;
  private spots = new Map<string, Spot>();
  /** Labels that have no spot free of other lines: they would strike one through. */
  private crowded = new Set<string>();
  private spotsChecked = 0;
  private readonly host: HTMLElement;
  private readonly layer = new BandLayer();
  private readonly bands: () => readonly BandLine[];

  /** @param bands what lies behind the curves; the same list as long as it is the same */
  constructor(host: HTMLElement, spec: PlotSpec, bands: () => readonly BandLine[] = () => []) {
    this.host = host;
    this.spec = spec;
    this.bands = bands;
  }

  /** Takes another set of curves, another size or another theme: uPlot is built anew. */
  configure(spec: PlotSpec, width: number, height: number, insets: Insets, selected: number): void {
    if (spec.id !== this.spec.id) this.scale = { low: 0, end: 0, log: false };
    this.spec = spec;
    this.lines = linesOf(spec);
    this.selected = selected;
    this.spots.clear();
    this.plot?.destroy();
    this.plot = undefined;
    if (width < 40 || height < 20) return;
    // On a projector uPlot works in the screen's pixels: it knows no zoom of the page, and would be blurred by one.
    const s = pageScale();
    const series = this.lines.map(({ curve, fluid }): uPlot.Series => {
      const own = strokeOf(curve, spec.curves.length, selected);
      const stroke = fluid ? bandOf(own) : own;
      return {
        stroke: stroke.colour,
        width: stroke.width * s,
        dash: stroke.dash.map((d) => d * s),
        alpha: stroke.alpha,
        paths: linePath(() => this.shown),
        points: { show: false },
      };
    });
    this.plot = new uPlot(
      {
        width: width * s,
        height: height * s,
        padding: [insets.top * s, 0, insets.bottom * s, insets.left * s],
        legend: { show: false },
        cursor: { show: false },
        axes: [{ show: false }, { show: false }],
        scales: {
          x: { time: false, range: () => [this.span.t0, this.span.t1] },
          // Heights come from the plot's own scale; uPlot need not look through the values for one.
          y: { auto: false, range: [0, 1] },
        },
        series: [{}, ...series],
        hooks: { drawClear: [(u) => this.under(u)], draw: [(u) => this.over(u)] },
      },
      [[], ...series.map(() => [])] as unknown as uPlot.AlignedData,
      this.host,
    );
    if (s !== 1) this.plot.root.style.zoom = String(1 / s);
  }

  /**
   * Draws a frame. The section's arrays are used until the next frame and copied by nobody.
   * @param zoom the values to show; null: all of them
   */
  draw(
    section: PlotSection,
    { t0, t1, ghosts }: { t0: number; t1: number; ghosts: readonly GhostPlot[] },
    log: boolean,
    zoom: ValueSpan | null,
  ): void {
    if (!this.plot) return;
    this.span = { t0, t1 };
    this.ghosts = ghosts;
    const columns = this.lines.map((l) => section.y(l.series) ?? new Float64Array(section.x.length));
    this.rescale(columns, log, zoom);
    this.plot.setData([section.x, ...columns] as unknown as uPlot.AlignedData, true);
  }

  private rescale(columns: readonly Float64Array[], log: boolean, zoom: ValueSpan | null): void {
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
    const seen = this.extent(columns, log);
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
      if (!fluid) for (const { plot } of this.ghosts) take(plot.y(series));
    });
    const beside = reach(this.bands(), this.span.t0, this.span.t1);
    if (beside.max > max) max = beside.max;
    if (beside.min < min) min = beside.min;
    return { min, max, least: Number.isFinite(least) ? least : 0 };
  }

  destroy(): void {
    this.plot?.destroy();
    this.plot = undefined;
  }

  /** Vertical place of a value, in pixels of the host; NaN when the plot is not there. */
  yOf(value: number): number {
    if (!this.plot) return Number.NaN;
    const { top, height } = this.frame(this.plot);
    return top + height * (1 - shareOf(this.shown, value));
  }

  /** The value at a height in pixels of the host, within the area of curves; NaN when the plot is not there. */
  valueAt(y: number): number {
    if (!this.plot) return Number.NaN;
    const { top, height } = this.frame(this.plot);
    return valueAtShare(this.shown, Math.max(0, Math.min(1, 1 - (y - top) / (height || 1))));
  }

  /** The scale in use; before there are values, one that has a height. */
  private get shown(): ValueScale {
    return this.scale.end > this.scale.low ? this.scale : { low: 0, end: 1, log: false };
  }

  private frame(u: uPlot) {
    const r = resolution();
    const left = u.bbox.left / r;
    const top = u.bbox.top / r;
    return { r, left, top, width: u.bbox.width / r, height: u.bbox.height / r };
  }

  /** Hairlines, ticks and reference lines, under the curves. */
  private under(u: uPlot): void {
    const { token } = palette();
    const { r, left, top, width, height } = this.frame(u);
    const ctx = u.ctx;
    this.layer.paint(ctx, this.bands(), { ...u.bbox, ...this.span, scale: this.shown }, r);
    ctx.save();
    ctx.scale(r, r);
    ctx.font = "12px 'Inter Variable', Inter, system-ui, sans-serif";
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'right';
    const scale = this.shown;
    const { factor } = this.spec;
    const y = (value: number) => top + height * (1 - shareOf(scale, value));
    const inside = (value: number) => value <= scale.end && value >= scale.low;
    const snap = (v: number) => (Math.round(v * r) + 0.5) / r;
    const tag = this.spec.references.find((ref) => ref.kind === 'bdp' && inside(ref.value));
    ctx.lineWidth = 1;
    // The title covers what is above it: a tick there would have no number.
    const free = Math.max(0, TITLE_BOTTOM - top);
    const clear = { ...scale, end: valueAtShare(scale, 1 - free / (height || 1)) };
    const ticks = this.blank ? [0] : scaleTicks(clear, height - free, factor);
    for (const tick of ticks) {
      const at = y(tick);
      // A line without its number would say nothing.
      if (at < TITLE_BOTTOM && tick !== 0) continue;
      ctx.strokeStyle = token.line;
      ctx.setLineDash([]);
      ctx.beginPath();
      ctx.moveTo(left, snap(at));
      ctx.lineTo(left + width, snap(at));
      ctx.stroke();
      // The BDP's own tick takes the gutter; a number half under it would be neither.
      if (tag && Math.abs(y(tag.value) - at) < 13) continue;
      ctx.fillStyle = token.ink2;
      ctx.fillText(formatTick(Number((tick * factor).toPrecision(9))), left - 8, at);
    }
    for (const ref of this.spec.references) {
      if (!inside(ref.value)) continue;
      const at = y(ref.value);
      ctx.strokeStyle = ref.kind === 'capacity' ? token.bad : token.ink2;
      ctx.lineWidth = ref.kind === 'capacity' ? 1.25 : 1;
      ctx.setLineDash(ref.kind === 'capacity' ? [] : [6, 3]);
      ctx.beginPath();
      ctx.moveTo(left, snap(at));
      ctx.lineTo(left + width, snap(at));
      ctx.stroke();
      if (ref === tag && at >= TITLE_BOTTOM) {
        ctx.fillStyle = token.ink2;
        // The number only where the gutter holds all of it.
        const fits = ctx.measureText(ref.label).width <= left - 10;
        ctx.fillText(fits ? ref.label : 'BDP', left - 8, at);
      }
    }
    this.haunt(ctx, { left, top, width, height }, y);
    ctx.restore();
  }

  /** Other futures, faint, behind the curves of this one. */
  private haunt(
    ctx: CanvasRenderingContext2D,
    area: { left: number; top: number; width: number; height: number },
    y: (value: number) => number,
  ): void {
    if (this.ghosts.length === 0) return;
    const { t0, t1 } = this.span;
    ctx.beginPath();
    ctx.rect(area.left, area.top, area.width, area.height);
    ctx.clip();
    ctx.lineWidth = 1.25;
    ctx.setLineDash([]);
    for (const { plot } of this.ghosts) {
      for (const { curve, series, fluid } of this.lines) {
        const ys = curve.role === 'ssthresh' || fluid ? undefined : plot.y(series);
        if (!ys) continue;
        ctx.strokeStyle = strokeOf(curve, this.spec.curves.length, this.selected).colour;
        ctx.globalAlpha = GHOST_ALPHA;
        ctx.beginPath();
        let pen = false;
        for (let i = 0; i < ys.length; i += 1) {
          const value = ys[i] as number;
          if (!(Math.abs(value) < Number.POSITIVE_INFINITY)) {
            pen = false;
            continue;
          }
          const x = area.left + (((plot.x[i] as number) - t0) / (t1 - t0)) * area.width;
          if (pen) ctx.lineTo(x, y(value));
          else ctx.moveTo(x, y(value));
          pen = true;
        }
        ctx.stroke();
      }
    }
    ctx.globalAlpha = 1;
  }

  /** Labels of reference lines, over the curves, where the curves leave room. */
  private over(u: uPlot): void {
    const { token } = palette();
    const { r, left, top, width, height } = this.frame(u);
    const ctx = u.ctx;
    const scale = this.shown;
    const labels = this.spec.references.filter(
      (ref) => ref.kind !== 'bdp' && ref.value <= scale.end && ref.value >= scale.low,
    );
    if (labels.length === 0 || height < 24) return;
    ctx.save();
    ctx.scale(r, r);
    ctx.font = "11px 'Inter Variable', Inter, system-ui, sans-serif";
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'left';
    // Where a label stands is looked at once a second: a label that hops from frame to frame cannot be read.
    const clock = performance.now();
    const look = clock - this.spotsChecked > 1000;
    if (look) this.spotsChecked = clock;
    const area = { x: left, y: top, width, height };
    const taken: Spot[] = [];
    for (const ref of labels) {
      const y = top + height * (1 - shareOf(scale, ref.value));
      const size = { width: ctx.measureText(ref.label).width, height: 14 };
      let spot = this.spots.get(ref.label);
      if (!spot || look) {
        spot = chooseSpot(spotsFor(y, size, area), (s) => this.busy(u, s, area, taken), spot);
        this.spots.set(ref.label, spot);
        if (ref.kind !== 'capacity' && this.busy(u, spot, area, taken) >= CROWD) this.crowded.add(ref.label);
        else this.crowded.delete(ref.label);
      }
      if (this.crowded.has(ref.label)) continue;
      const at = spotsFor(y, size, area).find((s) => s.id === spot?.id) ?? spot;
      taken.push(at);
      ctx.lineWidth = 3;
      ctx.lineJoin = 'round';
      ctx.strokeStyle = token.bg;
      ctx.strokeText(ref.label, at.x, at.y + at.height / 2);
      ctx.fillStyle = ref.kind === 'capacity' ? token.bad : token.ink2;
      ctx.fillText(ref.label, at.x, at.y + at.height / 2);
    }
    ctx.restore();
  }

  /** How many points of curves lie in a spot; other labels count as a crowd. */
  private busy(
    u: uPlot,
    spot: Spot,
    area: { x: number; y: number; width: number; height: number },
    taken: Spot[],
  ): number {
    let count = taken.some(
      (t) => t.x < spot.x + spot.width && spot.x < t.x + t.width && Math.abs(t.y - spot.y) < 14,
    )
      ? CROWD
      : 0;
    for (const ref of this.spec.references) {
      const y = area.y + area.height * (1 - shareOf(this.shown, ref.value));
      if (y > spot.y - 1 && y < spot.y + spot.height + 1) count += CROWD;
    }
    const xs = u.data[0];
    const time = (x: number) => this.span.t0 + ((x - area.x) / area.width) * (this.span.t1 - this.span.t0);
    const value = (y: number) => valueAtShare(this.shown, 1 - (y - area.y) / area.height);
    const i0 = indexAt(xs, time(spot.x - 4));
    const i1 = indexAt(xs, time(spot.x + spot.width + 4));
    const high = value(spot.y - 1);
    const low = value(spot.y + spot.height + 1);
    for (let s = 1; s < u.data.length; s++) {
      const ys = u.data[s] as ArrayLike<number>;
      for (let i = i0; i <= i1; i++) {
        const y = ys[i];
        if (y !== undefined && y >= low && y <= high) count++;
      }
    }
    return count;
  }
}

/** Index of the first x at or after `t` in a rising array. */
export function indexAt(xs: ArrayLike<number>, t: number): number {
  let low = 0;
  let high = xs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((xs[middle] as number) < t) low = middle + 1;
    else high = middle;
  }
  return Math.min(low, Math.max(0, xs.length - 1));
}
