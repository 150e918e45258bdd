// npm run --silent build:cli: builds the command line for a release, optimised with a profile of its own runs, and prints its path. Without the tools for
// that, it is the plain optimised program.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBench } from './bench/build.mjs';
import { buildCli } from './lib/engine.mjs';
import { buildProfileGuided } from './lib/profile-guided.mjs';
import { setUp } from './lib/setup.mjs';
import { main, mustRun, root, say } from './lib/shell.mjs';

const GALLERY = join(root, 'public/gallery');

main(async () => {
  await setUp();
  const { documents } = await buildBench({ wasm: false });
  const guided = await buildProfileGuided({
    crate: 'droptail-cli',
    name: 'droptail',
    train: (program) => runAll(program, Object.values(documents)),
  });
  if (!guided) say('the toolchain has no llvm-tools, so this is the plain optimised program');
  console.log(guided ?? (await buildCli()));
});

/** Runs the benchmark's documents and those of the gallery. @param {string} program @param {string[]} documents */
async function runAll(program, documents) {
  const folder = mkdtempSync(join(tmpdir(), 'droptail-'));
  try {
    const files = documents.map((document, i) => {
      const file = join(folder, `${i}.json`);
      writeFileSync(file, document);
      return file;
    });
    const gallery = readdirSync(GALLERY).filter((file) => file.endsWith('.json') && file !== 'index.json');
    for (const file of [...files, ...gallery.map((name) => join(GALLERY, name))])
      await mustRun(program, ['run', file], { onLine: () => undefined });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
