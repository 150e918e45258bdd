/** The vertical scale of a plot: between a value and its share of the height, straight or by its logarithm. */
import { multiples, scaleEnd, valueTicks } from './ticks';

export interface ValueScale {
  low: number;
  end: number;
  log: boolean;
}

/** Decades that a logarithmic scale shows at most: below lies what is as good as nothing. */
const MOST_DECADES = 5;
/** What a logarithm cannot show, zero above all, lies a little below the lower edge. */
const BELOW = -0.004;

/** Share of the height, 0 at the lower edge and 1 at the upper one; beyond them outside of 0 … 1. NaN stays NaN. */
export function shareOf({ low, end, log }: ValueScale, value: number): number {
  if (!log) return (value - low) / (end - low || 1);
  if (Number.isNaN(value)) return value;
  return value > 0 ? Math.log(value / low) / (Math.log(end / low) || 1) : BELOW;
}

/** The value at a share of the height. */
export function valueAtShare({ low, end, log }: ValueScale, share: number): number {
  return log ? low * (end / low) ** share : low + share * (end - low);
}

/** Narrower than this part of its values a scale cannot be: numbers end there. */
const NARROWEST = 1e-9;

/**
 * The values of `factor` times the height around the middle of a scale, moved up by a share of the height. A straight scale that has
 * nothing below zero gets nothing there.
 */
export function spanAround(scale: ValueScale, factor: number, up = 0): { low: number; end: number } {
  const low = valueAtShare(scale, 0.5 + up - factor / 2);
  const end = valueAtShare(scale, 0.5 + up + factor / 2);
  if (!(end - low > NARROWEST * Math.abs(end)) || !Number.isFinite(end))
    return { low: scale.low, end: scale.end };
  const lift = !scale.log && scale.low >= 0 ? Math.max(0, -low) : 0;
  return { low: low + lift, end: end + lift };
}

/** The largest of 1, 2 and 5 times a power of ten that is at most `value`. */
function stepBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value) + 1e-9);
  const step = [5, 2].find((m) => m * power <= value * (1 + 1e-9)) ?? 1;
  return Number((step * power).toPrecision(3));
}

/**
 * Ends of a logarithmic scale around the data, held still while they fit and fill most of it, as `scaleEnd` does.
 * @param least smallest positive value; not above zero where there is none
 * @param before the scale in use
 */
export function logEnds(least: number, most: number, before: ValueScale): { low: number; end: number } {
  if (!(most > 0)) return before.log ? before : { low: 0.1, end: 1 };
  const from = Math.max(least > 0 ? least : most, most / 10 ** MOST_DECADES);
  if (before.log && from >= before.low && most <= before.end) {
    if (Math.log(most / from) >= 0.6 * Math.log(before.end / before.low)) return before;
  }
  const end = scaleEnd(most, 0);
  const low = stepBelow(from);
  // A curve that stands still wants room on both sides as well.
  return { low: low < end / 2 ? low : stepBelow(end / 4), end };
}

/**
 * Ticks of a scale `height` pixels high, in the unit that is written (`factor` times the scale's own), given as values of the scale.
 */
export function scaleTicks(scale: ValueScale, height: number, factor = 1): number[] {
  const [low, end] = [scale.low * factor, scale.end * factor];
  const ticks = scale.log ? logTicks(low, end, height) : valueTicks(low, end, height);
  return ticks.map((tick) => tick / factor);
}

/** Powers of ten, every second or third of them where there is no room; with 2 and 5 between where there is. */
function logTicks(low: number, end: number, height: number): number[] {
  const room = Math.max(2, Math.floor(height / 22));
  const first = Math.floor(Math.log10(low) + 1e-9);
  const last = Math.ceil(Math.log10(end) - 1e-9);
  const decades = last - first + 1;
  const inside = (tick: number) => tick >= low * (1 - 1e-9) && tick <= end * (1 + 1e-9);
  for (const parts of [[1, 2, 5], [1, 3], [1]]) {
    const ticks: number[] = [];
    for (let e = first; e <= last; e++)
      for (const m of parts) ticks.push(Number((m * 10 ** e).toPrecision(6)));
    const seen = ticks.filter(inside);
    // A part of a decade has no power of ten in it: a straight choice of ticks says more.
    if (parts.length === 1 && seen.length < 2) return valueTicks(low, end, height).filter((t) => t > 0);
    if (seen.length <= room)
      return seen.length >= 2 ? seen : valueTicks(low, end, height).filter((t) => t > 0);
  }
  const step = Math.ceil(decades / room);
  return multiples(first, last, step)
    .map((e) => 10 ** e)
    .filter(inside);
}
