// Shared by the claims of this paper.
//
// The paper's figures are known only from its text. So an unqualified sentence about a figure counts as true if
// it is true at four fifths of the figure's points, and a sentence about a table if it is true in every cell. "The same" is within 5 %.

/** @import { Claim, Verdict } from '../claim.mjs' */

/** Share of a figure's points at which a sentence about the figure has to be true. */
export const MOST = 0.8;

/** Two values are "the same" if they differ by up to this fraction of the larger. */
export const SAME = 0.05;

/** The schemes that the paper compares. */
export const SCHEMES = ['Reno', 'Paced', 'Randomized'];

/** @param {Omit<Claim, 'seeds'>} given @returns {Claim} */
export const claim = (given) => ({ ...given, seeds: '1 to 10; fewer at the quick size' });

/** One point or cell: where it is, whether the sentence holds there, and the numbers. @typedef {{ at: string | number, holds: boolean, seen: string }} Case */

/** Whether a sentence holds in at least this share of the cases. @param {Case[]} cases @param {number} needed @returns {Verdict} */
export function verdict(cases, needed = 1) {
  const right = cases.filter((one) => one.holds).length;
  const tell = (/** @type {Case} */ { at, holds, seen }) => `${at}: ${seen}${holds ? '' : ' (no)'}`;
  return {
    holds: cases.length > 0 && right >= needed * cases.length - 1e-9,
    seen: `${right} of ${cases.length}; ${cases.map(tell).join('; ')}`,
  };
}

/** Difference as a fraction of the larger number. @param {number[]} numbers */
export const spread = (numbers) => 1 - Math.min(...numbers) / Math.max(...numbers);
