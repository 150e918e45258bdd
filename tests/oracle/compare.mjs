// Runs the oracle's cases with the engine and compares the results.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { datagramScenario } from './datagrams.mjs';
import { linuxScenario, missing, ns2Scenario, ns3Scenario } from './scenario.mjs';
import { exceptionOf, toleranceOf } from './tolerances.mjs';

/**
 * @typedef {import('./scenario.mjs').Case} Case
 * @typedef {import('../../web/generated/types').Results} Results
 * @typedef {{ results: Results, windows: number[][] }} Run
 * @typedef {{ what: string, ours: number, theirs: number, within: number, digits: number, range?: [number, number] }} Row `range`: of our runs, where `ours`
 *   is its nearest value to theirs
 * @typedef {import('./scenario.mjs').Source} Source
 * @typedef {{ source: Source, measured: Case, waitsFor: string[] }} Entry
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const cli = process.env.DROPTAIL_CLI ?? join(root, 'engine-wasm/target/release/droptail');

const BUILDERS = {
  ns3: ns3Scenario,
  linux: linuxScenario,
  ns2: ns2Scenario,
  picoquic: datagramScenario,
  'udp-prague': datagramScenario,
};

/** Every case, with the controllers that the engine does not have yet. @returns {Promise<Entry[]>} */
export async function entries() {
  /** @type {Entry[]} */
  const all = [];
  for (const source of /** @type {Source[]} */ (['ns3', 'linux', 'ns2', 'picoquic', 'udp-prague'])) {
    const file = JSON.parse(await readFile(new URL(`${source}.json`, import.meta.url), 'utf8'));
    for (const measured of file.cases) all.push({ source, measured, waitsFor: missing(measured, source) });
  }
  return all;
}

/** Our results and theirs, quantity by quantity. @param {Entry} entry @returns {Promise<Row[]>} */
export async function compare({ source, measured }) {
  const phases = exceptionOf(measured.case)?.phases;
  if (phases !== undefined) return ranges(measured, phases);
  const build = BUILDERS[source];
  // A single flow without noise is the same in every run, unless its controller draws random numbers, as BBRv3 does.
  const alone = measured.flows.length === 1 && source !== 'picoquic';
  const repeats = measured.goodputMbps?.length ?? (alone ? 1 : (measured.flows[0]?.startS.length ?? 1));
  /** @type {Run[]} */
  const runs = [];
  for (let i = 0; i < repeats; i++) runs.push(await run(build(measured, i), measured, i === 0));
  return rowsOf(runs, measured, source);
}

/** A case of ns-3 at all phases of its last flow: ranges of our single runs. @param {Case} measured @param {number} phases @returns {Promise<Row[]>} */
async function ranges(measured, phases) {
  /** @type {Row[][]} */
  const all = [];
  for (let k = 0; k < phases; k++)
    for (const i of measured.flows[0]?.startS.keys() ?? []) {
      const one = await run(ns3Scenario(measured, i, k / phases), measured, true);
      all.push(rowsOf([one], measured, 'ns3'));
    }
  return (all[0] ?? []).map((row, j) =>
    inRange(
      row,
      all.map((rows) => rows[j]?.ours ?? Number.NaN),
    ),
  );
}

/** A row whose value of ours is the one in their range that is nearest to theirs. @param {Row} row @param {number[]} ours @returns {Row} */
export function inRange(row, ours) {
  const [least, most] = [Math.min(...ours), Math.max(...ours)];
  return { ...row, ours: Math.min(Math.max(row.theirs, least), most), range: [least, most] };
}

