/** The table of an experiment, with a row for each variant, for the page and for export. */
import type { AxisValue, Cell, Experiment, ExperimentTable, Published } from '../../generated/types';
import { type Cell as CsvCell, toCsv, tsvCell } from '../results/csv';
import { axesOf, centre } from './figure/data';

/** What the table is sorted by: an axis, a measure or the number of runs. */
export type SortKey = { kind: 'axis' | 'measure'; place: number } | { kind: 'runs' };

export interface Sort {
  key: SortKey;
  descending: boolean;
}

export interface TableRow {
  /** Number of the variant. */
  row: number;
  at: readonly AxisValue[];
  runs: number;
  cells: readonly (Cell | null)[];
  /** Published values by measure. */
  published: readonly (Published | undefined)[];
}

export function tableRows(document: Experiment, table: ExperimentTable): TableRow[] {
  const published = document.published ?? [];
  return table.rows.map(({ at, runs, cells }, row) => ({
    row,
    at,
    runs,
    cells,
    published: document.measures.map((_, m) =>
      published.find((p) => (p.measure ?? 0) === m && p.at.every((value, i) => value === at[i])),
    ),
  }));
}

/** Whether each measure has published values, in this table or at another size. */
export function havePublished(document: Experiment): boolean[] {
  return document.measures.map((_, m) => (document.published ?? []).some((p) => (p.measure ?? 0) === m));
}

/** The sorted rows. Rows without a value come last in both directions. */
export function sortedRows(
  document: Experiment,
  rows: readonly TableRow[],
  sort: Sort | null,
): readonly TableRow[] {
  if (!sort) return rows;
  const { key, descending } = sort;
  const of = (row: TableRow): AxisValue | null => {
    if (key.kind === 'runs') return row.runs;
    if (key.kind === 'axis') return row.at[key.place] ?? null;
    const cell = row.cells[key.place];
    return cell ? centre(document, cell).value : null;
  };
  return [...rows].sort((a, b) => {
    const [one, two] = [of(a), of(b)];
    if (one === null || two === null) return Number(one === null) - Number(two === null);
    const order =
      typeof one === 'number' && typeof two === 'number'
        ? one - two
        : String(one).localeCompare(String(two), 'en', { numeric: true });
    return descending ? -order : order;
  });
}

export const sameKey = (a: SortKey, b: SortKey): boolean =>
  a.kind === b.kind && (a.kind === 'runs' || a.place === (b as { place: number }).place);

const withUnit = (name: string, unit: string | undefined) => (unit ? `${name} (${unit})` : name);

/** All values with all digits, and a header. */
function completeTable(document: Experiment, table: ExperimentTable): { head: string[]; rows: CsvCell[][] } {
  const beside = havePublished(document);
  const confidence = `${Math.round(table.confidence * 100)} % ±`;
  const head = [
    ...axesOf(document).map((axis) => withUnit(axis.name, axis.unit)),
    'runs',
    ...document.measures.flatMap((measure, m) => [
      withUnit(measure.name, measure.unit),
      ...[confidence, 'n', 'sd', 'min', 'max', 'median', 'siqr'].map((what) => `${measure.name} ${what}`),
      ...(beside[m] ? [`${measure.name} published`] : []),
    ]),
  ];
  const rows = tableRows(document, table).map((row): CsvCell[] => [
    ...row.at,
    row.runs,
    ...row.cells.flatMap((cell, m): CsvCell[] => [
      cell?.mean ?? null,
      cell?.halfWidth ?? null,
      cell?.n ?? 0,
      cell?.sd ?? null,
      cell?.min ?? null,
      cell?.max ?? null,
      cell?.median ?? null,
      cell?.siqr ?? null,
      ...(beside[m] ? [row.published[m]?.value ?? null] : []),
    ]),
  ]);
  return { head, rows };
}

export function tableCsv(document: Experiment, table: ExperimentTable): string {
  const { head, rows } = completeTable(document, table);
  return toCsv(head, rows);
}

/** The table on screen with all digits, for spreadsheets: values, half-widths, runs, published values. */
export function tableTsv(document: Experiment, rows: readonly TableRow[]): string {
  const beside = havePublished(document);
  const head = [
    ...axesOf(document).map((axis) => withUnit(axis.name, axis.unit)),
    'runs',
    ...document.measures.flatMap((measure, m) => [
      withUnit(measure.name, measure.unit),
      '±',
      ...(beside[m] ? ['published'] : []),
    ]),
  ];
  const body = rows.map((row): CsvCell[] => [
    ...row.at,
    row.runs,
    ...row.cells.flatMap((cell, m): CsvCell[] => {
      const { value, halfWidth } = cell ? centre(document, cell) : { value: null, halfWidth: null };
      return [value, halfWidth, ...(beside[m] ? [row.published[m]?.value ?? null] : [])];
    }),
  ]);
  return [head, ...body]
    .map((line) => line.map(tsvCell).join('\t'))
    .join('\n')
    .concat('\n');
}
