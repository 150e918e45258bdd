/** Heat maps: the first axis along x, the second along y, the measure as a shade and as a number. */
import * as Plot from '@observablehq/plot';
import { type FigureData, heading, numberName, type Panel, valueName } from './data';
import {
  BOTTOM,
  type Frame,
  type LabelledPoint,
  labelled,
  type Margins,
  nameAxisOptions,
  plotOf,
  TOP,
  tipOptions,
  titleRow,
  xName,
} from './frame';
import { type Look, mixed, readable } from './look';
import { namesAlong, namesHeight } from './scale';
import { element, FONT, text } from './svg';
import { fitted, short, textWidth } from './text';

interface Shade {
  fill: string;
  ink: string;
}

/** Greys for quantities; two colours from zero where values lie on both sides of it. */
function shades(values: readonly number[], look: Look): (value: number) => Shade {
  const lo = Math.min(...values);
  const hi = Math.max(...values);
  const most = Math.max(-lo, hi);
  const both = lo < 0 && hi > 0;
  return (value) => {
    const share = hi === lo ? 0.5 : (value - lo) / (hi - lo);
    const fill = both
      ? mixed(look.bg, value < 0 ? look.minus : look.plus, Math.abs(value) / most)
      : mixed(look.bg, look.ink, 0.05 + 0.75 * share);
    return { fill, ink: readable(fill) };
  };
}

const ROW = 40;
const RAMP = 88;

/** Height of a number of rows, px. */
export const heatHeight = (rows: number) => TOP + BOTTOM + Math.max(120, Math.min(420, rows * ROW));

export function heatPanel(data: FigureData, panel: Panel, frame: Frame): SVGElement {
  const { look, doc } = frame;
  const rows = data.by?.values ?? [''];
  const rowNames = rows.map(valueName);
  const widest = Math.min(frame.width * 0.25, Math.max(0, ...rowNames.map((n) => textWidth(n))));
  const margins: Margins = { top: TOP, right: 10, bottom: BOTTOM, left: widest + (data.by ? 34 : 12) };
  const inner = frame.width - margins.left - margins.right;
  const names = data.x.values.map(valueName);
  const along = namesAlong(names, inner);
  margins.bottom += namesHeight(along, names);
  const cells = labelled(data, panel).map((p) => ({ ...p, y: rows[p.series] ?? '' }));
  const values = cells.map((p) => p.value as number);
  const shade = shades(values.length > 0 ? values : [0], look);
  // Variants with fewer runs than planned are pale.
  const shadeOf = (p: { value: number | null; partial: boolean }): Shade => {
    const { fill } = shade(p.value as number);
    const own = p.partial ? mixed(look.bg, fill, 0.55) : fill;
    return { fill: own, ink: readable(own) };
  };
  const published = panel.marks.map((m) => ({ ...m, y: rows[m.series] ?? '' }));
  const cell = {
    w: inner / data.x.values.length,
    h: (frame.height - margins.top - margins.bottom) / rows.length,
  };
  const digits = values.map((v) => short(v));
  const numbers = Math.max(0, ...digits.map((d) => textWidth(d, 12))) + 6 <= cell.w && cell.h >= 18;
  const both = numbers && published.length > 0 && cell.h >= 34;
  const publishedAt = (p: LabelledPoint) => published.find((m) => m.x === p.x && m.series === p.series);
  const plot = plotOf(frame, margins, {
    x: { type: 'band', domain: data.x.values, padding: 0, label: null, axis: null },
    y: { type: 'band', domain: rows, reverse: true, padding: 0, label: null, axis: null },
    marks: [
      Plot.axisX(
        data.x.values.filter((_, i) => i % along.every === 0),
        nameAxisOptions(look, along),
      ),
      Plot.axisY(rows, {
        tickSize: 0,
        fontSize: 12,
        fill: look.ink2,
        label: null,
        tickPadding: 8,
        tickFormat: (v: string) => fitted(valueName(v), widest + 2),
      }),
      // Variants that have not run yet are outlines.
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
                  text: (p: LabelledPoint) => short(p.value as number),
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
              text: (p: LabelledPoint) => `◇ ${numberName(publishedAt(p)?.value ?? 0)}`,
              fill: (p: LabelledPoint) => shadeOf(p).ink,
            }),
          ]
        : []),
      ...(frame.live ? [Plot.tip(cells, Plot.pointer({ x: 'x', y: 'y', ...tipOptions(look) }))] : []),
    ],
  });
  plot.append(titleRow({ ...frame, width: frame.width - RAMP - 80 }, panel, []));
  plot.append(ramp(frame, values, shade));
  const name = xName(frame, margins, data.x.name, data.x.unit, frame.height - 6);
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
  const last = textWidth(short(hi), 11) + 6;
  const steps = 11;
  const left = width - 10 - last - RAMP;
  for (let i = 0; i < steps; i++)
    group.append(
      element(doc, 'rect', {
        x: left + (i * RAMP) / steps,
        y: 4,
        width: RAMP / steps + 0.3,
        height: 10,
        fill: shade(lo + ((hi - lo) * i) / (steps - 1)).fill,
      }),
    );
  group.append(
    element(doc, 'rect', { x: left, y: 4, width: RAMP, height: 10, fill: 'none', stroke: look.line2 }),
  );
  group.append(text(doc, left - 6, 13, [{ text: short(lo) }], { 'text-anchor': 'end', 'font-size': 11 }));
  group.append(text(doc, left + RAMP + 6, 13, [{ text: short(hi) }], { 'font-size': 11 }));
  return group;
}
