import { readFileSync, writeFileSync } from 'node:fs';
import { output, Problem, which } from '../lib/shell.mjs';
import { round } from './results.mjs';

/** Scenarios whose instructions are counted. */
export const counted = ['S1', 'S2'];

/** Instructions per hop of the last commit that changed them, by scenario. */
const record = new URL('instructions.json', import.meta.url);
/** Largest ratio to the recorded number: compilers differ a little from machine to machine. */
const ROOM = 1.03;

/** @typedef {Awaited<ReturnType<typeof countInstructions>>} Counted */

/** Fails if a scenario takes more instructions than recorded. @param {readonly Counted[]} results */
export function checkInstructions(results) {
  /** @type {Record<string, number>} */
  const recorded = JSON.parse(readFileSync(record, 'utf8'));
  for (const { scenario, instructions_per_hop: now } of results) {
    const before = recorded[scenario];
    if (before === undefined || now > ROOM * before)
      throw new Problem(
        `${scenario} takes ${now} instructions per hop; recorded are ${before} (scripts/bench/instructions.json)`,
      );
  }
}

/** Records the results. @param {readonly Counted[]} results */
export function recordInstructions(results) {
  const numbers = Object.fromEntries(results.map((r) => [r.scenario, r.instructions_per_hop]));
  writeFileSync(record, `${JSON.stringify(numbers, null, 2)}\n`);
}

/** Simulated seconds. The start is left out, so that building the network and slow start do not count. */
const from = 2;
const to = 5;

/**
 * Instructions per hop of the engine and of the bare loop, counted by callgrind.
 * @param {import('./build.mjs').Bench} bench
 * @param {string} scenario
 */
export async function countInstructions({ program }, scenario) {
  if (!which('valgrind')) throw new Problem('valgrind is missing: install it to count instructions');
  /** @param {string} what */
  const perHop = async (what) => {
    const a = await count(program, [what, scenario, String(from)]);
    const b = await count(program, [what, scenario, String(to)]);
    return (b.instructions - a.instructions) / (b.hops - a.hops);
  };
  const engine = await perHop('engine');
  const bare = await perHop('bare');
  if (!Number.isFinite(engine + bare))
    throw new Problem('callgrind did not say how many instructions it counted');
  return {
    scenario,
    target: 'native',
    instructions_per_hop: round(engine, 1),
    bare_instructions_per_hop: round(bare, 1),
    ratio: round(bare / engine),
  };
}

/** @param {string} program @param {string[]} run */
async function count(program, run) {
  // Valgrind also writes to stdout, where the program prints one line with the number of hops.
  const valgrind = ['--tool=callgrind', '--callgrind-out-file=/dev/null', '--log-fd=1'];
  const text = await output('valgrind', [...valgrind, program, 'once', ...run]);
  const instructions = Number(text.match(/Collected : (\d+)/)?.[1]);
  const hops = Number(text.match(/^\d+$/m)?.[0]);
  return { instructions, hops };
}
