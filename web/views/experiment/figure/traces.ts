/** Traces: what a series was over time, a panel for each variant and series, a line for each flow or queue. */
import * as Plot from '@observablehq/plot';
import type { Experiment, ExperimentTable, TimeSeries, TraceLine } from '../../../generated/types';
import { formatTick } from '../../plots/format';
import { timeTicks } from '../../plots/ticks';
import { type Series, variantName } from './data';
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
import { type Domain, valueDomain } from './scale';
import { short } from './text';

/** More panels than this nobody compares. */
const MOST = 12;

export interface TracePanel {
  title: string;
  unit: string;
  /** Number of its variant. */
  row: number;
  /** Place of its series among the document's traces. */
  trace: number;
  lines: { series: Series; line: TraceLine }[];
}

export interface TraceData {
  panels: TracePanel[];
  /** Panels that there would be. */
  all: number;
}

/** Panels of a table with traces; variants without any yet are left out. */
export function traceData(document: Experiment, table: ExperimentTable): TraceData {
  const traces: readonly TimeSeries[] = document.traces ?? [];
  const shows = document.chart?.shows ?? [];
  const shown = (shows.length > 0 ? [...shows] : [0]).filter((place) => place < traces.length);
  const several = table.rows.length > 1;
  const panels = table.rows.flatMap((variant, row) =>
    shown.flatMap((trace): TracePanel[] => {
      const lines = (variant.traces ?? []).filter((line) => line.series === trace);
      const of = traces[trace];
      if (!of || lines.length === 0) return [];
      const names = lineNames(document, lines);
      const series = lines.map((line, i) => ({
        line,
        series: { name: names[i]?.name ?? line.name, style: names[i]?.style ?? i, measure: trace },
      }));
      const at = several ? variantName(document, variant.at) : '';
      const title = shown.length > 1 || !several ? [of.name, at].filter(Boolean).join(', ') : at;
      const unit = [shown.length > 1 || !several ? '' : of.name, of.unit ?? ''].filter(Boolean).join(', ');
      return [{ title, unit, row, trace, lines: series }];
    }),
  );
  return { panels: panels.slice(0, MOST), all: panels.length };
}

/** A flow has its name and its place's colour; what a name stands for else is the part in which names differ. */
function lineNames(document: Experiment, lines: readonly TraceLine[]): { name: string; style: number }[] {
  const flows = document.base.flows;
  const ids = lines.map((line) => /^(?:fluid\/)?flows\/(.+?)\/(?:probes\/)?[^/]+$/.exec(line.name)?.[1]);
  if (ids.every((id) => id !== undefined)) {
    const places = ids.map((id) => flows.findIndex((flow) => flow.id === id));
    const known = places.every((place) => place >= 0) && new Set(places).size === places.length;
    return ids.map((id, i) => ({
      name: flows[places[i] ?? -1]?.name || (id ?? ''),
      style: known ? (places[i] ?? i) : i,
    }));
  }
  const parts = lines.map((line) => line.name.split('/'));
  const differing = (i: number) => parts.some((p) => p[i] !== parts[0]?.[i]);
  return parts.map((p, style) => ({
    name: p.filter((_, i) => differing(i)).join(' ') || p.join(' '),
    style,
  }));
}

/** One scale for all panels of a series, so that variants can be compared. */
export function traceDomain(data: TraceData, trace: number, log: boolean, height: number): Domain {
  const values = data.panels
    .filter((p) => p.trace === trace)
    .flatMap((p) => p.lines.flatMap(({ line }) => line.values.filter((v) => v !== null)));
  return valueDomain(values, { log, room: Math.max(2, Math.floor(height / 60)), zero: !log });
}

export function tracePanel(panel: TracePanel, domain: Domain, frame: Frame): SVGElement {
  const { look, logY } = frame;
  const margins = { top: TOP, right: 14, bottom: BOTTOM, left: leftMargin(domain) };
  const end = Math.max(0, ...panel.lines.map(({ line }) => line.times.at(-1) ?? 0));
  const span = Math.max(end, 1e-9);
  const inner = frame.width - margins.left - margins.right;
  const lone = panel.lines.length === 1;
  const points = panel.lines.map(({ line, series }) =>
    line.times.map((t, i) => {
      const value = line.values[i];
      const drawn = typeof value === 'number' && (!logY || value > 0) ? value : null;
      const words = [lone ? '' : series.name, `${short(t, 4)} s: ${short(drawn ?? 0)}`];
      return { t, value: drawn, row: panel.row, told: words.filter(Boolean).join('\n') };
    }),
  );
  const plot = plotOf(frame, margins, {
    x: { type: 'linear', domain: [0, span], label: null },
    y: yScale(frame, domain),
    marks: [
      ...valueAxis(look, domain),
      Plot.axisX(timeTicks(0, span, inner), { ...xAxisOptions(look), text: (v: number) => formatTick(v) }),
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
  const name = xName(frame, margins, 'Time', 's', frame.height - 6);
  if (name) plot.append(name);
  return plot;
}
