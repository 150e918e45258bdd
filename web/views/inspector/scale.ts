/** Converts between a quantity and the position of its slider. */
import { scaleLinear, scaleLog } from 'd3-scale';

export interface Scale {
  min: number;
  max: number;
  integer: boolean;
  log: boolean;
}

/** Steps of a slider. */
export const STEPS = 240;

/** A logarithmic slider reaches zero at its lowest step; above that it spans at most this many decades. */
const DECADES = 6;

function lowest({ min, max, integer }: Scale): number {
  if (min > 0) return min;
  return integer ? 1 : max / 10 ** DECADES;
}

export function toSlider(value: number, scale: Scale): number {
  const { min, max, log } = scale;
  if (max <= min) return 0;
  if (!log) return Math.round(scaleLinear([min, max], [0, STEPS]).clamp(true)(value));
  const low = lowest(scale);
  if (value < low) return 0;
  const zero = min < low ? 1 : 0;
  return Math.round(scaleLog([low, max], [zero, STEPS]).clamp(true)(value));
}

export function fromSlider(place: number, scale: Scale): number {
  const { min, max, log, integer } = scale;
  if (place >= STEPS) return max;
  if (place <= 0) return min;
  if (!log) return roundTo(scaleLinear([0, STEPS], [min, max])(place), (max - min) / STEPS, integer);
  const low = lowest(scale);
  const zero = min < low ? 1 : 0;
  const value = scaleLog([low, max], [zero, STEPS]).invert(place);
  return roundTo(value, value / 50, integer);
}

/** Rounds to a readable number, no coarser than the step of the slider. */
function roundTo(value: number, step: number, integer: boolean): number {
  if (integer && step <= 2) return Math.round(value);
  const grain = 10 ** Math.floor(Math.log10(step));
  const result = Number((Math.round(value / grain) * grain).toPrecision(12));
  return integer ? Math.round(result) : result;
}
