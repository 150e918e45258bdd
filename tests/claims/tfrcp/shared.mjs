// Shared by the claims of the TFRCP paper: how words become thresholds.
//
// If the paper gives no number, thresholds follow from its own words. Its conclusion calls throughputs "close" that differ by 35 to 50 %
// in most cases (section IV.B); "close to 1" and "approximately one" are stricter here, within a third. "Relatively fair" is within the 75 %
// that differences "seldom exceed". Fairness among TFRCP flows is "acceptable" if no flow has more than twice the throughput of another.
// If the text does not state a setting, a claim is checked with the document's choice; other choices are shown as well.

import { share, short } from '../claim.mjs';
import { mean } from '../statistics.mjs';

/** @import { At, Claim, Figure } from '../claim.mjs' */

/** Within a third: "close to 1". @param {number} f */
export const close = (f) => f >= 3 / 4 && f <= 4 / 3;
/** Within the 75 % that differences "seldom exceed". @param {number} f */
export const relatively = (f) => f >= 1 / 1.75 && f <= 1.75;
/** "In most cases", if the paper gives no number. */
export const MOST = 0.75;
/** "Maintains", "are": all points but one in ten. */
export const ALL = 0.9;

/** @param {number[]} list */
export const span = (list) => `${short(Math.min(...list))} to ${short(Math.max(...list))}`;
/** @param {Figure} figure @param {string} axis */
export const numbers = (figure, axis) => figure.values(axis).map(Number);
/** @param {(number | string)[]} list */
export const last = (list) => /** @type {number | string} */ (list.at(-1));

/** A measure at all points of two axes. @param {Figure} figure @param {string} measure @param {string} a @param {string} b @param {At} [only] */
export function grid(figure, measure, a, b, only = {}) {
  const all = figure.values(a).flatMap((x) => figure.values(b).map((y) => ({ [a]: x, [b]: y })));
  const wanted = all.filter((at) => Object.entries(only).every(([name, value]) => at[name] === value));
  return wanted.map((at) => figure.mean(measure, at));
}

/** The mean of a measure over axis `b`, at each value of `a`. @param {Figure} figure @param {string} measure @param {string} a @param {string} b */
export const along = (figure, measure, a, b) =>
  figure.values(a).map((x) => mean(figure.values(b).map((y) => figure.mean(measure, { [a]: x, [b]: y }))));

/** @param {number[]} list @param {(x: number) => boolean} holds @param {number} least @param {string} of */
export function mostOf(list, holds, least, of) {
  const part = share(list, holds);
  return {
    holds: part >= least,
    seen: `${of} ${span(list)}; ${Math.round(100 * part)} % of ${list.length} points within`,
  };
}

/** Overall distance from 1: the mean of |ln F|. @param {number[]} list */
export const distance = (list) => mean(list.map((f) => Math.abs(Math.log(f))));

export const CLOSE = 'F within 3/4 … 4/3 at nine of ten points';
export const TEN = '1 to 10';
