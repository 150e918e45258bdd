/** @typedef {import('./measure.mjs').Measured} Measured */

/**
 * One line of the results, with medians and the best values.
 * @param {string} scenario
 * @param {string} target
 * @param {Measured} measured
 * @param {number} flows
 */
export function summary(scenario, target, measured, flows) {
  const { hops, seconds, bareHops, bareSeconds, peakBytes } = measured;
  const rates = (/** @type {(values: number[]) => number} */ of) => {
    // A fluid run has no packets, so only its seconds count.
    if (hops === 0) return {};
    const engine = hops / of(seconds);
    // The bare loop does not run with very many flows.
    if (bareHops === 0) return { hops_per_s: Math.round(engine) };
    const bare = bareHops / of(bareSeconds);
    return { hops_per_s: Math.round(engine), bare_hops_per_s: Math.round(bare), ratio: round(engine / bare) };
  };
  return {
    scenario,
    target,
    hops,
    seconds: round(median(seconds), 4),
    ...rates(median),
    peak_mb: round(peakBytes / 1e6, 1),
    peak_kb_per_flow: round(peakBytes / 1e3 / flows, 1),
    repeats: seconds.length,
    best: { seconds: round(Math.min(...seconds), 4), ...rates((values) => Math.min(...values)) },
  };
}

/**
 * The results as a table with a column for each number.
 * @param {readonly Record<string, unknown>[]} results
 */
export function table(results) {
  const flat = results.map(({ best, ...result }) => ({
    ...result,
    ...(typeof best === 'object' && best !== null && 'ratio' in best
      ? { best_ratio: /** @type {{ ratio: number }} */ (best).ratio }
      : {}),
  }));
  const names = [...new Set(flat.flatMap((result) => Object.keys(result)))];
  const line = (/** @type {Record<string, unknown>} */ result) =>
    names.map((name) => cell(result[name] ?? '–'));
  const rows = [names, ...flat.map(line)];
  const widths = names.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows.map((row) => row.map((text, i) => text.padStart(widths[i] ?? 0)).join('  ')).join('\n');
}

/** @param {unknown} value */
function cell(value) {
  return typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 4 }) : String(value);
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[middle - (sorted.length % 2 ? 0 : 1)], sorted[middle]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/** @param {number} value @param {number} [digits] */
export function round(value, digits = 3) {
  return Number(value.toFixed(digits));
}
