/** Converts between a quantity and the position of its slider. */
import { scaleLinear, scaleLog } from 'd3-scale';

export interface Scale {
  min: number;
  max: number;
  integer: boolean;
  log: boolean;
}

/** Places of a slider. */
export const STEPS = 240;

/** A logarithmic slider reaches zero in its last place; above that it spans this many decades at most. */
const DECADES = 6;

function floor({ min, max, integer }: Scale): number {
  if (min > 0) return min;
  return integer ? 1 : max / 10 ** DECADES;
}

export function toSlider(value: number, scale: Scale): number {
  const { min, max, log } = scale;
  if (max <= min) return 0;
  if (!log) return Math.round(scaleLinear([min, max], [0, STEPS]).clamp(true)(value));
  const low = floor(scale);
  if (value < low) return 0;
  const zero = min < low ? 1 : 0;
  return Math.round(scaleLog([low, max], [zero, STEPS]).clamp(true)(value));
}

export function fromSlider(place: number, scale: Scale): number {
  const { min, max, log, integer } = scale;
  if (place >= STEPS) return max;
  if (place <= 0) return min;
  if (!log) return rounded(scaleLinear([0, STEPS], [min, max])(place), (max - min) / STEPS, integer);
  const low = floor(scale);
  const zero = min < low ? 1 : 0;
  const value = scaleLog([low, max], [zero, STEPS]).invert(place);
  return rounded(value, value / 50, integer);
}

/** To a number that one would write down, no coarser than the slider's own step. */
function rounded(value: number, step: number, integer: boolean): number {
  if (integer && step <= 2) return Math.round(value);
  const grain = 10 ** Math.floor(Math.log10(step));
  const result = Number((Math.round(value / grain) * grain).toPrecision(12));
  return integer ? Math.round(result) : result;
}
