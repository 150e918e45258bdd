/** The value shown for a flow: its window, or a rate for flows without a window. */

import { formatValue } from '../../../drawing/format';
import type { Catalogue, Directory } from '../../../generated/types';
import { unitName } from '../../../language/units';
import { type Frame, isCovered } from '../../../store';
import { FlowState } from '../../../worker/sections';
import { momentOf, valueAt } from './moment';

/** The first variable of every rate controller: its rate, packets/s. */
const RATE = 'rate';

/** Series of the rate of a flow that has no window; -1 where it has no such rate either. */
export function rateSeriesOf(directory: Directory, flow: number, catalogue: Catalogue | null): number {
  const { id, algorithm, window } = directory.flows[flow] ?? {};
  if (window !== 'none') return -1;
  // The series may be that of an earlier controller.
  const row = catalogue?.algorithms.find((a) => a.id === algorithm);
  if (!row?.variables.some((p) => p.id === RATE)) return -1;
  return directory.series.findIndex((s) => s.kind === 'probe' && s.variable === RATE && s.owner === id);
}

/** Series of all such rates, to be asked for. */
export function rateSeries(directory: Directory, catalogue: Catalogue | null): number[] {
  return directory.flows.flatMap((f, i) => {
    const series = f.removed ? -1 : rateSeriesOf(directory, i, catalogue);
    return series < 0 ? [] : [series];
  });
}

export interface FlowValue {
  kind: 'window' | 'sum' | 'rate' | 'throughput' | 'none';
  /** packets, packets/s or Mb/s, by the kind */
  value: number;
}

/** The value at the crosshair, or now. */
export function flowValue(
  frame: Frame,
  flow: number,
  catalogue: Catalogue | null,
  cursor: number | null,
): FlowValue {
  const { directory, scene, plot, now } = frame;
  const info = directory.flows[flow];
  // A flow that has not started has no window yet, whatever the first one will be.
  if (!info || (cursor === null && scene.state(flow) === FlowState.waiting))
    return { kind: 'none', value: Number.NaN };
  const t = momentOf(cursor, now);
  const of = (kind: string) => directory.series.findIndex((s) => s.kind === kind && s.owner === info.id);
  if (info.window !== 'none') {
    const kind = info.window === 'sum' ? 'sum' : 'window';
    if (isCovered('cwnd')) return { kind, value: Number.NaN };
    // The plot of windows may be hidden; then only the present value is known.
    const value = cursor === null ? scene.cwnd(flow) : valueAt(plot, of('cwnd'), t);
    return { kind, value };
  }
  const series = rateSeriesOf(directory, flow, catalogue);
  if (series >= 0) return { kind: 'rate', value: valueAt(plot, series, t) };
  if (isCovered('throughput')) return { kind: 'throughput', value: Number.NaN };
  const value = cursor === null ? scene.throughputMbps(flow) : valueAt(plot, of('throughput'), t);
  return { kind: 'throughput', value };
}

/** As text: of a window the bare number, of others what tells them apart from it. */
export function flowValueText({ kind, value }: FlowValue): string {
  if (Number.isNaN(value)) return '–';
  switch (kind) {
    case 'sum':
      return `Σ ${formatValue(value, 0)}`;
    case 'rate':
      return `${formatValue(value, 0)}/s`;
    case 'throughput':
      return `${formatValue(value, value >= 100 ? 0 : value >= 1 || value === 0 ? 1 : 2)} Mb/s`;
    default:
      return formatValue(value, 0);
  }
}

/** With the name of the quantity. */
export function flowValueWords({ kind, value }: FlowValue): string {
  const text = formatValue(value, 0);
  switch (kind) {
    case 'window':
      return `cwnd ${text}`;
    case 'sum':
      return `Σ cwnd ${text}`;
    case 'rate':
      return `${text} ${unitName('packets/s')}`;
    default:
      return '';
  }
}
