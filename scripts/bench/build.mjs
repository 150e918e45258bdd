import { join } from 'node:path';
import { buildWasm, locked, targetDir } from '../lib/engine.mjs';
import { buildProfileGuided } from '../lib/profile-guided.mjs';
import { engineDir, mustRun, output, Problem, root, say } from '../lib/shell.mjs';

/**
 * The parts of the benchmark: the native program, the wasm module of the bare loop, the page's own engine module, the
 * documents of the scenarios by id, in the order in which the bare loop numbers them, and the number of flows of all scenarios, of which
 * some exist in the native program only.
 * @typedef {{ program: string, bareWasm: string, engineDir: string, documents: Record<string, string>, flows: Record<string, number> }} Bench
 */

/**
 * Builds everything that is out of date. `guided`: the native program is optimised with a profile of its own runs.
 * @param {{ wasm: boolean, guided?: boolean }} options
 * @returns {Promise<Bench>}
 */
export async function buildBench({ wasm, guided = false }) {
  if (wasm) {
    await buildWasm();
    await cargo('rustc', '--lib', '--crate-type', 'cdylib', '--target', 'wasm32-unknown-unknown');
  }
  const program = guided ? await buildGuided() : await buildPlain();
  /** @type {{ id: string, document: { flows: unknown[] } }[]} */
  const scenarios = JSON.parse(await output(program, ['documents']));
  /** @type {{ id: string, flows: number }[]} */
  const scale = JSON.parse(await output(program, ['scale']));
  return {
    program,
    bareWasm: join(targetDir, 'wasm32-unknown-unknown/release/droptail_bench.wasm'),
    engineDir: join(root, 'web/generated'),
    documents: Object.fromEntries(scenarios.map(({ id, document }) => [id, JSON.stringify(document)])),
    flows: Object.fromEntries([
      ...scenarios.map(({ id, document }) => [id, document.flows.length]),
      ...scale.map(({ id, flows }) => [id, flows]),
    ]),
  };
}

const NAME = 'droptail-bench';

async function buildPlain() {
  await cargo('build', '--bin', NAME);
  return join(targetDir, 'release', process.platform === 'win32' ? `${NAME}.exe` : NAME);
}

async function buildGuided() {
  /** Seconds of each scenario. @type {[string, string][]} */
  const runs = [
    ['S1', '20'],
    ['S2', '3'],
  ];
  const program = await buildProfileGuided({
    crate: NAME,
    name: NAME,
    train: async (instrumented) => {
      for (const [scenario, seconds] of runs)
        await mustRun(instrumented, ['once', 'engine', scenario, seconds], { onLine: () => undefined });
    },
  });
  if (!program) throw new Problem('the toolchain has no llvm-tools');
  return program;
}

/** @param {string} command @param {string[]} what */
async function cargo(command, ...what) {
  await mustRun('cargo', [command, ...locked, '--release', '--package', 'droptail-bench', ...what], {
    cwd: engineDir,
    onLine: (line) => {
      if (!/^\s*Finished /.test(line)) say(line);
    },
  });
}
