/** Bars: a group for each value of the first axis, with a bar for each series. */
import * as Plot from '@observablehq/plot';
import { type FigureData, isDrawable, type Panel, valueText } from './data';
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
  xAxisTitle,
  yScale,
} from './frame';
import { mixColors, seriesLook } from './look';
import { layOutNames, namesHeight, valueDomain } from './scale';
import { valueExtent, whiskers } from './whiskers';

/** Wider bars look like areas. */
const MAX_BAR_WIDTH = 56;

export function barPanel(data: FigureData, panel: Panel, frame: Frame): SVGElement {
  const { look, logY } = frame;
  const domain = valueDomain(valueExtent(panel), {
    log: logY,
    zero: true,
    room: Math.max(2, Math.floor(frame.height / 60)),
  });
  const margins: Margins = { top: TOP, right: 10, bottom: BOTTOM, left: leftMargin(domain) };
  // Without an axis, each panel shows its own measures along x.
  const xs = data.x.name === '' ? [...new Set(panel.points.map((p) => p.x))] : data.x.values;
  const names = xs.map(valueText);
  const layout = layOutNames(names, frame.width - margins.left - margins.right);
  margins.bottom += namesHeight(layout, names);
  const lone = panel.series.length === 1;
  const looks = panel.series.map((s) => seriesLook(s.style, look, lone));
  const series = panel.series.map((_, i) => i);
  const x = lone ? 'x' : 'series';
  const faceted = lone ? {} : { fx: 'x' };
  const floor = logY ? domain.lo : 0;
  const drawn = panel.points.filter((p) => isDrawable(p.value, logY));
  // A single series belongs to no flow: it has the text colour, made paler since bars are large.
  const fill = (i: number) => {
    const color = looks[i]?.color ?? look.ink;
    return lone ? mixColors(look.bg, color, 0.62) : color;
  };
  // The share of each group that stays empty, which limits the width of bars.
  const group = (frame.width - margins.left - margins.right) / xs.length;
  const empty = Math.max(0.3, 1 - (series.length * MAX_BAR_WIDTH) / group);
  const outer = (series.length * empty) / (1 - empty) / 2;
  const marks = series.flatMap((i) => {
    const own = drawn.filter((p) => p.series === i);
    const value = (p: { value: number | null }) => p.value as number;
    return [
      Plot.barY(own, {
        x,
        ...faceted,
        y1: () => floor,
        y2: value,
        fill: fill(i),
        fillOpacity: (p) => (p.partial ? 0.45 : 1),
        inset: 1,
      }),
      ...whiskers(own, domain, { x, ...faceted, stroke: look.ink }),
      Plot.dot(
        panel.marks.filter((m) => m.series === i && isDrawable(m.value, logY)),
        {
          x,
          ...faceted,
          y: 'value',
          r: 5.5,
          symbol: 'diamond',
          fill: look.bg,
          fillOpacity: 0.75,
          stroke: look.ink,
          strokeWidth: 1.5,
        },
      ),
    ];
  });
  const axis = nameAxisOptions(look, layout);
  const shown = xs.filter((_, i) => i % layout.every === 0);
  const plot = makePlot(frame, margins, {
    x: lone
      ? { type: 'band', domain: xs, padding: empty, label: null }
      : { domain: series, axis: null, paddingInner: 0.1, paddingOuter: outer, label: null },
    ...(lone ? {} : { fx: { type: 'band', domain: xs, padding: 0, label: null, axis: null } }),
    y: yScale(frame, domain),
    marks: [
      ...valueAxis(look, domain),
      ...(lone ? [Plot.axisX(shown, axis)] : []),
      // Plot throws for an axis of groups if there are none.
      ...(!lone && shown.length > 0 ? [Plot.axisFx({ ...axis, ticks: shown, anchor: 'bottom' })] : []),
      ...marks,
      Plot.ruleY([floor], { stroke: look.line2 }),
      ...(frame.live
        ? [
            Plot.tip(
              labelledPoints(data, panel).filter((p) => isDrawable(p.value, logY)),
              Plot.pointer({ x, ...faceted, y: 'value', ...tipOptions(look) }),
            ),
          ]
        : []),
    ],
  });
  plot.append(titleRow(frame, panel, scaleNotes(domain, logY)));
  const name = xAxisTitle(frame, margins, data.x.name, data.x.unit, frame.height - 6);
  if (name) plot.append(name);
  return plot;
}
