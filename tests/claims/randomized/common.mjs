// What the claims of this paper share.
//
// The paper's figures are known by its text alone. So a sentence about a figure, without a qualification, counts as right where
// it is so at four fifths of the figure's points; a sentence about a table where it is so in every cell. "The same" is within 5 %.

/** @import { Claim, Verdict } from '../claim.mjs' */

/** Share of a figure's points at which a sentence about the figure has to be right. */
export const MOST = 0.8;

/** Two are "the same" up to this part of the larger. */
export const SAME = 0.05;

/** The schemes that the paper compares. */
export const SCHEMES = ['Reno', 'Paced', 'Randomized'];

/** @param {Omit<Claim, 'seeds'>} given @returns {Claim} */
export const claim = (given) => ({ ...given, seeds: 'ten, from 1 on; fewer of them at quick size' });

/** One point or cell: where, whether, and the numbers. @typedef {{ at: string | number, holds: boolean, seen: string }} Case */

/** Right where it is so in at least this share of the cases. @param {Case[]} cases @param {number} needed @returns {Verdict} */
export function verdict(cases, needed = 1) {
  const right = cases.filter((one) => one.holds).length;
  const tell = (/** @type {Case} */ { at, holds, seen }) => `${at}: ${seen}${holds ? '' : ' (no)'}`;
  return {
    holds: cases.length > 0 && right >= needed * cases.length - 1e-9,
    seen: `${right} of ${cases.length}; ${cases.map(tell).join('; ')}`,
  };
}

/** By how much of the larger two numbers differ. @param {number[]} numbers */
export const spread = (numbers) => 1 - Math.min(...numbers) / Math.max(...numbers);