/** @param {Run[]} runs @param {Case} measured @param {Source} source @returns {Row[]} */
function rowsOf(runs, measured, source) {
  const tolerance = toleranceOf(measured.case);
  /** @type {Row[]} */
  const rows = [];
  /** @param {string} what @param {keyof typeof tolerance} kind @param {number} ours @param {number} theirs @param {number} digits */
  const add = (what, kind, ours, theirs, digits) => {
    const { percent = 0, absolute = 0 } = tolerance[kind];
    rows.push({ what, ours, theirs, within: Math.max((percent / 100) * theirs, absolute), digits });
  };
  const sum = (/** @type {number[]} */ values) => values.reduce((a, b) => a + b, 0);
  const [first] = measured.flows;
  const pair = source === 'picoquic' && measured.flows.length > 1;
  const same =
    pair &&
    measured.flows.every((flow) => flow.controller === first?.controller && flow.rttMs === first.rttMs);
  if (measured.group || same || measured.flows.length > 4) {
    // Flows of one kind at one queue: their shares are a matter of chance, so only the sum is compared.
    const ours = mean(runs.map((r) => sum(r.results.flows.map((flow) => flow.goodputMbps))));
    const theirs = measured.goodputMbps
      ? mean(measured.goodputMbps)
      : sum(measured.flows.map((flow) => mean(flow.goodputMbps)));
    add('goodput of all, Mb/s', 'goodput', ours, theirs, 3);
    if (measured.timeouts) {
      const timeouts = mean(runs.map((r) => sum(r.results.flows.map((flow) => flow.timeouts))));
      add('timeouts of all', 'timeouts', timeouts, mean(measured.timeouts), 1);
    }
    if (measured.friendliness) {
      const last = measured.group?.tfrcp ?? 0;
      const of = (/** @type {Run} */ r) => {
        const rates = r.results.flows.map((flow) => flow.goodputMbps);
        return mean(rates.slice(-last)) / mean(rates.slice(0, -last));
      };
      add(
        'F, TFRCP’s throughput over TCP’s',
        'friendliness',
        mean(runs.map(of)),
        mean(measured.friendliness),
        3,
      );
    }
    if (measured.jain) {
      add(
        'Jain’s index',
        'jain',
        mean(runs.map((r) => r.results.jain ?? Number.NaN)),
        mean(measured.jain),
        3,
      );
    }
    if (measured.covariance) {
      const all = runs.map((r) => pairs(r.results.covariance.rho));
      const { covariance } = measured;
      add('mean covariance', 'covariance', mean(all.map(mean)), mean(covariance.mean), 3);
      add('least', 'covariance', mean(all.map((p) => Math.min(...p))), mean(covariance.min), 3);
      add('largest', 'covariance', mean(all.map((p) => Math.max(...p))), mean(covariance.max), 3);
    }
  } else {
    measured.flows.forEach((flow, i) => {
      const ours = mean(runs.map((r) => r.results.flows[i]?.goodputMbps ?? Number.NaN));
      add(`${flow.controller} ${flow.rttMs} ms, Mb/s`, 'goodput', ours, mean(flow.goodputMbps), 3);
      [1, 2, 3].forEach((k) => {
        const quartile = runs[0]?.windows[i]?.[k] ?? Number.NaN;
        add(`  cwnd, quartile ${k}`, 'cwnd', quartile, flow.cwndQuantiles[k] ?? Number.NaN, 1);
      });
    });
  }
  measured.queues.forEach((queue, i) => {
    const ours = runs.map((r) => r.results.queues.find((q) => q.id === `hop${i}/forward`));
    const of = (/** @type {'utilisation' | 'drops' | 'meanPackets'} */ key) =>
      mean(ours.map((q) => q?.[key] ?? Number.NaN));
    const name = measured.queues.length > 1 ? `queue ${i + 1} ` : 'queue ';
    add(`${name}utilisation`, 'utilisation', of('utilisation'), mean(queue.utilisation), 4);
    add(`${name}drops`, 'drops', of('drops'), mean(queue.drops), 1);
    add(`${name}mean, packets`, 'queue', of('meanPackets'), mean(queue.meanPackets), 2);
    if (queue.synchronization) {
      const level = mean(ours.map((q) => q?.synchronization ?? Number.NaN));
      add(`${name}synchronisation level`, 'level', level, mean(queue.synchronization), 3);
    }
  });
  return rows;
}

/** Whether a row is within its tolerance. @param {Row} row */
export function agrees(row) {
  return Math.abs(row.ours - row.theirs) <= row.within;
}

/** @param {import('./scenario.mjs').Scenario} scenario @param {Case} measured @param {boolean} withWindows @returns {Promise<Run>} */
async function run(scenario, measured, withWindows) {
  const folder = await mkdtemp(join(tmpdir(), 'droptail-oracle-'));
  try {
    const file = join(folder, 'scenario.json');
    await writeFile(file, JSON.stringify(scenario));
    const csv = withWindows ? ['--csv', folder] : [];
    const { stdout } = await promisify(execFile)(cli, ['run', file, '--json', ...csv], {
      maxBuffer: 1 << 28,
    });
    /** @type {number[][]} */
    const windows = [];
    if (withWindows) {
      for (const i of measured.flows.keys()) {
        const text = await readFile(join(folder, `f${i}-cwnd.csv`), 'utf8');
        windows.push(quantiles(sampled(text, measured.measureFromS, measured.durationS)));
      }
    }
    return { results: JSON.parse(stdout), windows };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The value of a series every 0.1 s. @param {string} csv @param {number} from @param {number} to */
function sampled(csv, from, to) {
  const rows = csv.trim().split('\n').slice(1);
  const steps = rows.map((row) => row.split(',').map(Number));
  /** @type {number[]} */
  const values = [];
  let at = 0;
  for (let i = Math.ceil(from * 10); i < to * 10; i++) {
    while ((steps[at + 1]?.[0] ?? Number.POSITIVE_INFINITY) <= i / 10) at++;
    values.push(steps[at]?.[3] ?? Number.NaN);
  }
  return values;
}

/** 5 %, the quartiles, and 95 %; linear between ranks, as in the measurements. @param {number[]} values */
function quantiles(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return [0.05, 0.25, 0.5, 0.75, 0.95].map((p) => {
    const rank = (sorted.length - 1) * p;
    const below = sorted[Math.floor(rank)] ?? Number.NaN;
    const above = sorted[Math.ceil(rank)] ?? Number.NaN;
    return below + (rank - Math.floor(rank)) * (above - below);
  });
}

/** The coefficients of all pairs, from the whole matrix. @param {(number | null)[][]} rho */
function pairs(rho) {
  return rho.flatMap((row, i) => row.slice(i + 1).flatMap((x) => x ?? []));
}

/** @param {number[]} values */
function mean(values) {
  return values.reduce((a, b) => a + b, 0) / values.length;
}
