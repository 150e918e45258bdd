// What the claims of the Pseudo-rate paper share.
//
// The paper estimates the service rate as the packets of a cycle by its RTT (section 3.2), under which the bound is at most three packets above
// the window; its figures grow faster. Claims are checked with the formula as it is printed, and say what the other reading, the spacing of
// the cycle's ACKs, gives. Two exceptions, Table 1 and Figure 1: they say what the window does under a bound that is given from the first round
// on, and only the second reading gives such a bound.

/** @import { Figure } from '../claim.mjs' */

/** A time series. @typedef {{ times: number[], values: number[] }} Trace */

export const VEGAS = 'Vegas';
export const PRINTED = 'Pseudo-rate';
export const SPACING = 'Pseudo-rate, ACK spacing';
export const RENO = 'Reno';

/** Those that send to the end, from the longest round trip to the shortest. */
export const STAYING = ['source 2', 'source 4', 'source 5'];
export const SOURCES = ['source 1', 'source 2', 'source 3', 'source 4', 'source 5'];

/** Round trips without queues, s: `i` counts from 1. Links of 0.5 ms, access links of 0.1 ms. @param {number} i */
export const roundTrip = (i) => 2 * (0.0001 + 0.0005 * (6 - i));

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

/** The sum of several traces at equally spaced times. @param {Trace[]} traces @param {number} from @param {number} to @param {number} [step] */
export const total = (traces, from, to, step = 0.001) =>
  steps(from, to, step).map((t) => traces.reduce((sum, trace) => sum + valueAt(trace, t), 0));

/** The sources' windows. @param {Figure} figure @param {string} scheme @param {string[]} [sources] */
export const windows = (figure, scheme, sources = SOURCES) =>
  sources.map((source) => figure.trace(source, { scheme }));
