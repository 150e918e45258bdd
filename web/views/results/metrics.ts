/** Measures of all flows together, and predictions for them. */
import { precisionFixed } from 'd3-format';
import { formatValue } from '../../drawing/format';
import type { Results } from '../../generated/types';
import { byFluidAlone } from './table';
import { metricTexts, theoryTexts } from './texts';

export interface MetricRow {
  id: string;
  name: string;
  /** Null if undefined for this run. */
  value: number | null;
  unit: string;
  help: string;
}

type RunMetric = 'jain' | 'jainRtt' | 'maxMinDistance' | 'power' | 'burstLossesPerFlow';

interface MetricKind {
  id: RunMetric;
  unit: string;
  /** Whether it is meaningful for a single flow. */
  alone: boolean;
}

const METRICS: readonly MetricKind[] = [
  { id: 'jain', unit: '', alone: false },
  { id: 'jainRtt', unit: '', alone: false },
  { id: 'maxMinDistance', unit: '', alone: false },
  { id: 'power', unit: 'Mb/s²', alone: true },
  { id: 'burstLossesPerFlow', unit: '', alone: true },
];

/** Measures of the run. With a single flow, those that compare flows are left out. */
export function runMetrics(results: Results): MetricRow[] {
  const forOneFlow = results.flows.length < 2;
  const fluid = byFluidAlone(results);
  const none = (id: RunMetric) => fluid && id === 'burstLossesPerFlow';
  return METRICS.filter((metric) => (metric.alone || !forOneFlow) && !none(metric.id)).map(
    ({ id, unit }) => ({
      ...{ id, unit, ...metricTexts[id] },
      value: results[id] ?? null,
    }),
  );
}

/** A prediction for a flow, and the measured value. */
export interface TheoryRow {
  id: string;
  name: string;
  unit: string;
  measured: number | null;
  predicted: number | null;
  /** Upper end, if the prediction is a range that begins at `predicted`. */
  predictedTo?: number | null;
  /** The input of the prediction. */
  from?: string;
  /** The formula and its source. */
  source: string;
}

/** The predictions in a flow's results. */
export function theoryRows(flow: unknown): TheoryRow[] {
  const rows = (flow as { theory?: unknown } | null)?.theory;
  return Array.isArray(rows) ? (rows as TheoryRow[]) : [];
}

/** The deviation from a prediction, such as "+3 %", or from the nearer end of a range; empty if there is nothing to compare. */
export function deviation({
  measured,
  predicted,
  predictedTo,
}: Pick<TheoryRow, 'measured' | 'predicted' | 'predictedTo'>): string {
  if (measured === null || predicted === null) return '';
  const upper = predictedTo ?? predicted;
  if (predictedTo != null && measured >= predicted && measured <= upper) return theoryTexts.within;
  const near = measured > upper ? upper : predicted;
  if (!(Math.abs(near) > 0)) return '';
  const share = (measured / near - 1) * 100;
  if (!Number.isFinite(share)) return '';
  const size = Math.abs(share);
  if (size >= 1000) return `×${Math.round(measured / near)}`;
  const decimals = size < 9.95 ? 1 : 0;
  const sign = Number(size.toFixed(decimals)) === 0 ? '±' : share > 0 ? '+' : '−';
  return `${sign}${formatValue(size, decimals)} %`;
}

/** Decimals for three significant digits. */
export function digits(value: number | null): number {
  const size = Math.abs(value ?? 0);
  if (size === 0 || !Number.isFinite(size)) return 0;
  return Math.min(6, precisionFixed(size / 100));
}
