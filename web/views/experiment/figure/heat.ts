/** Heat maps: the first axis along x, the second along y, the measure as both a shade and a number. */
import * as Plot from '@observablehq/plot';
import { formatPlain } from '../../../drawing/format';
import { type FigureData, heading, type Panel, valueText } from './data';
import {
  BOTTOM,
  type Frame,
  type LabelledPoint,
  labelledPoints,
  type Margins,
  makePlot,
  nameAxisOptions,
  TOP,
  tipOptions,
  titleRow,
  xAxisTitle,
} from './frame';
import { type Look, mixColors, readableOn } from './look';
import { layOutNames, namesHeight } from './scale';
import { element, FONT, text } from './svg';
import { formatShort, textWidth, truncateText } from './text';

interface Shade {
  fill: string;
  ink: string;
}

/** Greys, or two colours that diverge from zero if values have both signs. */
function shadeScale(values: readonly number[], look: Look): (value: number) => Shade {
  const lo = Math.min(...values);
  const hi = Math.max(...values);
  const maxMagnitude = Math.max(-lo, hi);
  const diverging = lo < 0 && hi > 0;
  return (value) => {
    const share = hi === lo ? 0.5 : (value - lo) / (hi - lo);
    const fill = diverging
      ? mixColors(look.bg, value < 0 ? look.minus : look.plus, Math.abs(value) / maxMagnitude)
      : mixColors(look.bg, look.ink, 0.05 + 0.75 * share);
    return { fill, ink: readableOn(fill) };
  };
}

const ROW_HEIGHT = 40;
const RAMP_WIDTH = 88;

/** Height for a number of rows, px. */
export const heatHeight = (rows: number) => TOP + BOTTOM + Math.max(120, Math.min(420, rows * ROW_HEIGHT));

