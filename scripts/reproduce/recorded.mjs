// What `npm run reproduce` keeps in the repository: the table of each experiment, the verdict on each claim, and what the runs cost.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/shell.mjs';

/** @import { Cell, ExperimentTable } from '../../web/generated/types' */
/** @import { Document, Paper } from '../papers/build.mjs' */
/** @import { Witness } from './witness.mjs' */

/** Where the report's pages, figures and tables are. */
export const folder = join(root, 'docs/reproduction');

/**
 * The result of a claim. `draws`: the share of draws of the seeds in which it holds; absent if its runs are not known one by one.
 * @typedef {{ holds: boolean, seen: string, draws?: number }} Result
 */
/**
 * What is recorded of a paper, from its last runs. `readings`: whether each claim holds under each reading, nothing for claims without runs under it; `variants`: the
 * readings that decide no verdict;
 * `witness`: cases of ns-2 beside the same here; `cost`: of the last run of all experiments.
 * @typedef {{
 *   claims: Record<string, Result>,
 *   readings: Record<string, Record<string, boolean | null>>,
 *   variants?: Record<string, boolean>,
 *   witness?: Witness[],
 *   cost: { experiments: number, runs: number, hops: number, steps: number, cpuS: number },
 * }} Entry
 */

/** @returns {Record<string, Entry>} by paper */
export const readVerdicts = () => JSON.parse(readFileSync(join(folder, 'verdicts.json'), 'utf8'));

/** The recorded tables of a paper's experiments, without time series. @param {Paper} paper @returns {Map<string, ExperimentTable>} by experiment */
export function readTables(paper) {
  const tables = new Map();
  for (const { id, document } of paper.experiments) {
    const file = join(folder, `${id}.csv`);
    if (existsSync(file)) tables.set(id, table(readFileSync(file, 'utf8'), document));
  }
  return tables;
}

/** Columns of a measure, as the file names them. */
const COLUMNS = /** @type {const} */ ({
  mean: 'mean',
  halfWidth: 'half width',
  sd: 'sd',
  min: 'min',
  max: 'max',
  median: 'median',
  siqr: 'SIQR',
});

/** The table of a document; a measure that the file does not have has no cells. @param {string} csv @param {Document} document @returns {ExperimentTable} */
function table(csv, document) {
  const { axes = [], measures = [] } =
    /** @type {{ axes?: { values?: unknown }[], measures?: { name: string, unit?: string }[] }} */ (document);
  const [first = [], ...lines] = records(csv);
  // The engine prints typographic apostrophes.
  const head = first.map((name) => name.replaceAll('’', "'"));
  const rows = lines.map((line) => {
    const number = (/** @type {string} */ name) => {
      const text = line[head.indexOf(name)] ?? '';
      return text === '' ? null : Number(text);
    };
    const cells = measures.map(({ name, unit }) => {
      const named = (unit ? `${name}, ${unit}` : name).replaceAll('’', "'");
      const columns = Object.entries(COLUMNS).map(([key, column]) => [key, number(`${named}: ${column}`)]);
      const cell = { n: number('runs'), ...Object.fromEntries(columns) };
      return cell.mean === null ? null : /** @type {Cell} */ (cell);
    });
    return { at: axes.map(({ values }, i) => axisValue(line[i] ?? '', values)), cells };
  });
  return /** @type {ExperimentTable} */ (/** @type {unknown} */ ({ rows }));
}

/** A value of an axis, with the type that the document gives it. @param {string} text @param {unknown} values */
function axisValue(text, values) {
  const listed = Array.isArray(values) ? values : [];
  return listed.includes(text) || text === '' || Number.isNaN(Number(text)) ? text : Number(text);
}

/** Records of a CSV file: quoted fields may hold commas, line breaks and doubled quotation marks. @param {string} text */
function records(text) {
  const fields = text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g);
  /** @type {string[][]} */
  const all = [[]];
  for (const [, quoted, plain, end] of fields) {
    all.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end !== ',') all.push([]);
  }
  return all.filter((record) => record.length > 1);
}

/** The experiments of which a figure is recorded. @param {Paper} paper */
export const readPictures = (paper) =>
  new Set(paper.experiments.map(({ id }) => id).filter((id) => existsSync(join(folder, `${id}.svg`))));
