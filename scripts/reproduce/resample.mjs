// Whether a verdict is decided by the choice of seeds: the paired bootstrap over the seeds of the runs.
//
// Seeds are drawn with replacement, the same for all variants of an experiment, and the claim is judged by the tables of these runs. A verdict that is the
// same in 95 % of the draws is the counterpart, for a claim of any form, of a 95 % interval of a paired difference that excludes the contrary.
import { judge } from './claims.mjs';

/** @import { Cell, ExperimentTable } from '../../web/generated/types' */
/** @import { Reading } from '../../tests/claims/claim.mjs' */
/** @import { Document } from '../papers/build.mjs' */
/** @import { PaperClaim } from './claims.mjs' */

/** One run: the row of its variant, its seed, a value for each measure. @typedef {{ point: number, seed: number, values: (number | null)[] }} Outcome */

export const DRAWS = 400;
/** Share of the draws from which on a verdict counts as firm. */
export const FIRM = 0.95;

/**
 * The share of draws in which a claim has each verdict that it had, by claim. Claims without it read time series, or need experiments without outcomes.
 * @param {PaperClaim[]} claims @param {{ id: string, document: Document }[]} experiments @param {Map<string, ExperimentTable>} tables
 * @param {Map<string, Outcome[]>} outcomes of experiments whose runs are known @param {Reading['of']} [under]
 * @returns {Map<string, number>} the share of draws in which the claim holds
 */
export function holdsInDraws(claims, experiments, tables, outcomes, under) {
  const known = [...outcomes].flatMap(([id, runs]) => {
    const table = tables.get(id);
    return table && seedsOf(runs).length > 1 ? [{ id, table, runs }] : [];
  });
  /** @type {Map<string, number>} */
  const holds = new Map();
  const random = generator(1);
  for (let i = 0; i < DRAWS; i += 1) {
    const drawn = new Map(known.map(({ id, table, runs }) => [id, draw(table, runs, random)]));
    for (const one of judge(claims, experiments, drawn, under)) {
      if (one.error !== undefined) continue;
      holds.set(one.claim.id, (holds.get(one.claim.id) ?? 0) + (one.holds ? 1 / DRAWS : 0));
    }
  }
  return holds;
}

/** @param {Outcome[]} runs */
const seedsOf = (runs) => [...new Set(runs.map(({ seed }) => seed))];

/** The table of runs whose seeds are drawn with replacement. @param {ExperimentTable} table @param {Outcome[]} runs @param {() => number} random */
function draw(table, runs, random) {
  const seeds = seedsOf(runs);
  const chosen = seeds.map(() => seeds[Math.floor(random() * seeds.length)]);
  const of = new Map(runs.map((run) => [`${run.point} ${run.seed}`, run.values]));
  const rows = table.rows.map((row, point) => ({
    at: row.at,
    cells: row.cells.map((cell, i) => {
      if (!cell) return null;
      const values = chosen.flatMap((seed) => of.get(`${point} ${seed}`)?.[i] ?? []);
      return values.length > 0 ? cellOf(values, cell) : null;
    }),
  }));
  return /** @type {ExperimentTable} */ (/** @type {unknown} */ ({ ...table, rows }));
}

/** @param {number[]} values @param {Cell} from the cell of all runs, for Student’s factor @returns {Cell} */
function cellOf(values, from) {
  const n = values.length;
  const mean = values.reduce((sum, x) => sum + x, 0) / n;
  const sd = n > 1 ? Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (n - 1)) : null;
  const factor = from.sd && typeof from.halfWidth === 'number' ? from.halfWidth / from.sd : 0;
  const sorted = [...values].sort((a, b) => a - b);
  const at = (/** @type {number} */ p) => quantile(sorted, p);
  return {
    n,
    mean,
    halfWidth: sd === null ? null : factor * sd,
    sd,
    min: at(0),
    max: at(1),
    median: at(0.5),
    siqr: (at(0.75) - at(0.25)) / 2,
  };
}

/** Linear between the values. @param {number[]} sorted @param {number} p */
function quantile(sorted, p) {
  const place = p * (sorted.length - 1);
  const [a, b] = [sorted[Math.floor(place)] ?? Number.NaN, sorted[Math.ceil(place)] ?? Number.NaN];
  return a + (place - Math.floor(place)) * (b - a);
}

/** Numbers in 0 … 1, the same each time (mulberry32). @param {number} seed */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
