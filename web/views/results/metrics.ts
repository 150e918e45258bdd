/** What is said of all flows together, and what theory says beside it. */
import type { Results } from '../../generated/types';
import { byFluidAlone } from './table';

export interface MetricRow {
  id: string;
  name: string;
  /** Null: undefined for this run, as where a flow had nothing. */
  value: number | null;
  unit: string;
  help: string;
}

type RunMetric = 'jain' | 'jainRtt' | 'maxMinDistance' | 'power' | 'burstLossesPerFlow';

interface Words extends Omit<MetricRow, 'id' | 'value'> {
  id: RunMetric;
  /** Says something of one flow alone, too. */
  alone: boolean;
}

const WORDS: readonly Words[] = [
  {
    id: 'jain',
    name: 'Jain’s index',
    unit: '',
    help: '1 where all goodputs are equal, 1/n where one flow has all',
    alone: false,
  },
  {
    id: 'jainRtt',
    name: 'Jain’s index × RTT',
    unit: '',
    help: 'Of goodput × base RTT: 1 where rates go as 1/RTT',
    alone: false,
  },
  {
    id: 'maxMinDistance',
    name: 'Distance from max–min',
    unit: '',
    help: '0 where each flow has its max–min fair share, at most 2',
    alone: false,
  },
  { id: 'power', name: 'Power', unit: 'Mb/s²', help: 'Throughput by mean round-trip time', alone: true },
  {
    id: 'burstLossesPerFlow',
    name: 'Burst losses a flow',
    unit: '',
    help: 'Runs of two or more drops at a queue with no other packet between them, by the number of flows',
    alone: true,
  },
];

/** Measures of the run; of one flow alone only those that compare nothing. */
export function runMetrics(results: Results): MetricRow[] {
  const alone = results.flows.length < 2;
  const fluid = byFluidAlone(results);
  const none = (id: RunMetric) => fluid && id === 'burstLossesPerFlow';
  return WORDS.filter((words) => (words.alone || !alone) && !none(words.id)).map((words) => ({
    id: words.id,
    name: words.name,
    unit: words.unit,
    help: words.help,
    value: results[words.id] ?? null,
  }));
}

/** What a formula predicts for a flow, beside what was measured. */
export interface TheoryRow {
  id: string;
  name: string;
  unit: string;
  measured: number | null;
  predicted: number | null;
  /** Upper end, where the prediction is a range that begins at `predicted`. */
  predictedTo?: number | null;
  /** What the prediction was made from. */
  from?: string;
  /** The formula and where it comes from. */
  source: string;
}

/** The rows of a flow's results; none where the engine has no prediction. */
export function theoryRows(flow: unknown): TheoryRow[] {
  const rows = (flow as { theory?: unknown } | null)?.theory;
  return Array.isArray(rows) ? (rows as TheoryRow[]) : [];
}

/** How far off a prediction is, as "+3 %", from the nearer end of a range; empty where there is nothing to compare. */
export function deviation({
  measured,
  predicted,
  predictedTo,
}: Pick<TheoryRow, 'measured' | 'predicted' | 'predictedTo'>): string {
  if (measured === null || predicted === null) return '';
  const upper = predictedTo ?? predicted;
  if (predictedTo != null && measured >= predicted && measured <= upper) return 'within';
  const near = measured > upper ? upper : predicted;
  if (!(Math.abs(near) > 0)) return '';
  const share = (measured / near - 1) * 100;
  if (!Number.isFinite(share)) return '';
  const size = Math.abs(share);
  if (size >= 1000) return `×${Math.round(measured / near)}`;
  const text = size.toFixed(size < 9.95 ? 1 : 0);
  return `${Number(text) === 0 ? '±' : share > 0 ? '+' : '−'}${text} %`;
}

/** Three digits that mean something, or all before the point. */
export function digits(value: number | null): number {
  const size = Math.abs(value ?? 0);
  if (size === 0 || !Number.isFinite(size)) return 0;
  return Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(size))));
}
