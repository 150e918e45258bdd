/** Converts between a quantity and the position of its slider. */
import { bisectLeft } from 'd3-array';
import { scaleLinear, scaleLog } from 'd3-scale';

export interface Scale {
  min: number;
  max: number;
  integer: boolean;
  log: boolean;
}

/** The most steps of a slider. */
const STEPS = 240;

/** A logarithmic slider reaches zero at its lowest step; above that it spans at most this many decades. */
const DECADES = 6;

/** The values of a slider, one for each step, so that each step changes the value. */
function valuesOf(scale: Scale): readonly number[] {
  const key = JSON.stringify(scale);
  if (key !== known.key) {
    const values = Array.from({ length: STEPS + 1 }, (_, place) => valueAt(place, scale));
    known = { key, values: values.filter((value, i) => i === 0 || value > (values[i - 1] as number)) };
  }
  return known.values;
}

/** Those of the slider that moves: computing them again for each of its steps would take time. */
let known: { key: string; values: readonly number[] } = { key: '', values: [] };

/** The number of steps. */
export const stepsOf = (scale: Scale): number => valuesOf(scale).length - 1;

/** The nearest step to a value. */
export function toSlider(value: number, scale: Scale): number {
  const values = valuesOf(scale);
  const after = Math.min(bisectLeft(values, value), values.length - 1);
  const before = Math.max(0, after - 1);
  return (values[after] as number) - value < value - (values[before] as number) ? after : before;
}

export function fromSlider(place: number, scale: Scale): number {
  const values = valuesOf(scale);
  return values[Math.max(0, Math.min(place, values.length - 1))] as number;
}

function valueAt(place: number, { min, max, log, integer }: Scale): number {
  if (place >= STEPS) return max;
  if (place <= 0) return min;
  if (!log) return roundTo(scaleLinear([0, STEPS], [min, max])(place), (max - min) / STEPS, integer);
  const low = min > 0 ? min : integer ? 1 : max / 10 ** DECADES;
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
