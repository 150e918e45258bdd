// The part of the mechanism that differs, where a claim is refuted here alone: whether it is recorded, and is more than the claim's own figure.
import { Figure } from '../../tests/claims/claim.mjs';
import { judge } from './claims.mjs';

/** @import { Cell, ExperimentTable } from '../../web/generated/types' */
/** @import { Figures } from '../../tests/claims/claim.mjs' */
/** @import { PaperExperiment } from '../papers/build.mjs' */
/** @import { PaperClaim } from './claims.mjs' */
/** @import { Explanation, Measured } from './verdict.mjs' */

/** The least values with which something can differ. */
const LEAST = 2;

/** @param {PaperExperiment[]} experiments @param {Map<string, ExperimentTable>} tables @param {string} id */
function figureOf(experiments, tables, id) {
  const document = /** @type {any} */ (experiments.find((one) => one.id === id)?.document);
  const table = tables.get(id);
  if (!document || !table) throw new Error(`"${id}" is not recorded`);
  return new Figure({ axes: [], traces: [], ...document }, table);
}

/** What is recorded of it. @param {Measured} one @param {PaperExperiment[]} experiments @param {Map<string, ExperimentTable>} tables @returns {Cell} */
export const cellOf = ({ of, measure, at }, experiments, tables) =>
  figureOf(experiments, tables, of).cell(measure, at);

/** The tables without this value. @param {Measured} one @param {PaperExperiment[]} experiments @param {Map<string, ExperimentTable>} tables */
function without({ of, measure, at }, experiments, tables) {
  const figure = figureOf(experiments, tables, of);
  const [row, place] = [figure.row(at), figure.measures.indexOf(measure)];
  const rows = figure.table.rows.map((one) =>
    one === row ? { ...one, cells: one.cells.map((cell, i) => (i === place ? null : cell)) } : one,
  );
  return new Map(tables).set(of, { ...figure.table, rows });
}

/**
 * What a claim that is refuted here alone lacks: the name of the part that differs, values of it that are recorded, and one among them on which the
 * claim's own result does not depend.
 * @param {PaperClaim} claim @param {Explanation} explanation @param {PaperExperiment[]} experiments of the paper
 * @param {Map<string, ExperimentTable>} tables @param {(figures: Figures) => Figures} [reading] by which the claim is judged
 * @returns {string[]}
 */
export function lacking(claim, explanation, experiments, tables, reading) {
  if (explanation.verdict !== 'alone') return [`the verdict is "${explanation.verdict}"`];
  const { part = '', measured = [] } = explanation;
  if (!part.trim()) return ['no `part`'];
  if (measured.length < LEAST) return [`fewer than ${LEAST} values in \`measured\``];
  const unknown = measured.flatMap((one) => {
    try {
      cellOf(one, experiments, tables);
      return [];
    } catch (error) {
      return [`${one.of}: ${error instanceof Error ? error.message : error}`];
    }
  });
  if (unknown.length > 0) return unknown;
  const judged = (/** @type {Map<string, ExperimentTable>} */ with_) => {
    const [{ holds, seen, error } = {}] = judge([claim], experiments, with_, reading);
    return { holds, seen, error };
  };
  const result = judged(tables);
  /** Recorded tables have no time series; a claim that reads them depends on what it lists. @param {Measured} one */
  const own = (one) =>
    result.error === undefined
      ? JSON.stringify(judged(without(one, experiments, tables))) !== JSON.stringify(result)
      : claim.experiments.includes(one.of);
  return measured.every(own) ? ['the values in `measured` are those of the claim itself'] : [];
}
