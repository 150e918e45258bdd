// Formats every Rust file, or with --check lists those that are not formatted. `cargo fmt` alone does not see the files that the
// macro `algorithms!` declares.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { engineDir, main, Problem, run } from './lib/shell.mjs';

main(async () => {
  const folder = join(engineDir, 'engine/src/congestion');
  const files = readdirSync(folder).filter((name) => name.endsWith('.rs'));
  const check = process.argv.includes('--check') ? ['--check'] : [];
  const args = ['fmt', '--all', '--', ...check, ...files.map((name) => join(folder, name))];
  if ((await run('cargo', args, { cwd: engineDir })) !== 0) throw new Problem('run `npm run format`');
});
