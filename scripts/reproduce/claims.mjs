// The papers' claims, and their verdicts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Figure, NotRun } from '../../tests/claims/claim.mjs';
import { root } from '../lib/shell.mjs';
import { papers } from '../papers/index.mjs';

/** @import { ExperimentTable } from '../../web/generated/types' */
/** @import { Claim, Reading } from '../../tests/claims/claim.mjs' */
/** @import { Document } from '../papers/build.mjs' */
/** @import { Explanation } from './verdict.mjs' */

/** @typedef {Claim & { paper: string }} PaperClaim `paper`: its id */
/**
 * A claim and its result.
 * @typedef {{ claim: PaperClaim, holds: boolean, seen: string, error?: string, missing?: boolean }} Judged `error`: why it could not be checked;
 *   `missing`: because there are no such runs
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

/** What is known of claims that do not hold, by claim. @returns {Promise<Record<string, Explanation>>} */
export async function allExplanations() {
  const lists = papers.map(async ({ id }) => (await import(`./reasons/${id}.mjs`)).explanations);
  return Object.assign({}, ...(await Promise.all(lists)));
}

/** Ids of the claims that are asserted at the quick size. @returns {string[]} */
export function asserted() {
  return JSON.parse(readFileSync(join(root, 'tests/claims/quick.json'), 'utf8'));
}

/**
 * Checks claims against the tables of a paper's experiments.
 * @param {PaperClaim[]} claims
 * @param {{ id: string, document: Document }[]} experiments
 * @param {Map<string, ExperimentTable>} tables by experiment
 * @param {Reading['of']} [under] the results under a reading, which may use experiments that a claim does not list
 * @returns {Judged[]}
 */
export function judge(claims, experiments, tables, under = (figures) => figures) {
  const figures = under((id) => {
    const document = /** @type {any} */ (experiments.find((one) => one.id === id)?.document);
    const table = tables.get(id);
    if (!document || !table) throw new NotRun(`"${id}" was not run`);
    return new Figure({ axes: [], traces: [], ...document }, table);
  });
  return claims.map((claim) => {
    try {
      return {
        claim,
        ...claim.check((id) => {
          if (!claim.experiments.includes(id))
            throw new Error(`"${id}" is not among the claim's experiments`);
          return figures(id);
        }),
      };
    } catch (error) {
      return {
        claim,
        holds: false,
        seen: '',
        error: error instanceof Error ? error.message : String(error),
        missing: error instanceof NotRun,
      };
    }
  });
}

/** The claims whose experiments have all run; those without an experiment once all of the paper's experiments have. @param {PaperClaim[]} claims @param {Map<string, unknown>} ran */
export const ready = (claims, ran) =>
  claims.filter(({ paper, experiments }) => {
    const own = papers.find(({ id }) => id === paper)?.experiments.map(({ id }) => id) ?? [];
    return (experiments.length > 0 ? experiments : own).every((id) => ran.has(id));
  });