export function heatPanel(data: FigureData, panel: Panel, frame: Frame): SVGElement {
  const { look, doc } = frame;
  const rows = data.by?.values ?? [''];
  const rowNames = rows.map(valueText);
  const widest = Math.min(frame.width * 0.25, Math.max(0, ...rowNames.map((n) => textWidth(n))));
  const margins: Margins = { top: TOP, right: 10, bottom: BOTTOM, left: widest + (data.by ? 34 : 12) };
  const inner = frame.width - margins.left - margins.right;
  const names = data.x.values.map(valueText);
  const layout = layOutNames(names, inner);
  margins.bottom += namesHeight(layout, names);
  const cells = labelledPoints(data, panel).map((p) => ({ ...p, y: rows[p.series] ?? '' }));
  const values = cells.map((p) => p.value as number);
  const shade = shadeScale(values.length > 0 ? values : [0], look);
  // Variants with fewer runs than planned are drawn pale.
  const shadeOf = (p: { value: number | null; partial: boolean }): Shade => {
    const { fill } = shade(p.value as number);
    const own = p.partial ? mixColors(look.bg, fill, 0.55) : fill;
    return { fill: own, ink: readableOn(own) };
  };
  const published = panel.marks.map((m) => ({ ...m, y: rows[m.series] ?? '' }));
  const cell = {
    w: inner / data.x.values.length,
    h: (frame.height - margins.top - margins.bottom) / rows.length,
  };
  const digits = values.map((v) => formatShort(v));
  const numbers = Math.max(0, ...digits.map((d) => textWidth(d, 12))) + 6 <= cell.w && cell.h >= 18;
  const both = numbers && published.length > 0 && cell.h >= 34;
  const publishedAt = (p: LabelledPoint) => published.find((m) => m.x === p.x && m.series === p.series);
  const plot = makePlot(frame, margins, {
    x: { type: 'band', domain: data.x.values, padding: 0, label: null, axis: null },
    y: { type: 'band', domain: rows, reverse: true, padding: 0, label: null, axis: null },
    marks: [
      Plot.axisX(
        data.x.values.filter((_, i) => i % layout.every === 0),
        nameAxisOptions(look, layout),
      ),
      Plot.axisY(rows, {
        tickSize: 0,
        fontSize: 12,
        fill: look.ink2,
        label: null,
        tickPadding: 8,
        tickFormat: (v: string) => truncateText(valueText(v), widest + 2),
      }),
      // Variants that have not run yet are drawn as outlines.
      Plot.cell(
        panel.points.map((p) => ({ ...p, y: rows[p.series] ?? '' })),
        {
          x: 'x',
          y: 'y',
          inset: 0.75,
          fill: (p) => (p.value === null ? 'none' : shadeOf(p).fill),
          stroke: look.line,
        },
      ),
      ...(numbers
        ? [
            ...[true, false].map((beside) =>
              Plot.text(
                cells.filter((p) => beside === (both && publishedAt(p) !== undefined)),
                {
                  x: 'x',
                  y: 'y',
                  dy: beside ? -7 : 0,
                  fontSize: 12,
                  text: (p: LabelledPoint) => formatShort(p.value as number),
                  fill: (p: LabelledPoint) => shadeOf(p).ink,
                },
              ),
            ),
          ]
        : []),
      ...(both
        ? [
            Plot.text(cells.filter(publishedAt), {
              x: 'x',
              y: 'y',
              dy: 8,
              fontSize: 11,
              text: (p: LabelledPoint) => `◇ ${formatPlain(publishedAt(p)?.value ?? 0)}`,
              fill: (p: LabelledPoint) => shadeOf(p).ink,
            }),
          ]
        : []),
      ...(frame.live ? [Plot.tip(cells, Plot.pointer({ x: 'x', y: 'y', ...tipOptions(look) }))] : []),
    ],
  });
  plot.append(titleRow({ ...frame, width: frame.width - RAMP_WIDTH - 80 }, panel, []));
  plot.append(ramp(frame, values, shade));
  const name = xAxisTitle(frame, margins, data.x.name, data.x.unit, frame.height - 6);
  if (name) plot.append(name);
  if (data.by) {
    const middle = (margins.top + frame.height - margins.bottom) / 2;
    const side = text(
      doc,
      0,
      0,
      [
        { text: heading(data.by.name), 'font-weight': 500 },
        ...(data.by.unit ? [{ text: data.by.unit, dx: 6 }] : []),
      ],
      {
        transform: `translate(12 ${middle}) rotate(-90)`,
        'text-anchor': 'middle',
        fill: look.ink2,
        'font-family': FONT,
      },
    );
    plot.append(side);
  }
  return plot;
}

/** The key of the shades, at the right of the title. */
function ramp(frame: Frame, values: readonly number[], shade: (value: number) => Shade): SVGElement {
  const { doc, look, width } = frame;
  const group = element(doc, 'g', { 'font-family': FONT, 'font-size': 11, fill: look.ink2 });
  if (values.length === 0) return group;
  const lo = Math.min(...values);
  const hi = Math.max(...values);
  const last = textWidth(formatShort(hi), 11) + 6;
  const steps = 11;
  const left = width - 10 - last - RAMP_WIDTH;
  for (let i = 0; i < steps; i++)
    group.append(
      element(doc, 'rect', {
        x: left + (i * RAMP_WIDTH) / steps,
        y: 4,
        width: RAMP_WIDTH / steps + 0.3,
        height: 10,
        fill: shade(lo + ((hi - lo) * i) / (steps - 1)).fill,
      }),
    );
  group.append(
    element(doc, 'rect', { x: left, y: 4, width: RAMP_WIDTH, height: 10, fill: 'none', stroke: look.line2 }),
  );
  group.append(
    text(doc, left - 6, 13, [{ text: formatShort(lo) }], { 'text-anchor': 'end', 'font-size': 11 }),
  );
  group.append(text(doc, left + RAMP_WIDTH + 6, 13, [{ text: formatShort(hi) }], { 'font-size': 11 }));
  return group;
}
