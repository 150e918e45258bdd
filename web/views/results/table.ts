/** Numbers of the results, as text for the page and as CSV. */

import { formatValue } from '../../drawing/format';
import type { Results, Statistic } from '../../generated/types';
import { type Cell, toCsv } from './csv';

/** Whether the measurement has begun. Before that, rates and means are zero. */
export function hasBegun(results: Pick<Results, 'fromS' | 'toS'>): boolean {
  return results.toS > results.fromS;
}

/** Whether the results come from the fluid model alone, which has no retransmissions, timeouts or RTT samples. */
export function byFluidAlone(results: Partial<Pick<Results, 'fluid' | 'beside'>>): boolean {
  return results.fluid != null && !results.beside?.length;
}

/** The number of decimals of a column of values, fewer for large ones. */
export function columnDecimals(values: readonly number[]): number {
  const most = Math.max(0, ...values.filter(Number.isFinite).map(Math.abs));
  return most >= 1000 ? 0 : most >= 100 ? 1 : 2;
}

/** A number that may be missing, since JSON has no NaN. */
export function cell(value: number | null | undefined, decimals: number): string {
  return formatValue(value ?? Number.NaN, decimals);
}

/** A share as a percentage without the sign. */
export function percent(value: number): string {
  return formatValue(value * 100, value > 0 && value < 0.1 ? 2 : 1);
}

/** A ratio with two decimals, or with three digits if it is large. */
export function ratio(value: number | null | undefined): string {
  const size = Math.abs(value ?? 0);
  return cell(value, size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

type Leaf = readonly [column: string, value: Cell];

/** `rttP95Ms` → `rtt_p95_ms` */
function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Every number and string of an object with its path. Lists of objects are separate tables. */
function leaves(value: unknown, path: string): Leaf[] {
  if (typeof value === 'number' || typeof value === 'string' || value === null) return [[path, value]];
  if (typeof value === 'boolean') return [[path, value ? 1 : 0]];
  if (Array.isArray(value)) {
    if (value.some((item) => typeof item === 'object' && item !== null)) return [];
    return value.flatMap((item, i) => leaves(item, `${path}_${i + 1}`));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    leaves(item, path === '' ? snakeCase(key) : `${path}_${snakeCase(key)}`),
  );
}

/** A table of objects, with a column for each value that any of them has. @param id name of the id column */
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

/**
 * All results with all digits, as consecutive tables. The last one has the statistics of the ensemble.
 * @param nameOf names a flow or a queue by its id, as the page does
 */
export function resultsCsv(
  results: Results,
  nameOf: (id: string) => string,
  ensemble: readonly Statistic[] = [],
): string {
  const named = <T extends { id: string }>(rows: readonly T[]) =>
    rows.map(({ id, ...row }) => ({ id, name: nameOf(id), ...row }));
  const { flows, queues, groups, covariance, beside, ...run } = results;
  const theory = flows.flatMap((flow) =>
    ((flow as { theory?: object[] }).theory ?? []).map((row) => ({ flow: flow.id, ...row })),
  );
  const scales = groups.flatMap(({ algorithm, scales: list }) => list.map((s) => ({ algorithm, ...s })));
  return [
    ...tableCsv(named(flows), 'flow'),
    ...tableCsv(theory, 'quantity'),
    ...tableCsv(groups),
    ...tableCsv(scales),
    ...tableCsv(named(queues), 'queue'),
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
