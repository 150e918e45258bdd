/**
 * One plot of curves over time: its scale, the numbers and labels of its lines, and the pane that draws everything that moves.
 */

import { bisectLeft } from 'd3-array';
import type { BandLine } from '../../../drawing/bands';
import { type Spread, spreadOf } from '../../../drawing/groups';
import { highest, type MeasuredLine } from '../../../drawing/measured';
import { rangeOfBands } from '../../../drawing/reach';
import type { CanvasHandle, PaneHandle } from '../../../drawing/renderer';
import type { Rule } from '../../../drawing/rules';
import {
  highestWith,
  logEnds,
  sharesOf,
  spanOfMost,
  type ValueScale,
  valueAtShare,
} from '../../../drawing/scale';
import type { PlotSpec, Reference } from '../../../drawing/spec';
import { heldWithin } from '../../../drawing/steps';
import type { Stroke } from '../../../drawing/stroke';
import { scaleEnd } from '../../../drawing/ticks';
import type { Area } from '../../../drawing/trace';
import type { BranchPlot, ValueSpan } from '../../../store';
import { resolution } from '../../../store/scale';
import { palette } from '../../../ui/palette';
import type { PlotSection } from '../../../worker/sections';
import { bandOf, groupStroke, type Line, linesOf, strokeOf } from '../model/strokes';
import { drawLabels, LABEL_FONT, Labels, type PlacedLabel } from './labels';
import { drawNumbers, rulesOf } from './rules';
import type { TextCanvas } from './text-canvas';

export interface Insets {
  left: number;
  top: number;
  bottom: number;
}

/** Size of a plot and its position on the canvas of its stack, CSS pixels. */
export interface Place {
  width: number;
  height: number;
  top: number;
  /** Height of the canvas. */
  canvasHeight: number;
  /** Draws a line between the plot and the next one. */
  parted: boolean;
}

/** What the plots of a stack share. */
export interface Canvases {
  canvas: CanvasHandle;
  texts: TextCanvas;
}

/** The part of a frame that all plots draw. */
interface Shown {
  plot: PlotSection;
  /** s */
  now: number;
  t0: number;
  t1: number;
  others: readonly BranchPlot[];
  /** Whether more frames follow, so that the scale should change as little as possible. */
  moving: boolean;
}

/** A value that is this far above the highest one still has its dot, CSS pixels. */
const OVER_TOP = 4;
/** Room for rounding below the scale, px. */
const OVER_EDGE = 0.5;

type Viewed = Omit<Shown, 'moving'>;

/** A plot is flat if nearly all of its values are below its height divided by this. */
const FLAT = 3;

const UNKNOWN: ValueScale = { low: 0, end: 0, log: false };

export class Chart {
  private readonly pane: PaneHandle;
  private readonly texts: TextCanvas;
  private labels = new Labels();
  private spec: PlotSpec;
  private lines: Line[] = [];
  private strokes: Stroke[] = [];
  private spreads: Spread[] = [];
  private bands: readonly BandLine[] = [];
  private measured: readonly MeasuredLine[] = [];
  private size = { width: 0, height: 0 };
  private place = { top: 0, canvasHeight: 0, parted: false };
  private area: Omit<Area, 't0' | 't1' | 'scale'> = { left: 0, top: 0, width: 0, height: 0 };
  /** Device pixels per CSS pixel. */
  private resolution = 1;
  private scale = UNKNOWN;
  /** Fractions of the height, with the scale that they belong to: a new D3 scale for each value would take most of the time. */
  private converted: { scale: ValueScale; share: (value: number) => number } | null = null;
  /** There are no values yet, so the scale has no numbers. */
  private blank = true;
  /** Reference lines that apply at some time of the shown span. */
  private held: readonly Reference[] = [];
  private ruled: { scale: ValueScale; blank: boolean; rules: readonly Rule[] } | null = null;
  /** What is on the canvas of numbers and labels; null if that is not known. */
  private written: { rules: readonly Rule[]; labels: readonly PlacedLabel[] } | null = null;

