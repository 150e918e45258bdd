/** The data of a figure: the table of an experiment as panels, series and points. */
import { formatPlain } from '../../../drawing/format';
import type {
  AxisValue,
  Cell,
  Experiment,
  ExperimentTable,
  Measure,
  Published,
} from '../../../generated/types';
import { capital } from '../../../language/field-words';
import { figureTexts as t } from './texts';

/** A value of a measure in a variant. */
export interface Point {
  /** Number of the variant in the table. */
  row: number;
  x: AxisValue;
  /** Number of its series in the panel. */
  series: number;
  /** Mean or median, as the chart declares; null if no run has finished yet. */
  value: number | null;
  /** Half-width of the interval around the value; null for a single run. */
  halfWidth: number | null;
  /** Number of runs. */
  n: number;
  /** It has fewer runs than planned. */
  partial: boolean;
}

/** A published value. */
export interface Mark {
  x: AxisValue;
  series: number;
  value: number;
  source: string;
}

export interface Series {
  name: string;
  /** Number of its colour, dash and symbol. */
  style: number;
  /** Index of its measure in the document. */
  measure: number;
}

/** A part of a figure with a scale of its own. */
export interface Panel {
  title: string;
  unit: string;
  series: Series[];
  points: Point[];
  marks: Mark[];
}

/** Whether a value has a place on an axis: a logarithmic one has none for zero and below. */
export const isDrawable = (value: number | null, log: boolean): value is number =>
  value !== null && (!log || value > 0);

/** The first axis. Without axes, the measures are along x. */
export interface XAxis {
  name: string;
  unit: string;
  values: AxisValue[];
  /** Whether all its values are numbers. */
  numeric: boolean;
}

export interface FigureData {
  x: XAxis;
  /** The second axis, whose values are the series. Null: the measures are the series. */
  by: { name: string; unit: string; values: AxisValue[] } | null;
  panels: Panel[];
  /** Variants without any run. */
  missing: number;
  variants: number;
  /** Whether some variant has fewer runs than planned. */
  partial: boolean;
}

/** Indices of the measures that the chart shows. */
export function shownMeasures(document: Experiment): number[] {
  // For a chart of traces, the indices refer to traces.
  const shows = document.chart?.kind === 'trace' ? [] : (document.chart?.shows ?? []);
  return shows.length > 0 ? shows : [0];
}

export const axesOf = (document: Experiment) => document.axes ?? [];

/** Centre and half-width of the interval, as the chart declares them. */
export function centre(document: Experiment, cell: Cell): { value: number; halfWidth: number | null } {
  return document.chart?.centre === 'median'
    ? { value: cell.median, halfWidth: cell.n > 1 ? cell.siqr : null }
    : { value: cell.mean, halfWidth: cell.halfWidth ?? null };
}

/** Describes what a value and its half-width are. */
export function estimateDescription(document: Experiment, table: ExperimentTable): string {
  return document.chart?.centre === 'median'
    ? t.medianAndRange
    : t.meanAndInterval(Math.round(table.confidence * 100));
}

export const valueText = (value: AxisValue): string =>
  typeof value === 'number' ? formatPlain(value) : value;

/** A name as a heading: capitalised, unless it is a symbol such as m. */
export const heading = (name: string): string => (/^\p{Ll}{2}/u.test(name) ? capital(name) : name);

/** The name of a variant: "buffer 25 packets, Reno". */
export function variantName(document: Experiment, at: readonly AxisValue[]): string {
  const parts = axesOf(document).map((axis, i) => {
    const value = at[i];
    if (value === undefined) return '';
    if (typeof value === 'string') return value;
    return `${axis.name} ${valueText(value)}${axis.unit ? ` ${axis.unit}` : ''}`;
  });
  return parts.filter(Boolean).join(', ') || t.scenario;
}

/**
 * The table as panels.
 * @param runs the planned runs of each variant; variants with fewer are partial
 */
export function figureData(document: Experiment, table: ExperimentTable, runs = 0): FigureData {
  const axes = axesOf(document);
  const places = (axis: number) => distinct(table.rows.flatMap((row) => row.at[axis] ?? []));
  const values = places(0);
  const by = axes[1] ? { name: axes[1].name, unit: axes[1].unit ?? '', values: places(1) } : null;
  const groups = by ? shownMeasures(document).map((m) => [m]) : groupByUnit(document);
  const first = axes[0];
  const x: XAxis = {
    name: first?.name ?? '',
    unit: first?.unit ?? '',
    values,
    numeric: values.length > 0 && values.every((v) => typeof v === 'number'),
  };
  const panels = groups.map((group) => panelOf(document, table, group, by, runs));
  if (!first) {
    // Without an axis the measures are along x.
    x.values = distinct(panels.flatMap((p) => p.points.map((point) => point.x)));
  }
  return {
    x,
    by,
    panels,
    missing: table.rows.filter((row) => row.runs === 0).length,
    variants: table.rows.length,
    partial: table.rows.some((row) => row.runs > 0 && row.runs < runs),
  };
}

