// The papers' claims, and their verdicts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Figure } from '../../tests/claims/claim.mjs';
import { root } from '../lib/shell.mjs';
import { papers } from '../papers/index.mjs';

/** @import { Claim, Reading } from '../../tests/claims/claim.mjs' */
/** @import { Planned } from './plan.mjs' */
/** @import { Ran } from './runs.mjs' */

/** @typedef {Claim & { paper: string }} PaperClaim `paper`: its id */
/**
 * A claim and its result.
 * @typedef {{ claim: PaperClaim, holds: boolean, seen: string, error?: string }} Judged `error`: why it could not be checked
 */

/** All claims, paper by paper. @returns {Promise<PaperClaim[]>} */
export async function allClaims() {
  const lists = papers.map(async ({ id }) => {
    const { claims } = await import(`../../tests/claims/${id}.mjs`);
    return claims.map((/** @type {Claim} */ claim) => ({ ...claim, paper: id }));
  });
  return (await Promise.all(lists)).flat();
}

/** The readings of papers that have several, by paper. @returns {Promise<Record<string, Reading[]>>} */
export async function allReadings() {
  const lists = papers.map(async ({ id }) => [
    id,
    (await import(`../../tests/claims/${id}.mjs`)).readings ?? [],
  ]);
  return Object.fromEntries(await Promise.all(lists));
}

/** Why claims do not hold, by claim. @returns {Promise<Record<string, string>>} */
export async function allReasons() {
  const lists = papers.map(async ({ id }) => (await import(`./reasons/${id}.mjs`)).reasons);
  return Object.assign({}, ...(await Promise.all(lists)));
}

/** Ids of the claims that are asserted at the quick size. @returns {string[]} */
export function asserted() {
  return JSON.parse(readFileSync(join(root, 'tests/claims/quick.json'), 'utf8'));
}

/**
 * Checks the claims whose experiments have all run, and, once all of a paper's experiments have run, the claims without an experiment.
 * @param {PaperClaim[]} claims
 * @param {Planned[]} experiments
 * @param {Map<string, Ran>} ran
 * @param {Reading['of']} [under] the results under a reading
 * @returns {Judged[]}
 */
export function judge(claims, experiments, ran, under = (figures) => figures) {
  /** @param {PaperClaim} claim @param {string} id */
  const figure = (claim, id) => {
    const document = /** @type {any} */ (experiments.find((one) => one.id === id)?.document);
    const table = ran.get(id)?.table;
    if (!claim.experiments.includes(id) || !document || !table)
      throw new Error(`"${id}" is not among the claim's experiments`);
    return new Figure({ axes: [], traces: [], ...document }, table);
  };
  const ready = (/** @type {PaperClaim} */ claim) =>
    claim.experiments.length > 0
      ? claim.experiments.every((id) => ran.has(id))
      : papers.find(({ id }) => id === claim.paper)?.experiments.every(({ id }) => ran.has(id));
  return claims.filter(ready).map((claim) => {
    try {
      return { claim, ...claim.check(under((id) => figure(claim, id))) };
    } catch (error) {
      return {
        claim,
        holds: false,
        seen: '',
        error: error instanceof Error ? error.message : String(error),
      };
    }
  });
}
