/** Exact values of a series at regular times, where the curves of a plot are thinned to its columns. */

/** Values at times in order, s. */
export interface Samples {
  times: readonly number[];
  values: readonly number[];
}

/**
 * The samples in a series' CSV, whose rows are the spans in which the engine records: 8 ms, in long runs a multiple of it. The last value of
 * a span is exact at its end. The last span is not over yet, so it has none.
 * @param csv a heading, then `start in s, minimum, maximum, last value` of each span
 */
export function samplesOf(csv: string): Samples {
  const rows = csv
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => row.split(',').map(Number));
  const values = rows.slice(0, -1).map(([, , , last = Number.NaN]) => last);
  return { times: rows.slice(1).map(([start = Number.NaN]) => start), values };
}

/** The values of two series at their common times in from … to, s. */
export function commonSamples(
  a: Samples,
  b: Samples,
  from: number,
  to: number,
): { xs: number[]; ys: number[] } {
  const common = { xs: [] as number[], ys: [] as number[] };
  let j = 0;
  for (const [i, t] of a.times.entries()) {
    while ((b.times[j] ?? Number.POSITIVE_INFINITY) < t) j += 1;
    const [x, y] = [a.values[i] ?? Number.NaN, b.values[j] ?? Number.NaN];
    if (b.times[j] !== t || t < from || t > to || !Number.isFinite(x) || !Number.isFinite(y)) continue;
    common.xs.push(x);
    common.ys.push(y);
  }
  return common;
}
