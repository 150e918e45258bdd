// What the paper's words mean in numbers, the same in all its claims, and how its documents are read.
//
// The paper plots mean throughputs, so "smaller" and "larger" compare means over the runs. Its intervals are those of the ratio of two
// throughputs in each run, so "nearer to 1" refers to these ratios. 1/2 and 2 are equally far from 1.

import { short } from '../claim.mjs';
import { mean } from '../statistics.mjs';

/** @import { At, Figure } from '../claim.mjs' */

/** "Close", "almost equal": neither has more than four thirds of the other's. */
export const CLOSE = 4 / 3;

/** "Relatively fair", "reasonable fairness", "does not steal too much": neither has more than two thirds of what both have. */
export const REASONABLE = 2;

/** "Considerably smaller": less than half. */
export const CONSIDERABLY = 1 / 2;

/** Runs of most figures. */
export const TWENTY = '20 (quick: 3)';

/** The variants of the paper in the order of its sub-figures, as the documents name them. */
export const VARIANTS = ['Vegas', 'Vegas-A', 'NewVegas', 'CODE'];

/** Mean goodput of the delay-based flow over Reno's mean, as the paper's curves have it. @param {Figure} figure @param {At} at */
export const ofReno = (figure, at) =>
  figure.mean('Other flow’s goodput', at) / figure.mean('Reno’s goodput', at);

/** How far from an equal share: 0 if equal, the same for r and 1/r. @param {number} ratio */
export const unfairness = (ratio) => Math.abs(Math.log(ratio));

/** Geometric mean of ratios: that of 1/2 and 2 is 1. @param {number[]} ratios */
export const middle = (ratios) => Math.exp(mean(ratios.map(Math.log)));

/** Numbers for `seen`. @param {number[]} xs */
export const list = (xs) => xs.map(short).join(', ');

/**
 * Whether CODE's ratio to Reno is nearer to 1 than that of the others: by the mean over the points of a sub-figure of how unfair each point
 * is. A ratio that is 1/3 at one point and 3 at the next is fair at neither. The mean of the ratios of all points is shown as well.
 * @param {(variant: string) => number[]} ratios of a variant at each point: the mean of its runs' ratios
 */
export function nearest(ratios) {
  const of = VARIANTS.map((variant) => ({ variant, ratios: ratios(variant) }));
  const far = of.map((one) => mean(one.ratios.map(unfairness)));
  const code = far[VARIANTS.indexOf('CODE')] ?? Number.NaN;
  const seen = of.map((one, i) => {
    const [distance, pooled] = [short(far[i] ?? Number.NaN), short(mean(one.ratios))];
    return `${one.variant} ${distance} (mean ratio ${pooled})`;
  });
  return { holds: far.every((x, i) => VARIANTS[i] === 'CODE' || x > code), seen: seen.join('; ') };
}

/** How the claim above is measured. */
export const NEAREST = 'mean over the points of |ln(mean ratio to Reno)|';

/** Change of a series from each point to the next; 0 before it starts. @param {number[]} y */
export const steps = (y) => y.slice(1).map((next, i) => next - (y[i] ?? Number.NaN) || 0);

/** @param {number[]} xs */
export const sum = (xs) => xs.reduce((total, x) => total + x, 0);
