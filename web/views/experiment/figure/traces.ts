/** Traces: series over time, a panel for each variant and series, a line for each flow or queue. */
import * as Plot from '@observablehq/plot';
import { formatTick } from '../../../drawing/format';
import { timeTicks } from '../../../drawing/ticks';
import {
  BOTTOM,
  type Frame,
  leftMargin,
  plotOf,
  scaleWords,
  TOP,
  tipOptions,
  titleRow,
  valueAxis,
  xAxisOptions,
  xName,
  yScale,
} from './frame';
import { seriesLook } from './look';
import type { Domain } from './scale';
import { short } from './text';
import { figureTexts as texts } from './texts';
import { type TracePanel, timesOf } from './trace-data';

export function tracePanel(panel: TracePanel, domain: Domain, frame: Frame): SVGElement {
  const { look, logY } = frame;
  const margins = { top: TOP, right: 14, bottom: BOTTOM, left: leftMargin(domain) };
  const [from, to] = timesOf(panel.lines.map(({ line }) => line));
  const inner = frame.width - margins.left - margins.right;
  const lone = panel.lines.length === 1;
  const points = panel.lines.map(({ line, series }) =>
    line.times.map((t, i) => {
      const value = line.values[i];
      const drawn = typeof value === 'number' && (!logY || value > 0) ? value : null;
      const words = [lone ? '' : series.name, `${short(t, 4)} s: ${short(drawn ?? 0)}`];
      return { t, value: drawn, row: panel.row, label: words.filter(Boolean).join('\n') };
    }),
  );
  const plot = plotOf(frame, margins, {
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
  plot.append(titleRow(frame, panel, scaleWords(domain, logY)));
  const name = xName(frame, margins, texts.time, 's', frame.height - 6);
  if (name) plot.append(name);
  return plot;
}
