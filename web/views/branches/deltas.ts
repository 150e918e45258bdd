/** The results in which branches are compared. */

import type { Results } from '../../generated/types';
import { unitName } from '../../language/units';
import { deltasTexts as t } from './texts';

export interface Delta {
  id: string;
  name: string;
  unit: string;
  decimals: number;
  value: number | null;
  /** Difference from the branch on screen. */
  delta: number | null;
}

interface Measure {
  id: string;
  name: string;
  unit: string;
  decimals: number;
  of: (results: Results) => number | null | undefined;
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

const measures = (): readonly Measure[] => [
  { id: 'goodput', name: t.goodput, unit: 'Mb/s', decimals: 2, of: (r) => r.goodputMbps },
  { id: 'jain', name: t.jain, unit: '', decimals: 3, of: (r) => r.jain },
  { id: 'drops', name: t.drops, unit: '', decimals: 0, of: (r) => sum(r.flows.map((f) => f.drops)) },
  {
    id: 'queue',
    name: t.meanQueue,
    unit: unitName('packets'),
    decimals: 1,
    // The longest queue.
    of: (r) => (r.queues.length === 0 ? null : Math.max(...r.queues.map((q) => q.meanPackets))),
  },
];

/** The results of a branch and their differences from the branch on screen. */
export function compareBranch(results: Results | null, own: Results): Delta[] {
  return measures().map(({ of, ...measure }) => {
    const value = (results && of(results)) ?? null;
    const here = of(own) ?? null;
    return { ...measure, value, delta: value === null || here === null ? null : value - here };
  });
}
