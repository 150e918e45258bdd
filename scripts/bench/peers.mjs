// npm run bench -- --peers: the same scenarios in other simulators. Their drivers are in peers/; nothing of theirs is in this project.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { targetDir } from '../lib/engine.mjs';
import { environmentProgram, findPython } from '../lib/python.mjs';
import { mustRun, output, Problem, say, which } from '../lib/shell.mjs';
import { median, round } from './results.mjs';

/** Scenarios that the drivers know how to build: flows with separate hosts over one bottleneck. */
export const compared = ['S1', 'S2'];

const folder = new URL('peers/', import.meta.url);
/** The version of ns-3 that is installed, from PyPI. */
const ns3Version = '3.44.post0';

/**
 * A simulator: `run` runs a scenario once.
 * @typedef {{ packets: number, seconds: number }} Delivered Packets that reached applications, and processor time, s.
 * @typedef {{ name: string, run: (scenario: string) => Promise<Delivered> }} Simulator
 */

/**
 * Packets delivered in each second of processor time: medians of runs in turns. A simulator that is not there is skipped, with a line that says why.
 * @param {import('./build.mjs').Bench} bench
 * @param {readonly string[]} scenarios
 * @param {number} repeats
 * @param {{ htsim?: string | undefined }} where `htsim`: the folder with its headers and libhtsim.a
 */
export async function comparePeers(bench, scenarios, repeats, { htsim }) {
  const args = (/** @type {string} */ scenario) => describe(bench.documents[scenario] ?? '');
  const found = await Promise.all([
    skippable('htsim', () => findHtsim(htsim, args)),
    skippable('ns-3', () => findNs3(args)),
  ]);
  const ours = {
    name: 'droptail',
    run: async (/** @type {string} */ scenario) =>
      JSON.parse(await output(bench.program, ['delivered', scenario])),
  };
  /** @type {Simulator[]} */
  const simulators = [ours, ...found.filter((simulator) => simulator !== null)];
  const results = [];
  for (const scenario of scenarios) {
    /** @type {Delivered[][]} */
    const runs = simulators.map(() => []);
    for (let i = 0; i < repeats; i += 1) {
      say(`${scenario}, round ${i + 1} of ${repeats} …`);
      for (const [place, simulator] of simulators.entries()) runs[place]?.push(await simulator.run(scenario));
    }
    const rates = runs.map((all) => median(all.map(({ packets, seconds }) => packets / seconds)));
    for (const [place, { name }] of simulators.entries()) {
      results.push({
        scenario,
        simulator: name,
        packets: median(runs[place]?.map(({ packets }) => packets) ?? []),
        seconds: round(median(runs[place]?.map(({ seconds }) => seconds) ?? [])),
        packets_per_s: Math.round(rates[place] ?? Number.NaN),
        ours_to_theirs: round((rates[0] ?? Number.NaN) / (rates[place] ?? Number.NaN), 1),
        repeats,
      });
    }
  }
  return results;
}

/** @param {string} name @param {() => Promise<(scenario: string) => Promise<Delivered>>} find @returns {Promise<Simulator | null>} */
async function skippable(name, find) {
  try {
    return { name, run: await find() };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    say(`${name} is skipped: ${error.message}`);
    return null;
  }
}

/**
 * What the drivers need to know of a scenario: flows, rates of access links and of the bottleneck (Mb/s), its buffer (packets), duration (s).
 * @param {string} text
 */
function describe(text) {
  const { flows, links, durationS } = JSON.parse(text);
  const [core, access] = links;
  const { rateMbps, queue } = core.forward;
  return [flows.length, access.forward.rateMbps, rateMbps, queue.params.limitPackets, durationS].map(String);
}

/** @param {string | undefined} where @param {(scenario: string) => string[]} args */
async function findHtsim(where, args) {
  if (where === undefined)
    throw new Problem(
      '--htsim names the folder with its headers and libhtsim.a (github.com/Broadcom/csg-htsim)',
    );
  const library = join(where, 'libhtsim.a');
  if (!existsSync(library)) throw new Problem(`there is no ${library}`);
  const compiler = ['c++', 'g++', 'clang++'].find((name) => which(name));
  if (!compiler) throw new Problem('there is no C++ compiler');
  const program = join(targetDir, 'htsim-peer');
  mkdirSync(targetDir, { recursive: true });
  const source = new URL('htsim-peer.cpp', folder).pathname;
  await mustRun(compiler, ['-std=c++17', '-O3', '-w', '-I', where, '-o', program, source, library]);
  return async (/** @type {string} */ scenario) => JSON.parse(await output(program, args(scenario)));
}

/** @param {(scenario: string) => string[]} args */
async function findNs3(args) {
  const environment = join(targetDir, `ns3-${ns3Version}`);
  const python = environmentProgram(environment, 'python');
  if (!existsSync(environment)) {
    const command = await findPython();
    if (command === undefined) throw new Problem('there is no Python with venv');
    say('installing ns-3 …');
    try {
      await mustRun(command, ['-m', 'venv', environment]);
      const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
      await mustRun(python, [...install, `ns3==${ns3Version}`]);
    } catch (error) {
      rmSync(environment, { recursive: true, force: true });
      throw error;
    }
  }
  const driver = new URL('ns3-peer.py', folder).pathname;
  return async (/** @type {string} */ scenario) =>
    JSON.parse(await output(python, [driver, ...args(scenario)]));
}
