/** Numbers of the results, as text for the page and as CSV. */

import { formatValue } from '../../drawing/format';
import type { Results, Statistic } from '../../generated/types';
import { type Cell, toCsv } from './csv';

/** Whether the measurement has begun; before, rates and means would all be zero. */
export function counts(results: Pick<Results, 'fromS' | 'toS'>): boolean {
  return results.toS > results.fromS;
}

/** Whether the results are of the fluid model alone, without retransmissions, timeouts and samples of the RTT. */
export function byFluidAlone(results: Partial<Pick<Results, 'fluid' | 'beside'>>): boolean {
  return results.fluid != null && !results.beside?.length;
}

/** The number of decimals of a column of values, fewer for large ones. */
export function columnDecimals(values: readonly number[]): number {
  const most = Math.max(0, ...values.filter(Number.isFinite).map(Math.abs));
  return most >= 1000 ? 0 : most >= 100 ? 1 : 2;
}

/** A number that may be missing; JSON has no NaN. */
export function cell(value: number | null | undefined, decimals: number): string {
  return formatValue(value ?? Number.NaN, decimals);
}

/** A share of one as per cent without its sign. */
export function percent(value: number): string {
  return formatValue(value * 100, value > 0 && value < 0.1 ? 2 : 1);
}

/** A ratio, to two decimals, or to three digits where it is large. */
export function ratio(value: number | null | undefined): string {
  const size = Math.abs(value ?? 0);
  return cell(value, size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

type Leaf = readonly [column: string, value: Cell];

/** `rttP95Ms` → `rtt_p95_ms` */
function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Every number and string of an object with its path; lists of objects are tables of their own. */
function leaves(value: unknown, path: string): Leaf[] {
  if (typeof value === 'number' || typeof value === 'string' || value === null) return [[path, value]];
  if (typeof value === 'boolean') return [[path, value ? 1 : 0]];
  if (Array.isArray(value)) {
    if (value.some((item) => typeof item === 'object' && item !== null)) return [];
    return value.flatMap((item, i) => leaves(item, `${path}_${i + 1}`));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    leaves(item, path === '' ? snake(key) : `${path}_${snake(key)}`),
  );
}

/** A table of objects: a column for each value that any of them has. The column of the ids is called `id`. */
function tableCsv(rows: readonly object[], id = 'id'): string[] {
  if (rows.length === 0) return [];
  const flat = rows.map((row) => new Map(leaves(row, '')));
  const filled = flat.flatMap((row) =>
    [...row].flatMap(([column, value]) => (value === null ? [] : [column])),
  );
  const columns = [...new Set(flat.flatMap((row) => [...row.keys()]))].filter((c) => filled.includes(c));
  return [
    toCsv(
      columns.map((column) => (column === 'id' ? id : column)),
      flat.map((row) => columns.map((column) => row.get(column) ?? null)),
    ),
  ];
}

/** All results with all digits, as tables one below the other; the last one has the statistics of the ensemble. */
export function resultsCsv(results: Results, ensemble: readonly Statistic[] = []): string {
  const { flows, queues, groups, covariance, beside, ...run } = results;
  const theory = flows.flatMap((flow) =>
    ((flow as { theory?: object[] }).theory ?? []).map((row) => ({ flow: flow.id, ...row })),
  );
  const scales = groups.flatMap(({ algorithm, scales: list }) => list.map((s) => ({ algorithm, ...s })));
  return [
    ...tableCsv(flows, 'flow'),
    ...tableCsv(theory, 'quantity'),
    ...tableCsv(groups),
    ...tableCsv(scales),
    ...tableCsv(queues, 'queue'),
    ...tableCsv(beside ?? [], 'figure'),
    ...(covariance.flows.length > 1
      ? [
          toCsv(
            ['covariance', ...covariance.flows],
            covariance.rho.map((row, i) => [covariance.flows[i] ?? '', ...row]),
          ),
        ]
      : []),
    ...tableCsv([run]),
    ...tableCsv(ensemble),
  ].join('\r\n');
}
