/** The spread of several runs of one scenario, for each series and time. */
import { Extremes } from '../generated/boundary';
import type { DirectorySeries } from '../generated/types';
import type { Bands, EnsembleRun } from './batch-protocol';

/** Numbers for each series and column: minimum, lower quartile, median, upper quartile, maximum. */
export const BAND_SIZE = 5;

/** The band of one series over a whole run. */
export interface SeriesBand {
  /** s */
  durationS: number;
  columns: number;
  /** Column c starts at `BAND_SIZE * c`: minimum, lower quartile, median, upper quartile, maximum. NaN: no value. */
  values: Float32Array;
}

/**
 * Minimum and maximum are of everything that happened in a column; the quartiles and the median are of the values at its end. Runs
 * without a value in a column are not counted there. The column is NaN if no run has one.
 */
export function computeBands(members: readonly EnsembleRun[]): Bands | null {
  const first = members[0];
  if (!first) return null;
  const { columns } = first;
  const places = members.map((member) => indexByKey(member.series));
  const values = new Float32Array(first.series.length * BAND_SIZE * columns).fill(Number.NaN);
  const ends = new Float64Array(members.length);
  first.series.forEach((series, s) => {
    const key = seriesKey(series);
    const from = members.map((_, m) => places[m]?.get(key) ?? -1);
    for (let c = 0; c < columns; c += 1) {
      let runs = 0;
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let m = 0; m < members.length; m += 1) {
        const data = (members[m] as EnsembleRun).values;
        const at = Extremes.size * ((from[m] as number) * columns + c);
        const end = at < 0 ? Number.NaN : (data[at + Extremes.last] as number);
        if (Number.isNaN(end)) continue;
        low = Math.min(low, data[at + Extremes.min] as number);
        high = Math.max(high, data[at + Extremes.max] as number);
        ends[runs] = end;
        runs += 1;
      }
      if (runs === 0) continue;
      const sorted = ends.subarray(0, runs).sort();
      const out = BAND_SIZE * (s * columns + c);
      values[out] = low;
      values[out + 1] = quantile(sorted, 0.25);
      values[out + 2] = quantile(sorted, 0.5);
      values[out + 3] = quantile(sorted, 0.75);
      values[out + 4] = high;
    }
  });
  return { runs: members.length, series: first.series, columns, values };
}

function indexByKey(series: readonly DirectorySeries[]): Map<string, number> {
  return new Map(series.map((s, place) => [seriesKey(s), place]));
}

/** Identifies a series across the runs of a document, which may number it differently. */
export function seriesKey({ kind, owner, variable, fluid }: DirectorySeries): string {
  return JSON.stringify([kind, owner, variable ?? '', fluid ?? false]);
}

/** Linear interpolation at (n − 1)q between sorted numbers, as in the engine's statistics. */
function quantile(sorted: Float64Array, q: number): number {
  const at = (sorted.length - 1) * q;
  const below = Math.floor(at);
  const share = at - below;
  const low = sorted[below] as number;
  return share > 0 ? low + share * ((sorted[below + 1] as number) - low) : low;
}