  constructor(spec: PlotSpec, { canvas, texts }: Canvases) {
    this.spec = spec;
    this.pane = canvas.addPane(spec.id);
    this.texts = texts;
  }

  /** Sets curves, size and colours. */
  configure(spec: PlotSpec, { width, height, ...place }: Place, insets: Insets, selected: number): void {
    this.spec = spec;
    // The selected flow is drawn last.
    this.lines = linesOf(spec).sort((a, b) => onTop(a, selected) - onTop(b, selected));
    this.strokes = this.lines.map(({ curve, fluid }) => {
      const stroke = strokeOf(curve, spec.curves.length, selected);
      return fluid ? bandOf(stroke) : stroke;
    });
    // Of grouped flows only the selected one has a line of its own.
    if (spec.groups.length > 0) {
      const alone = this.lines.map(({ curve }) => curve.flow < 0 || curve.flow === selected);
      this.lines = this.lines.filter((_, i) => alone[i]);
      this.strokes = this.strokes.filter((_, i) => alone[i]);
    }
    this.resolution = resolution();
    const { left, top, bottom } = insets;
    this.size = { width, height };
    this.place = place;
    this.area = { left, top, width: width - left, height: height - top - bottom };
    this.scale = UNKNOWN;
    this.blank = true;
    this.labels = new Labels();
    this.ruled = null;
    this.written = null;
    this.applyLayout();
  }

  /**
   * Sets what is drawn around the curves.
   * @param bands behind them; the same array until it changes
   * @param measured above them, from files
   */
  setSurroundings(bands: readonly BandLine[], measured: readonly MeasuredLine[]): void {
    this.bands = bands;
    this.measured = measured;
    this.applyLayout();
  }

  private applyLayout(): void {
    const { token } = palette();
    const { parted, ...place } = this.place;
    this.pane.setLayout({
      ...this.size,
      ...place,
      resolution: this.resolution,
      area: this.area,
      colours: { background: token.bg, ink: token.ink },
      separator: parted ? token.line : undefined,
      strokes: this.strokes,
      lines: this.lines.map((l) => l.series),
      branched: this.lines.flatMap(({ curve, fluid }, i) => (curve.role === 'ssthresh' || fluid ? [] : [i])),
      groups: this.spec.groups.map((g) => groupStroke(g.flow)),
      bands: this.bands,
      measured: this.measured,
    });
  }

  destroy(): void {
    this.pane.remove();
  }

  /** The vertical position of a value, in pixels of the host. */
  yOf(value: number): number {
    return this.area.top + this.area.height * (1 - this.shares(value));
  }

  /** The vertical position of a value on the canvas of the stack, CSS pixels; NaN if it is above or below the plot. */
  onStack(value: number): number {
    const y = this.yOf(value);
    const { top, height } = this.area;
    return y >= top - OVER_TOP && y <= top + height + OVER_EDGE ? this.place.top + y : Number.NaN;
  }

  private get shares(): (value: number) => number {
    const scale = this.shown;
    const { converted } = this;
    if (converted && sameScale(converted.scale, scale)) return converted.share;
    this.converted = { scale, share: sharesOf(scale) };
    return this.converted.share;
  }

  /** The value at a vertical position in pixels of the host, within the area of curves. */
  valueAt(y: number): number {
    const share = 1 - (y - this.area.top) / (this.area.height || 1);
    return valueAtShare(this.shown, Math.max(0, Math.min(1, share)));
  }

  /** The range of most values in view, without what a few make of it; undefined if there is none. */
  fitted(frame: Viewed, log: boolean): ValueSpan | undefined {
    const values = this.inView(frame).flatMap(({ ys, from }) => [
      ...ys.subarray(from).filter(Number.isFinite),
    ]);
    return spanOfMost(values, log);
  }

