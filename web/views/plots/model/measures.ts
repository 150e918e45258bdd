/** Names and scales of the measures of fairness that the engine records. */

import type { Directory } from '../../../generated/types';
import { measuresTexts as t } from './texts';

export interface Measure {
  /** Kind of series. */
  kind: string;
  name: string;
  /** Used instead of the name if an algorithm's name follows. */
  sign?: string;
  summary: string;
  /** The value of perfect fairness. */
  fair: number;
  /** Fixed upper end of the scale; null: there is none. */
  max: number | null;
}

const knownMeasures = (): readonly Measure[] => [
  { kind: 'jain', name: t.jain, summary: t.jainHelp, fair: 1, max: 1 },
  {
    kind: 'jainRtt',
    name: t.jainRtt,
    summary: t.jainRttHelp,
    fair: 1,
    max: 1,
  },
  {
    kind: 'maxMin',
    name: t.maxMinDistance,
    summary: t.maxMinHelp,
    fair: 0,
    max: null,
  },
  {
    kind: 'friendliness',
    name: t.friendlinessF,
    sign: 'F',
    summary: t.friendlinessHelp,
    fair: 1,
    max: null,
  },
];

/** The measures that the run records. */
export function measuresOf(directory: Directory | null): Measure[] {
  const kinds = new Set<string>(directory?.series.map((s) => s.kind));
  return knownMeasures().filter((m) => kinds.has(m.kind));
}

/** The measures to show: those chosen, or the first one if none of them is recorded. */
export function chosenMeasures(recorded: readonly Measure[], chosen: readonly string[]): Measure[] {
  const shown = recorded.filter((m) => chosen.includes(m.kind));
  return shown.length > 0 ? shown : recorded.slice(0, 1);
}
