/** The value shown for a flow: its window, or the rate of a flow without a window. */

import { formatValue } from '../../../drawing/format';
import type { Catalogue, Directory } from '../../../generated/types';
import { unitName } from '../../../language/units';
import { type Frame, isHiddenByLesson } from '../../../store';
import { FlowState } from '../../../worker/sections';
import { valueAt, valueNow } from './moment';

/** The first variable of every rate controller: its rate, packets/s. */
const RATE = 'rate';

/** The series of the rate of a flow without a window; -1: it has none. */
export function rateSeriesOf(directory: Directory, flow: number, catalogue: Catalogue | null): number {
  const { id, algorithm, window } = directory.flows[flow] ?? {};
  if (window !== 'none') return -1;
  // The series may belong to an earlier controller.
  const row = catalogue?.algorithms.find((a) => a.id === algorithm);
  if (!row?.variables.some((p) => p.id === RATE)) return -1;
  return directory.series.findIndex((s) => s.kind === 'probe' && s.variable === RATE && s.owner === id);
}

/** All series of such rates, to be requested. */
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

/** The series of a flow's value of this kind; -1: it has none, or a lesson hides it. */
export function seriesOfValue(
  directory: Directory,
  flow: number,
  kind: FlowValue['kind'],
  catalogue: Catalogue | null,
): number {
  if (kind === 'rate') return rateSeriesOf(directory, flow, catalogue);
  const of = kind === 'throughput' ? kind : 'cwnd';
  if (kind === 'none' || isHiddenByLesson(of)) return -1;
  return directory.series.findIndex(
    (s) => s.kind === of && s.owner === directory.flows[flow]?.id && !s.fluid,
  );
}

/** The value at the crosshair, or, without one, at the time of the frame's network. */
export function flowValue(
  frame: Frame,
  flow: number,
  catalogue: Catalogue | null,
  cursor: number | null,
): FlowValue {
  const { directory, scene, plot } = frame;
  const info = directory.flows[flow];
  // A flow that has not started or was removed has no window, although the engine reports its initial or last one.
  if (!info || (cursor === null && (info.removed || scene.state(flow) === FlowState.waiting)))
    return { kind: 'none', value: Number.NaN };
  const of = (kind: string) => directory.series.findIndex((s) => s.kind === kind && s.owner === info.id);
  if (info.window !== 'none') {
    const kind = info.window === 'sum' ? 'sum' : 'window';
    if (isHiddenByLesson('cwnd')) return { kind, value: Number.NaN };
    // If the plot of windows is hidden, only the present value is known.
    const value = cursor === null ? scene.cwnd(flow) : valueAt(plot, of('cwnd'), cursor);
    return { kind, value };
  }
  const series = rateSeriesOf(directory, flow, catalogue);
  if (series >= 0)
    return { kind: 'rate', value: cursor === null ? valueNow(frame, series) : valueAt(plot, series, cursor) };
  if (isHiddenByLesson('throughput')) return { kind: 'throughput', value: Number.NaN };
  const value = cursor === null ? scene.throughputMbps(flow) : valueAt(plot, of('throughput'), cursor);
  return { kind: 'throughput', value };
}

/** As text. A window is a bare number; other quantities have a unit to tell them apart. */
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
