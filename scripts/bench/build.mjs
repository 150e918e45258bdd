import { join } from 'node:path';
import { buildWasm, locked, targetDir } from '../lib/engine.mjs';
import { engineDir, mustRun, output, root, say } from '../lib/shell.mjs';

/**
 * The parts of the benchmark: the native program, the wasm module of the bare loop, the page's own engine module, and the
 * documents of the scenarios by id, in the order in which the bare loop numbers them.
 * @typedef {{ program: string, bareWasm: string, engineDir: string, documents: Record<string, string> }} Bench
 */

/** Builds everything that is out of date. @param {{ wasm: boolean }} options @returns {Promise<Bench>} */
export async function buildBench({ wasm }) {
  await cargo('build', '--bin', 'droptail-bench');
  if (wasm) {
    await buildWasm();
    await cargo('rustc', '--lib', '--crate-type', 'cdylib', '--target', 'wasm32-unknown-unknown');
  }
  const program = join(
    targetDir,
    'release',
    process.platform === 'win32' ? 'droptail-bench.exe' : 'droptail-bench',
  );
  /** @type {{ id: string, document: unknown }[]} */
  const scenarios = JSON.parse(await output(program, ['documents']));
  return {
    program,
    bareWasm: join(targetDir, 'wasm32-unknown-unknown/release/droptail_bench.wasm'),
    engineDir: join(root, 'web/generated'),
    documents: Object.fromEntries(scenarios.map(({ id, document }) => [id, JSON.stringify(document)])),
  };
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