  /** Whether a few values take most of the plot's height. */
  isFlat(frame: Viewed): boolean {
    const { end, log } = this.scale;
    // A reference line may set the scale, too.
    if (log || this.largest(frame) < end / FLAT) return false;
    const columns = this.inView(frame);
    const most = 0.01 * columns.reduce((sum, { ys, from }) => sum + ys.length - from, 0);
    let [all, high] = [0, 0];
    // Most plots have many high values. These decide soon, in what is asked several times a second.
    for (const { ys, from } of columns)
      for (let i = from; i < ys.length; i += 1) {
        const y = ys[i] as number;
        if (y >= end / FLAT) high += 1;
        if (high > most) return false;
        // Gaps are no values.
        if (!Number.isNaN(y)) all += 1;
      }
    return high < 0.01 * all;
  }

  /** The largest value in view. */
  largest({ plot, others, t0, t1 }: Viewed): number {
    const columns = this.lines.map((l) => plot.y(l.series) ?? NONE);
    return this.extent(columns, others, { t0, t1 }).max;
  }

  /** The values in view: those of each line from a place on, which leaves out the first tenth of the time, in which flows start. */
  private inView({ plot, others, t0, t1, now }: Viewed): { ys: Float64Array; from: number }[] {
    const start = t0 + 0.1 * (Math.min(t1, now) - t0);
    const lines = this.lines.filter(({ curve }) => curve.role !== 'ssthresh');
    const drawn = [plot, ...others.map((other) => other.plot)].flatMap((section) => {
      const from = bisectLeft(section.x, start);
      return lines.map(({ series }) => ({ ys: section.y(series) ?? NONE, from }));
    });
    const from = bisectLeft(plot.x, start);
    const spreads = this.spreads.flatMap(({ min, max }) => [min, max].map((ys) => ({ ys, from })));
    // A section without its data has no values.
    return [...drawn, ...spreads].filter(({ ys }) => ys.length > 0);
  }

  /** The scale in use; before there are values, a default one. */
  get shown(): ValueScale {
    return this.scale.end > this.scale.low ? this.scale : { low: 0, end: 1, log: false };
  }

  /**
   * Draws a frame. The section's arrays are read and not retained.
   * @param zoom the range of values to show; null: all of them
   */
  draw({ plot, now, t0, t1, others, moving }: Shown, log: boolean, zoom: ValueSpan | null): void {
    if (this.area.width < 1 || this.area.height < 1) return;
    const columns = this.lines.map((l) => plot.y(l.series) ?? NONE);
    this.spreads = this.spec.groups.map(({ series }, i) =>
      spreadOf(
        series.flatMap((s) => plot.y(s) ?? []),
        this.spreads[i],
      ),
    );
    const held = this.spec.references.filter((ref) => heldWithin(ref, t0, t1));
    if (held.length !== this.held.length || held.some((ref, i) => ref !== this.held[i])) {
      this.held = held;
      this.ruled = null;
    }
    this.rescale(columns, { t0, t1, others, moving }, log, zoom);
    const data = {
      scale: this.shown,
      rules: this.rules,
      spreads: this.spreads,
      named: others.findIndex((other) => other.named),
      zoomed: zoom !== null,
    };
    const sections = [plot, ...others.map((g) => g.plot)];
    this.pane.draw(data, { t0, t1, now, sections });
    this.write({ ...this.area, t0, t1, scale: this.shown }, plot.x, [
      ...columns,
      ...this.spreads.map((s) => s.mean),
    ]);
  }

  /** Writes numbers and labels if they have changed. */
  private write(area: Area, xs: Float64Array, curves: readonly Float64Array[]): void {
    const { rules, written } = this;
    const measure = (text: string) => this.texts.measure(LABEL_FONT, text);
    const labels = this.labels.place(measure, this.held, area, xs, curves);
    if (written?.rules === rules && written.labels === labels) return;
    this.written = { rules, labels };
    this.texts.write({ ...this.size, ...this.place }, this.resolution, (ctx) => {
      drawNumbers(ctx, rules, area.left);
      drawLabels(ctx, labels);
    });
  }

