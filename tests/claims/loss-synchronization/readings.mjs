// What the paper's words mean in numbers, the same in all of its figures, and how its figures are read.

/** @import { Cell } from '../../../web/generated/types' */
/** @typedef {import('../claim.mjs').Figure} Figure */
/** @typedef {import('../claim.mjs').At} At */

/** The figures' measures. */
export const USED = 'utilisation';
export const JAIN = 'Jain’s index';
/** Their axes. */
export const LOSERS = 'flows that lose';
export const BUFFER = 'buffer';
export const M = 'm';
/** The levels of synchronisation of figures 8 and 9, as values of `flows that lose`. */
export const LEVELS = ['X = 1', 'X = 0.6', 'X = 0.3'];

/** Curves "match", are "comparable" or "like" each other if they differ by at most this many points of utilisation: an eighth of figure 8's axis. */
export const LIKE = 5;
/** "Slight", "not much": at most this many points. */
export const SLIGHT = 3;
/** "No improvement": less than this many points. */
export const NONE = 1;
/** "Poor utilisation" of a part of a curve: at least this many points below its maximum. If the paper says 90 %, it is 90 %. */
export const POOR = 5;
/** "More than 90 %" is enough, says the conclusion, and "less than 90 %" is poor: %. */
export const ENOUGH = 90;
/** One of two flows takes "the major" part if it has at least this much of the goodput, half as much again as the other: %. */
export const MAJOR = 60;
/** "Good fairness": Jain, Chiu & Hawe read 0.8 as fair to four fifths of the users. */
export const GOOD = 0.8;
/** "Almost 1". */
export const ALMOST_ONE = 0.95;
/** "Unfair", "poor fairness", "starves": no more than half of the users. */
export const UNFAIR = 0.5;
/** A curve counts as rising or falling even if a point is off by this many points of utilisation, or this much of Jain's index. */
export const JITTER = { [USED]: 0.5, [JAIN]: 0.01 };

export const SEEDS = '1 to 10, 3000 s each';
export const SEEDS_PAIRS = '1 to 10, 200 s each';

/** A cell, or nothing if no run of the variant has one, for example without congestion. @param {Figure} figure @param {string} measure @param {At} at */
export function known(figure, measure, at) {
  return figure.row(at).cells[figure.measures.indexOf(measure)] ?? undefined;
}

/** Whether the first mean is above the second beyond both intervals. @param {Cell} a @param {Cell} b @param {number} [by] minimum difference */
export function above(a, b, by = 0) {
  const noise = Math.hypot(a.halfWidth ?? 0, b.halfWidth ?? 0);
  return a.mean - b.mean > noise && a.mean - b.mean >= by;
}

/** Numbers along an axis. @param {Figure} figure @param {string} axis */
export const numbers = (figure, axis) => figure.values(axis).map(Number);

/** Whether a row of means falls, within its jitter, and its end is below its start. @param {number[]} means @param {number} jitter */
export function falls(means, jitter) {
  const steps = means.slice(1).every((x, i) => x <= Number(means[i]) + jitter);
  return steps && Number(means.at(-1)) < Number(means[0]);
}

/** Whether it rises. @param {number[]} means @param {number} jitter */
export const rises = (means, jitter) => falls([...means].reverse(), jitter);

/** Linear correlation of two rows. @param {number[]} x @param {number[]} y */
export function correlation(x, y) {
  const mean = (/** @type {number[]} */ z) => z.reduce((a, b) => a + b, 0) / z.length;
  const [mx, my] = [mean(x), mean(y)];
  const sum = (/** @type {(i: number) => number} */ of) => x.reduce((s, _, i) => s + of(i), 0);
  const dx = (/** @type {number} */ i) => Number(x[i]) - mx;
  const dy = (/** @type {number} */ i) => Number(y[i]) - my;
  return sum((i) => dx(i) * dy(i)) / Math.sqrt(sum((i) => dx(i) ** 2) * sum((i) => dy(i) ** 2));
}

/** Utilisation as text. @param {number | undefined} x */
export const percent = (x) => (x === undefined ? '–' : `${x.toFixed(1)} %`);
/** Jain's index as text. @param {number | undefined} x */
export const index = (x) => (x === undefined ? '–' : x.toFixed(3));
/** @param {(number | string)[]} values @param {(value: number) => string} text */
export const along = (values, text) => values.map((value) => `${value}: ${text(Number(value))}`).join(', ');
