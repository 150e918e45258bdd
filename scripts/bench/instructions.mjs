import { output, Problem, which } from '../lib/shell.mjs';
import { round } from './results.mjs';

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
