/** Lines: the first axis along x, a line with intervals for each series. */
import * as Plot from '@observablehq/plot';
import { formatTick } from '../../../drawing/format';
import { type FigureData, heading, isDrawable, marksOf, type Panel, type Point, valueText } from './data';
import {
  BOTTOM,
  type Frame,
  labelledPoints,
  leftMargin,
  type Margins,
  makePlot,
  nameAxisOptions,
  scaleNotes,
  TOP,
  tipOptions,
  titleRow,
  valueAxis,
  xAxisOptions,
  xAxisTitle,
  yScale,
} from './frame';
import { type SeriesLook, seriesLook } from './look';
import { type Domain, layOutNames, namesHeight, numberTicks, spreadOut, valueDomain } from './scale';
import { element, text } from './svg';
import { textWidth, truncateText } from './text';
import { figureTexts as t } from './texts';
import { valueExtent, whiskers } from './whiskers';

/** With more points than this, whiskers would overlap: the intervals become a band. */
const MAX_WHISKERS = 14;
const RING_RADIUS = 6;
const LABEL_HEIGHT = 15;

export function linePanel(data: FigureData, panel: Panel, frame: Frame): SVGElement {
  const { look, logX, logY } = frame;
  const domain = valueDomain(valueExtent(panel), {
    log: logY,
    room: Math.max(2, Math.floor(frame.height / 60)),
  });
  const looks = panel.series.map((s) => seriesLook(s.style, look, panel.series.length === 1));
  const labels = frame.labels && panel.series.length > 1 ? panel.series.map((s) => s.name) : [];
  const margins: Margins = {
    top: TOP,
    right:
      labels.length > 0
        ? Math.min(frame.width * 0.3, Math.max(...labels.map((l) => textWidth(l))) + 16 + SAMPLE)
        : 14,
    bottom: BOTTOM,
    left: leftMargin(domain),
  };
  const inner = frame.width - margins.left - margins.right;
  const x = xScale(data, panel, inner, logX);
  margins.bottom += x.below;
  const drawable = (v: number | null): v is number => isDrawable(v, logY);
  const points = labelledPoints(data, panel).filter((p) => drawable(p.value));
  const dense = data.x.values.length > MAX_WHISKERS;
  const marks = panel.series.flatMap((_, i) =>
    seriesMarks(
      panel.points.filter((p) => p.series === i),
      looks[i] as SeriesLook,
      {
        dense,
        domain,
        fits: drawable,
        dx: data.x.numeric ? 0 : (i - (panel.series.length - 1) / 2) * Math.min(8, 32 / panel.series.length),
      },
    ),
  );
  const rings = panel.series.map((_, i) =>
    Plot.dot(
      marksOf(panel.marks, i).filter((m) => drawable(m.value)),
      {
        x: 'x',
        y: 'value',
        r: RING_RADIUS,
        symbol: looks[i]?.symbol ?? 'circle',
        stroke: looks[i]?.color ?? look.ink,
        strokeWidth: 1.5,
      },
    ),
  );
  const plot = makePlot(frame, margins, {
    x: x.scale,
    y: yScale(frame, domain),
    marks: [
      ...valueAxis(look, domain),
      x.axis(look),
      Plot.ruleY([domain.lo], { stroke: look.line2 }),
      ...marks,
      ...rings,
      ...(frame.live ? [Plot.tip(points, Plot.pointer({ x: 'x', y: 'value', ...tipOptions(look) }))] : []),
    ],
  });
  plot.append(titleRow(frame, panel, scaleNotes(domain, logY)));
  const name = xAxisTitle(
    frame,
    margins,
    data.x.name,
    withLog(data.x.unit, logX && data.x.numeric),
    frame.height - 6,
  );
  if (name) plot.append(name);
  if (labels.length > 0) {
    const ends = panel.series.map((_, i) =>
      panel.points.findLast((p) => p.series === i && drawable(p.value)),
    );
    endLabels(plot, panel, looks, frame, margins, { ends, floor: domain.lo });
    if (data.by) plot.append(labelHeading(frame, margins, heading(data.by.name)));
  }
  return plot;
}

const withLog = (unit: string, log: boolean) => [unit, log ? t.logarithmic : ''].filter(Boolean).join(', ');

function xScale(data: FigureData, panel: Panel, width: number, log: boolean) {
  const values = data.x.values;
  if (data.x.numeric) {
    const numbers = [...new Set([...values, ...panel.marks.map((m) => m.x)])].map(Number);
    const asLog = log && Math.min(...numbers) > 0;
    const ticks = numberTicks(numbers, asLog, width - 24);
    const [lo, hi] = [Math.min(...numbers), Math.max(...numbers)];
    const lone = lo === hi;
    return {
      scale: {
        type: asLog ? 'log' : 'linear',
        domain: lone ? [lo * 0.9 || -1, hi * 1.1 || 1] : [lo, hi],
        inset: 12,
        label: null,
      } as Plot.ScaleOptions,
      below: 0,
      axis: (look: Frame['look']) =>
        Plot.axisX(ticks, { ...xAxisOptions(look), text: (v: number) => formatTick(v) }),
    };
  }
  const names = values.map(valueText);
  const layout = layOutNames(names, width);
  const shown = values.filter((_, i) => i % layout.every === 0);
  return {
    scale: { type: 'point', domain: values, padding: 0.5, label: null } as Plot.ScaleOptions,
    axis: (look: Frame['look']) => Plot.axisX(shown, nameAxisOptions(look, layout)),
    below: namesHeight(layout, names),
  };
}

