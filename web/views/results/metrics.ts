/** What the engine says of all flows together, as rows of name, value and unit. */

export interface MetricRow {
  id: string;
  name: string;
  /** Null: undefined for this run, as where a flow had nothing. */
  value: number | null;
  unit: string;
  help: string;
}

/** What can be said better than the key itself does. */
const WORDS: Record<string, { name: string; help: string }> = {
  jain: { name: 'Jain’s index', help: '1 where all goodputs are equal, 1/n where one flow has all' },
  jainRtt: { name: 'Jain’s index × RTT', help: 'Of goodput × base RTT: 1 where rates go as 1/RTT' },
  maxMin: { name: 'Distance from max–min', help: '0 where each flow has its max–min fair share' },
  maxMinDistance: { name: 'Distance from max–min', help: '0 where each flow has its max–min fair share' },
  friendliness: {
    name: 'Friendliness F',
    help: 'Mean throughput of the other flows by that of the TCP flows: 1 is friendly',
  },
  equivalence: { name: 'Equivalence E', help: 'The larger of F and 1/F' },
  internalFairness: {
    name: 'Internal fairness',
    help: 'The most by the least that a flow of the same kind has',
  },
  synchronisation: { name: 'Synchronisation', help: 'Share of the flows that a loss event hits, on average' },
  synchronization: { name: 'Synchronisation', help: 'Share of the flows that a loss event hits, on average' },
};

/** Units that keys end with, as everywhere in documents and results. */
const UNITS: readonly [RegExp, string][] = [
  [/Mbps$/, 'Mb/s'],
  [/Ms$/, 'ms'],
  [/Percent$/, '%'],
  [/Packets$/, 'packets'],
  [/S$/, 's'],
];

/**
 * Rows of an object of numbers, in its order; what is no number is left out. A key that has no words of its own is
 * read as what it says: `meanShareMbps` is "Mean share", in Mb/s.
 */
export function metricRows(metrics: unknown): MetricRow[] {
  if (typeof metrics !== 'object' || metrics === null || Array.isArray(metrics)) return [];
  return Object.entries(metrics).flatMap(([id, value]): MetricRow[] => {
    if (typeof value !== 'number' && value !== null) return [];
    const [ending, unit] = UNITS.find(([end]) => end.test(id)) ?? [/$^/, ''];
    const known = WORDS[id];
    return [
      { id, value, unit, name: known?.name ?? sentence(id.replace(ending, '')), help: known?.help ?? '' },
    ];
  });
}

/** "meanShare" → "Mean share" */
function sentence(key: string): string {
  const words = key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a formula predicts for a flow, beside what was measured. */
export interface TheoryRow {
  id: string;
  name: string;
  unit: string;
  measured: number | null;
  predicted: number | null;
  /** The formula and where it comes from. */
  source: string;
}

/** The rows of a flow's results; none where the engine has no prediction. */
export function theoryRows(flow: unknown): TheoryRow[] {
  const rows = (flow as { theory?: unknown } | null)?.theory;
  return Array.isArray(rows) ? (rows as TheoryRow[]) : [];
}

/** How far off a prediction is, as "+3 %"; empty where there is nothing to compare. */
export function deviation({ measured, predicted }: Pick<TheoryRow, 'measured' | 'predicted'>): string {
  if (measured === null || predicted === null || !(Math.abs(predicted) > 0)) return '';
  const percent = (measured / predicted - 1) * 100;
  if (!Number.isFinite(percent)) return '';
  const size = Math.abs(percent);
  if (size >= 1000) return `×${Math.round(measured / predicted)}`;
  const text = size.toFixed(size < 9.95 ? 1 : 0);
  return `${Number(text) === 0 ? '±' : percent > 0 ? '+' : '−'}${text} %`;
}

/** Three digits that mean something, or all before the point. */
export function digits(value: number | null): number {
  const size = Math.abs(value ?? 0);
  if (size === 0 || !Number.isFinite(size)) return 0;
  return Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(size))));
}
