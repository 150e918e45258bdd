// The experiments to run, and the names under which their runs are cached.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem, root } from '../lib/shell.mjs';
import { papers } from '../papers/index.mjs';

/** @import { Document, Paper, PaperExperiment } from '../papers/build.mjs' */
/** @typedef {PaperExperiment & { paper: Paper }} Planned */

/**
 * Experiments of the papers: the named ones, or all.
 * @param {{ figures?: string[] | undefined, paperIds?: string[] | undefined }} [only] ids of experiments and of papers
 * @returns {Planned[]}
 */
export function selectExperiments({ figures = [], paperIds = [] } = {}) {
  const all = papers.flatMap((paper) => paper.experiments.map((one) => ({ ...one, paper })));
  if (figures.length + paperIds.length === 0) return all;
  const known = (/** @type {string[]} */ ids, /** @type {string[]} */ there, /** @type {string} */ what) => {
    const unknown = ids.find((id) => !there.includes(id));
    if (unknown) throw new Problem(`no such ${what}: ${unknown} (there are ${there.join(', ')})`);
  };
  known(
    figures,
    all.map((one) => one.id),
    'figure',
  );
  known(
    paperIds,
    papers.map((paper) => paper.id),
    'paper',
  );
  return all.filter((one) => figures.includes(one.id) || paperIds.includes(one.paper.id));
}

/**
 * The document without texts, chart and published values, so that changes of these do not invalidate cached runs.
 * @param {Planned} one
 * @returns {Document}
 */
export function simulationOnly({ id, document }) {
  const { notes: _, chart: __, published: ___, ...rest } = document;
  const { title: ____, notes: _____, ...base } = rest.base;
  return { ...rest, base, title: id };
}

/**
 * The name of an experiment's cached results, from its document and the engine's behaviour. The golden results represent the behaviour, since they
 * contain the model version and the digests of many runs.
 * @param {Planned} one
 */
export function cacheKey(one) {
  const behaviour = readFileSync(join(root, 'tests/golden/results.txt'));
  const hash = createHash('sha256')
    .update(behaviour)
    .update(JSON.stringify(simulationOnly(one)));
  return `${one.id}-${hash.digest('hex').slice(0, 16)}`;
}