interface SeriesOptions {
  dense: boolean;
  domain: Domain;
  fits: (value: number | null) => value is number;
  dx: number;
}

/** A missing value leaves a gap in the line. */
function seriesMarks(
  points: Point[],
  look: SeriesLook,
  { dense, domain, fits, dx }: SeriesOptions,
): Plot.Markish[] {
  const sorted =
    typeof points[0]?.x === 'number' ? [...points].sort((a, b) => Number(a.x) - Number(b.x)) : points;
  const value = (p: Point) => (fits(p.value) ? p.value : Number.NaN);
  const clamp = (v: number) => Math.min(domain.hi, Math.max(domain.lo, v));
  const low = (p: Point) => clamp(value(p) - (p.halfWidth ?? Number.NaN));
  const high = (p: Point) => clamp(value(p) + (p.halfWidth ?? Number.NaN));
  const dash = look.dash === '' ? {} : { strokeDasharray: look.dash };
  return [
    ...(dense
      ? [Plot.areaY(sorted, { x: 'x', y1: low, y2: high, fill: look.color, fillOpacity: 0.16, dx })]
      : whiskers(
          sorted.filter((p) => fits(p.value)),
          domain,
          { x: 'x', stroke: look.color, dx },
        )),
    Plot.lineY(sorted, { x: 'x', y: value, stroke: look.color, strokeWidth: 2, dx, ...dash }),
    Plot.dot(
      sorted.filter((p) => fits(p.value)),
      {
        x: 'x',
        y: value,
        r: dense ? 2 : 3.25,
        symbol: look.symbol,
        fill: look.color,
        fillOpacity: (p: Point) => (p.partial ? 0.45 : 1),
        dx,
      },
    ),
  ];
}

/**
 * Names at the ends of the lines, moved apart if they would overlap, each with a leader line.
 * @param ends the last drawn point of each series; a series without one has no name
 */
function endLabels(
  plot: SVGSVGElement & Plot.Plot,
  panel: Panel,
  looks: readonly SeriesLook[],
  frame: Frame,
  margins: Margins,
  { ends, floor }: { ends: readonly (Point | undefined)[]; floor: number },
): void {
  const y = plot.scale('y');
  const x = plot.scale('x');
  const wanted = ends.map((p) => Number(y?.apply(p?.value ?? floor)));
  const places = spreadOut(wanted, LABEL_HEIGHT, margins.top, frame.height - margins.bottom);
  const left = frame.width - margins.right + 8;
  panel.series.forEach((series, i) => {
    const at = places?.[i];
    const end = ends[i];
    if (at === undefined || !end) return;
    const from = Number(x?.apply(end.x)) + 5;
    const color = looks[i]?.color ?? frame.look.ink;
    if (Math.abs(at - (wanted[i] ?? at)) > 3 || left - from > 24)
      plot.append(
        element(frame.doc, 'path', {
          d: `M${from} ${wanted[i]}L${left - 3} ${at}`,
          stroke: color,
          'stroke-width': 0.75,
          opacity: 0.6,
          fill: 'none',
        }),
      );
    const look = looks[i];
    plot.append(
      element(frame.doc, 'path', {
        d: `M${left} ${at}h${SAMPLE - 6}`,
        stroke: color,
        'stroke-width': 2,
        ...(look?.dash ? { 'stroke-dasharray': look.dash } : {}),
      }),
      text(frame.doc, left + SAMPLE, at, [{ text: truncateText(series.name, margins.right - 10 - SAMPLE) }], {
        fill: frame.look.ink,
        dy: '0.32em',
      }),
    );
  });
}

/** Width of a line's sample before its name, with a gap, px. */
const SAMPLE = 22;

/** The name of the axis, above the names at the ends of the lines. */
function labelHeading({ doc, width, look }: Frame, margins: Margins, name: string): SVGElement {
  const room = margins.right - 8;
  const fits = textWidth(name) <= room;
  const x = fits ? width - room : width;
  const words = [{ text: truncateText(name, width / 3), fill: look.ink2 }];
  return text(doc, x, 13, words, { 'text-anchor': fits ? 'start' : 'end' });
}

/** Whether the names of all lines fit at their ends. */
export function labelsFit(panel: Panel, width: number, height: number): boolean {
  const widest = Math.max(0, ...panel.series.map((s) => textWidth(s.name)));
  return (
    widest + SAMPLE <= width * 0.28 &&
    panel.series.length * LABEL_HEIGHT <= height - TOP - BOTTOM &&
    width >= 420
  );
}