function distinct<T>(list: readonly T[]): T[] {
  return [...new Set(list)];
}

/** Without a second axis, measures of one unit share a panel; dimensionless measures get one each. */
function groupByUnit(document: Experiment): number[][] {
  const groups = new Map<string, number[]>();
  for (const m of shownMeasures(document)) {
    const unit = document.measures[m]?.unit || `number ${m}`;
    groups.set(unit, [...(groups.get(unit) ?? []), m]);
  }
  return [...groups.values()];
}

function panelOf(
  document: Experiment,
  table: ExperimentTable,
  group: readonly number[],
  by: FigureData['by'],
  runs: number,
): Panel {
  const measures = group.map((m) => document.measures[m] as Measure);
  const { title, names } = factorNames(measures.map((m) => m.name));
  const series: Series[] = by
    ? by.values.map((value, i) => ({
        name: seriesName(value, by.unit),
        style: i,
        measure: group[0] ?? 0,
      }))
    : group.map((measure, i) => ({ name: names[i] ?? '', style: i, measure }));
  const along = axesOf(document).length === 0;
  const xOf = (at: readonly AxisValue[], i: number): AxisValue => (along ? (names[i] ?? '') : (at[0] ?? ''));
  const points = table.rows.flatMap((row, number) => {
    const of = by ? [by.values.indexOf(row.at[1] as AxisValue)] : group.map((_, i) => i);
    return of.map((i): Point => {
      const cell = row.cells[series[i]?.measure ?? 0] ?? null;
      const { value, halfWidth } = cell ? centre(document, cell) : { value: null, halfWidth: null };
      return {
        row: number,
        x: xOf(row.at, i),
        series: along ? 0 : i,
        value: finite(value),
        halfWidth: finite(halfWidth),
        n: cell?.n ?? 0,
        partial: row.runs < runs,
      };
    });
  });
  const marks = (document.published ?? []).flatMap((p: Published): Mark[] => {
    const measure = p.measure ?? 0;
    const i = by ? by.values.indexOf(p.at[1] as AxisValue) : group.indexOf(measure);
    const here = table.rows.some((row) => row.at.every((v, k) => v === p.at[k]));
    if (i < 0 || !group.includes(measure) || !here || !Number.isFinite(p.value)) return [];
    return [{ x: xOf(p.at, i), series: along ? 0 : i, value: p.value, source: p.source ?? '' }];
  });
  const unit = measures[0]?.unit ?? '';
  const [lone] = series;
  return { title, unit, series: along && lone ? [{ ...lone, name: title }] : series, points, marks };
}

/** A number that has a place in a figure; null: there is none. An attribute of SVG with NaN or Infinity is an error. */
const finite = (value: number | null): number | null => (Number.isFinite(value) ? value : null);

function seriesName(value: AxisValue, unit: string): string {
  return typeof value === 'number' && unit ? `${valueText(value)} ${unit}` : valueText(value);
}

/** Splits names such as "Reno goodput" and "Paced goodput" into their common beginning or end and the rest of each. */
export function factorNames(names: readonly string[]): { title: string; names: string[] } {
  const [only] = names;
  if (names.length < 2) return { title: only ?? '', names: [...names] };
  const words = names.map((name) => name.split(' '));
  const least = Math.min(...words.map((w) => w.length)) - 1;
  const same = (at: (w: string[]) => string | undefined) => words.every((w) => at(w) === at(words[0] ?? []));
  let tail = 0;
  while (tail < least && same((w) => w.at(-1 - tail))) tail += 1;
  if (tail > 0)
    return splitNames(
      words,
      (w) => w.slice(-tail),
      (w) => w.slice(0, -tail),
    );
  let head = 0;
  while (head < least && same((w) => w[head])) head += 1;
  if (head > 0)
    return splitNames(
      words,
      (w) => w.slice(0, head),
      (w) => w.slice(head),
    );
  return { title: '', names: [...names] };
}

function splitNames(words: string[][], shared: (w: string[]) => string[], rest: (w: string[]) => string[]) {
  const title = shared(words[0] ?? [])
    .join(' ')
    .replace(/^[,:–-]+\s*|\s*[,:–-]+$/g, '');
  return {
    title: capital(title),
    names: words.map((w) =>
      rest(w)
        .join(' ')
        .replace(/[,:–-]+$/, ''),
    ),
  };
}

export const marksOf = (marks: readonly Mark[], series: number): Mark[] =>
  marks.filter((m) => m.series === series);
