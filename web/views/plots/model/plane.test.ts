import { describe, expect, it } from 'vitest';
import type { Statistic } from '../../../generated/types';
import { results } from '../../results/testing';
import { dotsOf, endsOf, nearest, overlap, within } from './plane';

const statistic = (metric: string, mean: number, sd: number | null): [string, Statistic] => [
  metric,
  { metric, n: 10, mean, sd, halfWidth: null, min: mean, max: mean, median: mean, siqr: 0 },
];

describe('throughput–delay plane', () => {
  it('has a dot for each flow with a throughput and a delay', () => {
    const [first, second] = results.flows;
    if (!first || !second) throw new Error('two flows');
    const flows = [first, { ...second, queueingMs: null }, { ...first, id: 'f3', throughputMbps: 0 }];
    expect(dotsOf({ flows }, 'queueingMs', null)).toEqual([
      { id: 'f1', delay: 27, throughput: 9.8, spread: null },
    ]);
    expect(dotsOf({ flows }, 'rttMeanMs', null).map((d) => [d.id, d.delay])).toEqual([
      ['f1', 67.1],
      ['f2', 67.1],
    ]);
  });

  it('has the spread over seeds if both values have one', () => {
    const of = (...all: [string, Statistic][]) =>
      dotsOf(results, 'queueingMs', new Map(all)).map((d) => d.spread);
    const throughput = statistic('flows/f1/throughputMbps', 9.6, 0.2);
    expect(of(throughput, statistic('flows/f1/queueingMs', 30, 4))).toEqual([
      { delay: { mean: 30, sd: 4 }, throughput: { mean: 9.6, sd: 0.2 }, runs: 10 },
      null,
    ]);
    expect(of(throughput, statistic('flows/f1/queueingMs', 30, null))[0]).toBeNull();
  });

  it('has axes that fit dots and ellipses, and keeps them', () => {
    const spread = { delay: { mean: 80, sd: 15 }, throughput: { mean: 9, sd: 3 }, runs: 10 };
    const dots = [{ id: 'f1', delay: 60, throughput: 9, spread }];
    const [x, y] = endsOf(dots, [0, 0]);
    expect(x).toBeGreaterThanOrEqual(95);
    expect(y).toBeGreaterThanOrEqual(12);
    expect(endsOf([{ id: 'f1', delay: 0.8 * x, throughput: 0.7 * y, spread: null }], [x, y])).toEqual([x, y]);
  });

  it('finds the dot under the pointer, and labels that overlap', () => {
    const places = [[10, 10] as const, [30, 10] as const];
    expect(nearest(places, [22, 10], 16)).toBe(1);
    expect(nearest(places, [200, 10], 16)).toBe(-1);
    expect(overlap([0, 0, 10, 10], [9, 9, 5, 5])).toBe(true);
    expect(overlap([0, 0, 10, 10], [10, 0, 5, 5])).toBe(false);
    expect(within([1, 1, 5, 5], [0, 0, 6, 6])).toBe(true);
    expect(within([1, 1, 6, 5], [0, 0, 6, 6])).toBe(false);
  });
});