  /** The horizontal lines of the scale: the same array until they change. */
  private get rules(): readonly Rule[] {
    const scale = this.shown;
    const { blank, ruled } = this;
    if (ruled && ruled.blank === blank && sameScale(ruled.scale, scale)) return ruled.rules;
    const { factor } = this.spec;
    const rules = rulesOf({ factor, references: this.held }, scale, this.area, blank);
    this.ruled = { scale, blank, rules };
    return rules;
  }

  private rescale(
    columns: readonly Float64Array[],
    { t0, t1, others, moving }: Omit<Shown, 'plot' | 'now'>,
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
      // Space at the top keeps the highest number clear of the title, in the lowest plot too.
      this.scale = { low: 0, end: this.spec.max * 1.12, log };
      return;
    }
    const last = this.scale.log === log ? this.scale : UNKNOWN;
    // At rest only the data matters. Otherwise the scale would depend on which frames a machine had time to draw.
    const before = moving ? last : UNKNOWN;
    const seen = this.extent(columns, others, { t0, t1 });
    const max = highestWith(seen.max, this.held, log);
    this.blank = max === 0 && seen.min === 0 && last.end === 0;
    if (this.blank) return;
    this.scale = log
      ? { ...logEnds(seen.least, max, before), log }
      : { low: seen.min < 0 ? -scaleEnd(-seen.min, -before.low) : 0, end: scaleEnd(max, before.end), log };
  }

  /** The smallest and largest value including zero, and the smallest positive one for a logarithmic scale. */
  private extent(
    columns: readonly Float64Array[],
    others: readonly BranchPlot[],
    { t0, t1 }: { t0: number; t1: number },
  ): Extent {
    const seen: Extent = { min: 0, max: 0, least: Number.POSITIVE_INFINITY };
    this.lines.forEach(({ curve, series, fluid }, i) => {
      // A threshold has no meaning before the first loss, so it does not affect the scale.
      if (curve.role === 'ssthresh') return;
      extendRange(seen, columns[i]);
      if (!fluid) for (const other of others) extendRange(seen, other.plot.y(series));
    });
    for (const spread of this.spreads) {
      extendRange(seen, spread.min);
      extendRange(seen, spread.max);
    }
    const beside = rangeOfBands(this.bands, t0, t1);
    // Where there are no bands the values are NaN, and comparisons with NaN are false.
    if (beside.max > seen.max) seen.max = beside.max;
    if (beside.min < seen.min) seen.min = beside.min;
    seen.max = Math.max(seen.max, highest(this.measured, t0, t1));
    if (!Number.isFinite(seen.least)) seen.least = 0;
    return seen;
  }
}

const sameScale = (a: ValueScale, b: ValueScale) => a.low === b.low && a.end === b.end && a.log === b.log;

interface Extent {
  min: number;
  max: number;
  /** The smallest positive value. */
  least: number;
}

/** Extends a range by values. By index: an iterator allocates an object for each value, 14 MB a second with fifty flows. */
function extendRange(seen: Extent, ys: Float64Array | undefined): void {
  if (!ys) return;
  let { min, max, least } = seen;
  for (let i = 0; i < ys.length; i += 1) {
    const y = ys[i] as number;
    if (y > max && y < Number.POSITIVE_INFINITY) max = y;
    if (y < min) min = y;
    if (y > 0 && y < least) least = y;
  }
  seen.min = min;
  seen.max = max;
  seen.least = least;
}

/** Charts on screen by id of plot. */
export type Charts = Map<string, Chart>;

const NONE = new Float64Array(0);

const onTop = ({ curve }: Line, selected: number) => (selected >= 0 && curve.flow === selected ? 1 : 0);
