/** Rows of the results, as text for the page and as numbers for CSV. */

import type { Results } from '../../generated/types';
import { formatValue } from '../plots/format';
import { type Cell, toCsv } from './csv';

/** What the tables read; the generated type says the same of the engine's answer. */
export interface FlowRow {
  id: string;
  algorithm: string;
  goodputMbps: number;
  throughputMbps: number;
  sharePercent: number;
  sentPackets: number;
  lossRate: number;
  retransmissions: number;
  timeouts: number;
  rttMeanMs: number | null;
  rttP95Ms: number | null;
  rttMinMs: number | null;
  completionS?: number | null;
  /** Completion times, where the flow is many transfers. */
  transfers?: TransferRow | null;
}

/** Transfers that both began and ended in the time of measurement, and how many there were at once. */
export interface TransferRow {
  started: number;
  finished: number;
  active: number;
  refused: number;
  meanActive: number;
  meanKb: number | null;
  meanS: number | null;
  medianS: number | null;
  p95S: number | null;
  maxS: number | null;
}

export interface QueueRow {
  id: string;
  utilisation: number;
  meanPackets: number;
  maxPackets: number;
  meanDelayMs: number;
  arrivals: number;
  drops: number;
  marks: number;
  lossRate: number;
}

export interface Table {
  flows: FlowRow[];
  queues: QueueRow[];
  jain: number;
  digest: string;
  fromS: number;
  toS: number;
}

/** The engine's results as the tables read them, or nothing before there are any. */
export function tableOf(results: Results | null): Table | null {
  const table = results as unknown as Table | null;
  return table && Array.isArray(table.flows) ? table : null;
}

/** Whether there is any time to measure; before the results count, rates and means would all be zero. */
export function counts(table: Table): boolean {
  return table.toS > table.fromS;
}

/** Decimals that a column of values shares: enough for its smallest value of note, few for large ones. */
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

const FLOW_COLUMNS: readonly [string, (row: FlowRow) => Cell][] = [
  ['flow', (r) => r.id],
  ['algorithm', (r) => r.algorithm],
  ['goodput_mbps', (r) => r.goodputMbps],
  ['throughput_mbps', (r) => r.throughputMbps],
  ['share_percent', (r) => r.sharePercent],
  ['sent_packets', (r) => r.sentPackets],
  ['loss_rate', (r) => r.lossRate],
  ['retransmissions', (r) => r.retransmissions],
  ['timeouts', (r) => r.timeouts],
  ['rtt_mean_ms', (r) => r.rttMeanMs],
  ['rtt_p95_ms', (r) => r.rttP95Ms],
  ['rtt_min_ms', (r) => r.rttMinMs],
  ['completion_s', (r) => r.completionS ?? null],
];

const TRANSFER_COLUMNS: readonly [string, (row: FlowRow) => Cell][] = [
  ['flow', (r) => r.id],
  ['transfers_started', (r) => r.transfers?.started ?? null],
  ['transfers_counted', (r) => r.transfers?.finished ?? null],
  ['transfers_active', (r) => r.transfers?.active ?? null],
  ['transfers_refused', (r) => r.transfers?.refused ?? null],
  ['transfers_mean_active', (r) => r.transfers?.meanActive ?? null],
  ['transfer_mean_kb', (r) => r.transfers?.meanKb ?? null],
  ['transfer_mean_s', (r) => r.transfers?.meanS ?? null],
  ['transfer_median_s', (r) => r.transfers?.medianS ?? null],
  ['transfer_p95_s', (r) => r.transfers?.p95S ?? null],
  ['transfer_max_s', (r) => r.transfers?.maxS ?? null],
];

const QUEUE_COLUMNS: readonly [string, (row: QueueRow) => Cell][] = [
  ['queue', (r) => r.id],
  ['utilisation', (r) => r.utilisation],
  ['mean_packets', (r) => r.meanPackets],
  ['max_packets', (r) => r.maxPackets],
  ['mean_delay_ms', (r) => r.meanDelayMs],
  ['arrivals', (r) => r.arrivals],
  ['drops', (r) => r.drops],
  ['marks', (r) => r.marks],
  ['loss_rate', (r) => r.lossRate],
];

/** Both tables and what they were measured on, with all digits. */
export function resultsCsv(table: Table): string {
  const of = <R>(columns: readonly [string, (row: R) => Cell][], rows: readonly R[]) =>
    toCsv(
      columns.map(([head]) => head),
      rows.map((row) => columns.map(([, value]) => value(row))),
    );
  const about = toCsv(
    ['from_s', 'to_s', 'jain', 'digest'],
    [[table.fromS, table.toS, table.jain, table.digest]],
  );
  const transfers = table.flows.filter((row) => row.transfers);
  return [
    of(FLOW_COLUMNS, table.flows),
    ...(transfers.length > 0 ? [of(TRANSFER_COLUMNS, transfers)] : []),
    of(QUEUE_COLUMNS, table.queues),
    about,
  ].join('\r\n');
}
