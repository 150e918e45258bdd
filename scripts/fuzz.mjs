// npm run fuzz -- [--minutes N] [--cases N] [--seed S] [--jobs J]: looks for documents that break the engine, with all of its checks on, and
// prints what it tried. Failing documents are minimised and stored in engine-wasm/target/fuzz-failures; after a fix they belong in engine-wasm/fuzz/corpus.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildFuzz, targetDir } from './lib/engine.mjs';
import { setUp } from './lib/setup.mjs';
import { main } from './lib/shell.mjs';

main(async () => {
  await setUp();
  const fuzz = await buildFuzz();
  const given = process.argv.slice(2);
  const jobs = given.some((arg) => arg.startsWith('--jobs')) ? [] : ['--jobs', `${availableParallelism()}`];
  const out = given.some((arg) => arg.startsWith('--out')) ? [] : ['--out', join(targetDir, 'fuzz-failures')];
  const { status, error } = spawnSync(fuzz, [...jobs, ...out, ...given], {
    cwd: process.env.INIT_CWD ?? process.cwd(),
    stdio: 'inherit',
  });
  if (error) throw error;
  process.exitCode = status ?? 1;
});
