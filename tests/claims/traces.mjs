// How claims read time series.

/** @import { Trace } from './claim.mjs' */

/** The value of a trace that holds at a time. @param {Trace} trace @param {number} time */
export function valueAt({ times, values }, time) {
  const next = times.findIndex((t) => t > time);
  return Number(values[(next < 0 ? times.length : next) - 1] ?? values[0]);
}

/** Equally spaced times. @param {number} from @param {number} to @param {number} step */
export const steps = (from, to, step) =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step);

/** A trace at equally spaced times. @param {Trace} trace @param {number} from @param {number} to @param {number} [step] */
export const sampled = (trace, from, to, step = 0.001) => steps(from, to, step).map((t) => valueAt(trace, t));
