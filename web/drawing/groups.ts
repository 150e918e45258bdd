/** Groups of flows: the mean, the smallest and the largest value of the flows of each algorithm. */
import type { Catalogue, Directory } from '../generated/types';
import type { Curve } from './spec';

export interface Group {
  /** Catalogue id of the algorithm. */
  algorithm: string;
  name: string;
  /** The first of its flows, which gives the group its color and dash. */
  flow: number;
  /** Series of its flows. */
  series: readonly number[];
}

/** The flow curves of a plot by algorithm, in the order of their first flows. A single flow is not a group. */
export function groupsOf(
  curves: readonly Curve[],
  directory: Directory,
  catalogue: Catalogue | null,
): Group[] {
  const found = new Map<string, { flow: number; series: number[] }>();
  for (const { flow, series, role } of curves) {
    const algorithm = directory.flows[flow]?.algorithm;
    if (algorithm === undefined || role !== 'line') continue;
    const group = found.get(algorithm) ?? { flow, series: [] };
    group.series.push(series);
    found.set(algorithm, group);
  }
  return [...found].map(([algorithm, { flow, series }]) => {
    const name = catalogue?.algorithms.find((a) => a.id === algorithm)?.name ?? algorithm;
    return { algorithm, flow, series, name: series.length > 1 ? `${name} × ${series.length}` : name };
  });
}

/** Statistics of a group, with two points per column like the curves. */
export interface Spread {
  min: Float64Array;
  mean: Float64Array;
  max: Float64Array;
}

/**
 * Minimum, mean and maximum over the flows at each column of a plot. A column has two points, minimum and
 * maximum in the order in which they occurred; both count. NaN if no flow has a value.
 */
export function spreadOf(columns: readonly ArrayLike<number>[], into?: Spread): Spread {
  const points = columns[0]?.length ?? 0;
  const reusable = into?.mean.length === points;
  const out = reusable
    ? (into as Spread)
    : { min: new Float64Array(points), mean: new Float64Array(points), max: new Float64Array(points) };
  for (let i = 0; i + 1 < points; i += 2) {
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    let sum = 0;
    let count = 0;
    for (const ys of columns) {
      for (let k = i; k < i + 2; k++) {
        const y = ys[k] as number;
        if (!Number.isFinite(y)) continue;
        if (y < min) min = y;
        if (y > max) max = y;
        sum += y;
        count += 1;
      }
    }
    const none = count === 0;
    for (let k = i; k < i + 2; k++) {
      out.min[k] = none ? Number.NaN : min;
      out.max[k] = none ? Number.NaN : max;
      out.mean[k] = none ? Number.NaN : sum / count;
    }
  }
  return out;
}
