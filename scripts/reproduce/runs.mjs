// Runs experiments with the command line and reads their results.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Problem } from '../lib/shell.mjs';
import { cacheKey, simulationOnly } from './plan.mjs';

/** @import { ExperimentTable } from '../../web/generated/types' */
/** @import { Planned } from './plan.mjs' */
/** @import { Outcome } from './resample.mjs' */

/**
 * Resources that runs used.
 * @typedef {{ runs: number, hops: number, steps: number, cpuS: number, spans: [number, number][] }} Cost `spans`: start and end of each run, ms
 */
/** @typedef {{ table: ExperimentTable, outcomes: Outcome[], cost: Cost, folder: string }} Ran */

/**
 * Makes all runs of some experiments that are not cached, and reads the results. The folder is the cache; finished runs are
 * not repeated.
 * @param {string} droptail the command line
 * @param {Planned[]} experiments
 * @param {{ folder: string, quick?: boolean, jobs?: number | undefined }} options
 * @returns {Promise<Map<string, Ran>>} by the experiments' ids
 */
export async function runAll(droptail, experiments, { folder, quick = false, jobs }) {
  const documents = join(folder, 'documents');
  const out = join(folder, quick ? 'quick' : 'full');
  await mkdir(documents, { recursive: true });
  const files = [];
  for (const one of experiments) {
    const file = join(documents, `${cacheKey(one)}.json`);
    if (!existsSync(file)) await writeFile(file, JSON.stringify(simulationOnly(one)));
    files.push(file);
  }
  // The command line creates no subfolder for a single experiment.
  const into = files.length === 1 ? join(out, cacheKey(/** @type {Planned} */ (experiments[0]))) : out;
  const options = [
    '--out',
    into,
    '--jobs',
    String(jobs ?? availableParallelism()),
    ...(quick ? ['--quick'] : []),
  ];
  await sweep(droptail, ['sweep', ...files, ...options]);
  const results = new Map();
  for (const one of experiments) results.set(one.id, await read(join(out, cacheKey(one))));
  return results;
}

/** Runs a sweep. Its tables are read from files; its progress goes to stderr. @param {string} droptail @param {string[]} args */
function sweep(droptail, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(droptail, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(undefined);
      else reject(new Problem(`the runs ended early (${signal ?? `exit code ${code}`})`));
    });
  });
}

/** @param {string} folder @returns {Promise<Ran>} */
async function read(folder) {
  const table = JSON.parse(await readFile(join(folder, 'table.json'), 'utf8'));
  const lines = (await readFile(join(folder, 'runs.jsonl'), 'utf8')).split('\n');
  /** @type {Cost} */
  const cost = { runs: 0, hops: 0, steps: 0, cpuS: 0, spans: [] };
  const seen = new Set();
  /** @type {Outcome[]} */
  const outcomes = [];
  for (const line of lines) {
    const run = parsed(line);
    if (!run || seen.has(`${run.point} ${run.seed}`)) continue;
    seen.add(`${run.point} ${run.seed}`);
    outcomes.push({ point: run.point, seed: run.seed, values: run.values });
    cost.runs += 1;
    cost.hops += run.hops;
    cost.steps += run.steps;
    cost.cpuS += run.cpuS;
    cost.spans.push([run.endedMs - 1000 * run.wallS, run.endedMs]);
  }
  return { table, outcomes, cost, folder };
}

/** A run's line; nothing if it was cut off when the process was killed. @param {string} line */
function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** @param {Cost[]} costs @returns {Cost} */
export function total(costs) {
  const sum = (/** @type {(cost: Cost) => number} */ of) => costs.reduce((all, cost) => all + of(cost), 0);
  return {
    runs: sum((c) => c.runs),
    hops: sum((c) => c.hops),
    steps: sum((c) => c.steps),
    cpuS: sum((c) => c.cpuS),
    spans: costs.flatMap((c) => c.spans),
  };
}

/** Elapsed time during which anything ran, s, without interruptions. @param {[number, number][]} spans ms */
export function busySeconds(spans) {
  let [ms, until] = [0, Number.NEGATIVE_INFINITY];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    ms += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return ms / 1000;
}
