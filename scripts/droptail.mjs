// npm run --silent droptail -- ARGS: builds the command line if needed, and runs it in the folder where npm was called.
import { spawnSync } from 'node:child_process';
import { buildCli } from './lib/engine.mjs';
import { setUp } from './lib/setup.mjs';
import { main } from './lib/shell.mjs';

main(async () => {
  await setUp();
  const droptail = await buildCli();
  const { status, error } = spawnSync(droptail, process.argv.slice(2), {
    cwd: process.env.INIT_CWD ?? process.cwd(),
    stdio: 'inherit',
  });
  if (error) throw error;
  process.exitCode = status ?? 1;
});
