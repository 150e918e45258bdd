/**
 * The vertical scale of a plot, linear or logarithmic: converts between a value and its fraction of the
 * height.
 */

import { nice } from 'd3-array';
import { scaleLinear, scaleLog } from 'd3-scale';
import { logTicks, scaleEnd, valueTicks } from './ticks';

export interface ValueScale {
  low: number;
  end: number;
  log: boolean;
}

/** Maximum number of decades on a logarithmic scale; smaller values are negligible. */
const MAX_DECADES = 5;
/** Values without a logarithm, zero above all, are a little below the lower edge. */
export const BELOW_AXIS = -0.004;

const shareOnScale = ({ low, end, log }: ValueScale) =>
  (log ? scaleLog([low, end], [0, 1]) : scaleLinear([low, end], [0, 1])).unknown(Number.NaN);

/**
 * Fraction of the height, 0 at the lower edge and 1 at the upper one; outside 0 … 1 beyond them. NaN stays
 * NaN.
 */
export function sharesOf(scale: ValueScale): (value: number) => number {
  const share = shareOnScale(scale);
  return scale.log ? (value) => (value <= 0 ? BELOW_AXIS : share(value)) : share;
}

/** The value at a fraction of the height. */
export function valueAtShare(scale: ValueScale, share: number): number {
  return shareOnScale(scale).invert(share);
}

/** Minimum extent of a scale relative to its values, because of the precision of numbers. */
const MIN_RELATIVE_SPAN = 1e-9;

/**
 * Scales the range of values by `factor` around the middle, moved up by a fraction of the height. A linear
 * scale without negative values does not get any.
 */
export function spanAround(scale: ValueScale, factor: number, up = 0): { low: number; end: number } {
  const low = valueAtShare(scale, 0.5 + up - factor / 2);
  const end = valueAtShare(scale, 0.5 + up + factor / 2);
  if (!(end - low > MIN_RELATIVE_SPAN * Math.abs(end)) || !Number.isFinite(end))
    return { low: scale.low, end: scale.end };
  const lift = !scale.log && scale.low >= 0 ? Math.max(0, -low) : 0;
  return { low: low + lift, end: end + lift };
}

/** The largest of 1, 2 and 5 times a power of ten that is at most `value`. */
function stepBelow(value: number): number {
  return logTicks(value / 10, value, 4).at(-1) ?? value;
}

/**
 * Ends of a logarithmic scale around the data, unchanged while the data fits and fills most of it, as in
 * `scaleEnd`.
 * @param smallest smallest positive value; not above zero if there is none
 * @param before the current scale
 */
export function logEnds(smallest: number, largest: number, before: ValueScale): { low: number; end: number } {
  if (!(largest > 0)) return before.log ? before : { low: 0.1, end: 1 };
  const from = Math.max(smallest > 0 ? smallest : largest, largest / 10 ** MAX_DECADES);
  if (before.log && from >= before.low && largest <= before.end) {
    if (Math.log(largest / from) >= 0.6 * Math.log(before.end / before.low)) return before;
  }
  const end = scaleEnd(largest, 0);
  const low = stepBelow(from);
  // A constant curve also needs space on both sides.
  return { low: low < end / 2 ? low : stepBelow(end / 4), end };
}

/** The shares of the values that a fitted range leaves out, above and below it. */
const OUTSIDE = 0.01;

/** The range of all but the most extreme values; undefined if they are all the same. It begins at zero unless they are far from it. */
export function spanOfMost(
  values: readonly number[],
  log: boolean,
): { low: number; end: number } | undefined {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
  const [least, most] = [at(OUTSIDE), at(1 - OUTSIDE)];
  if (log) return most > 0 ? logEnds(least, most, { low: 0, end: 0, log: false }) : undefined;
  const margin = 0.08 * (most - least);
  const [low, end] = nice(least > most / 2 ? least - margin : Math.min(0, least), most + margin, 8);
  return end > low ? { low, end } : undefined;
}

/**
 * Ticks of a scale `height` pixels high, in the displayed unit (`factor` times the scale's own), as values of
 * the scale.
 */
export function scaleTicks(scale: ValueScale, height: number, factor = 1): number[] {
  const [low, end] = [scale.low * factor, scale.end * factor];
  const powers = scale.log ? logTicks(low, end, Math.max(2, Math.floor(height / 22))) : [];
  // Part of a decade may not contain a power of ten, so linear ticks are better.
  const ticks = powers.length >= 2 ? powers : valueTicks(low, end, height);
  return ticks.filter((tick) => !scale.log || tick > 0).map((tick) => tick / factor);
}

/**
 * The highest value that a plot shows: of its curves, and of the reference lines that are not far above them.
 * @param data the highest value of the curves
 */
export function highestWith(
  data: number,
  references: readonly { value: number; kind?: string }[],
  log: boolean,
): number {
  let max = data;
  const isBdp = (ref: { kind?: string }) => ref.kind === 'bdp';
  // A limit far above all values would flatten the curves; the page then writes its value in the title's row.
  for (const ref of references.filter((ref) => !isBdp(ref)))
    if (ref.value <= (log ? 100 : 4) * data || data === 0) max = Math.max(max, ref.value);
  // The BDP comes last: if the buffer is far below it, the buffer sets the scale while nothing waits.
  for (const ref of references.filter(isBdp))
    if (ref.value <= (log ? 100 : 1.5) * max || max === 0) max = Math.max(max, ref.value);
  return max;
}
