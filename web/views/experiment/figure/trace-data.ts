/** The data of a figure of traces: panels and lines. */
import type { Experiment, ExperimentTable, TimeSeries, TraceLine } from '../../../generated/types';
import { capital } from '../../../language/field-words';
import { type Series, variantName } from './data';
import { type Domain, valueDomain } from './scale';

/** More panels than this cannot be compared. */
const MAX_PANELS = 12;

export interface TracePanel {
  title: string;
  unit: string;
  /** Number of its variant. */
  row: number;
  /** Index of its series among the document's traces. */
  trace: number;
  lines: { series: Series; line: TraceLine }[];
}

export interface TraceData {
  panels: TracePanel[];
  /** The number of panels before the limit. */
  all: number;
}

/** The panels of a table with traces. Variants without traces are left out. */
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
      const title = capital(shown.length > 1 || !several ? [of.name, at].filter(Boolean).join(', ') : at);
      const unit = [shown.length > 1 || !several ? '' : of.name, of.unit ?? ''].filter(Boolean).join(', ');
      return [{ title, unit, row, trace, lines: series }];
    }),
  );
  return { panels: panels.slice(0, MAX_PANELS), all: panels.length };
}

/** Flows keep their name and colour; other lines are named by the part in which their names differ. */
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

/** Panels of one series whose maxima differ by more than this factor get their own scales, to show the small ones. */
const COMPARABLE_RATIO = 3;

/** One scale for all panels of a series, so that variants can be compared, unless some would become unreadable. */
export function traceDomain(data: TraceData, panel: TracePanel, log: boolean, height: number): Domain {
  const valuesOf = (p: TracePanel) => p.lines.flatMap(({ line }) => line.values.filter((v) => v !== null));
  const same = data.panels.filter((p) => p.trace === panel.trace).map(valuesOf);
  const maxima = same.map((values) => values.reduce((top, v) => Math.max(top, Math.abs(v)), 0));
  const comparable = Math.max(...maxima) <= COMPARABLE_RATIO * Math.min(...maxima);
  const values = comparable ? same.flat() : valuesOf(panel);
  return valueDomain(values, { log, room: Math.max(2, Math.floor(height / 60)), zero: !log });
}

/**
 * The time span that the lines cover, s. A trace has two points for each of its equal intervals, and no values outside the recorded part.
 * A span that begins early is extended to zero.
 */
export function timeSpanOf(lines: readonly TraceLine[]): [number, number] {
  let [from, to, end] = [Number.POSITIVE_INFINITY, 0, 0];
  for (const { times, values } of lines) {
    const half = ((times.at(-1) ?? 0) - (times.at(-2) ?? 0)) / 2;
    end = Math.max(end, (times.at(-1) ?? 0) + half);
    const first = values.findIndex((v) => v !== null);
    if (first < 0) continue;
    from = Math.min(from, (times[first] ?? 0) - half);
    to = Math.max(to, (times[values.findLastIndex((v) => v !== null)] ?? 0) + half);
  }
  if (to <= 0) return [0, Math.max(end, 1e-9)];
  return [from < EARLY_SHARE * to ? 0 : Number(from.toPrecision(5)), Number(to.toPrecision(5))];
}

/** Spans that begin within this share of their end begin at zero. */
const EARLY_SHARE = 0.25;
