/**
 * The range of an ensemble's bands. Separate from their drawing code, which the page does not need if a
 * worker draws.
 */
import { BAND_SIZE, type SeriesBand } from '../worker/bands';
import type { BandLine } from './bands';

/** The columns that a span of time touches. */
export function columnsBetween(
  { columns, durationS }: SeriesBand,
  from: number,
  to: number,
): { first: number; last: number } {
  const column = durationS / columns;
  const first = Math.max(0, Math.floor(from / column) - 1);
  return { first, last: Math.min(columns - 1, Math.ceil(to / column)) };
}

/** Largest and smallest value of the bands in a span of time; NaN if there is none. */
export function rangeOfBands(
  lines: readonly BandLine[],
  from: number,
  to: number,
): { min: number; max: number } {
  let min = Number.NaN;
  let max = Number.NaN;
  for (const { band } of lines) {
    const { first, last } = columnsBetween(band, from, to);
    for (let c = first; c <= last; c += 1) {
      const low = band.values[BAND_SIZE * c] as number;
      const high = band.values[BAND_SIZE * c + BAND_SIZE - 1] as number;
      // Comparisons with NaN are false, so the first value replaces it.
      if (!(low >= min)) min = Number.isNaN(low) ? min : low;
      if (!(high <= max) && high < Number.POSITIVE_INFINITY) max = high;
    }
  }
  return { min, max };
}
