/** Measures of fairness over time: how those that the engine records are named and scaled. */
import type { Directory } from '../../../generated/types';

export interface Measure {
  /** Kind of series. */
  kind: string;
  name: string;
  /** Instead of the name where an algorithm's follows. */
  sign?: string;
  summary: string;
  /** The value of perfect fairness. */
  fair: number;
  /** Fixed upper end; null where there is none. */
  max: number | null;
}

const KNOWN: readonly Measure[] = [
  { kind: 'jain', name: 'Jain', summary: 'Jain’s index: 1 where all rates are equal', fair: 1, max: 1 },
  {
    kind: 'jainRtt',
    name: 'Jain × RTT',
    summary: 'Jain’s index of rate × base RTT: 1 where rates go as 1/RTT',
    fair: 1,
    max: 1,
  },
  {
    kind: 'maxMin',
    name: 'Max–min distance',
    summary: 'From the max–min fair shares: 0 where each flow has its own',
    fair: 0,
    max: null,
  },
  {
    kind: 'friendliness',
    name: 'Friendliness F',
    sign: 'F',
    summary: 'Mean rate of an algorithm’s flows by that of the reference’s: 1 is friendly',
    fair: 1,
    max: null,
  },
];

/** Measures that the run records. */
export function measuresOf(directory: Directory | null): Measure[] {
  const kinds = new Set<string>(directory?.series.map((s) => s.kind));
  return KNOWN.filter((m) => kinds.has(m.kind));
}

/** Those of them to show: what was chosen, or the first where nothing of that is recorded. */
export function chosenMeasures(recorded: readonly Measure[], chosen: readonly string[]): Measure[] {
  const shown = recorded.filter((m) => chosen.includes(m.kind));
  return shown.length > 0 ? shown : recorded.slice(0, 1);
}
