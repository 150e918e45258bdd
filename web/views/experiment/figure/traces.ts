/** Traces: series over time, with a panel for each variant and series and a line for each flow or queue. */
import * as Plot from '@observablehq/plot';
import { formatTick } from '../../../drawing/format';
import { timeTicks } from '../../../drawing/ticks';
import { isDrawable } from './data';
import {
  BOTTOM,
  type Frame,
  leftMargin,
  makePlot,
  scaleNotes,
  TOP,
  tipOptions,
  titleRow,
  valueAxis,
  xAxisOptions,
  xAxisTitle,
  yScale,
} from './frame';
import { seriesLook } from './look';
import type { Domain } from './scale';
import { formatShort } from './text';
import { figureTexts as texts } from './texts';
import { type TracePanel, timeSpanOf } from './trace-data';

export function tracePanel(panel: TracePanel, domain: Domain, frame: Frame): SVGElement {
  const { look, logY } = frame;
  const margins = { top: TOP, right: 14, bottom: BOTTOM, left: leftMargin(domain) };
  const [from, to] = timeSpanOf(panel.lines.map(({ line }) => line));
  const inner = frame.width - margins.left - margins.right;
  const lone = panel.lines.length === 1;
  const points = panel.lines.map(({ line, series }) =>
    line.times.map((t, i) => {
      const value = line.values[i] ?? null;
      const drawn = Number.isFinite(value) && isDrawable(value, logY) ? value : null;
      const words = [lone ? '' : series.name, `${formatShort(t, 4)} s: ${formatShort(drawn ?? 0)}`];
      return { t, value: drawn, row: panel.row, label: words.filter(Boolean).join('\n') };
    }),
  );
  const plot = makePlot(frame, margins, {
    x: { type: 'linear', domain: [from, to], label: null },
    y: yScale(frame, domain),
    marks: [
      ...valueAxis(look, domain),
      Plot.axisX(timeTicks(from, to, inner), { ...xAxisOptions(look), text: (v: number) => formatTick(v) }),
      Plot.ruleY([domain.lo], { stroke: look.line2 }),
      ...panel.lines.map(({ series }, i) => {
        const own = seriesLook(series.style, look, lone);
        return Plot.lineY(points[i] ?? [], {
          x: 't',
          y: (p) => p.value ?? Number.NaN,
          stroke: own.color,
          strokeWidth: 1.5,
          ...(own.dash ? { strokeDasharray: own.dash } : {}),
        });
      }),
      ...(frame.live
        ? [
            Plot.tip(
              points.flat().filter((p) => p.value !== null),
              Plot.pointer({ x: 't', y: 'value', ...tipOptions(look) }),
            ),
          ]
        : []),
    ],
  });
  plot.append(titleRow(frame, panel, scaleNotes(domain, logY)));
  const name = xAxisTitle(frame, margins, texts.time, 's', frame.height - 6);
  if (name) plot.append(name);
  return plot;
}
