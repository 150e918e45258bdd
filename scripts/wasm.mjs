// npm run wasm [-- --dev]: builds the engine for the browser if its sources have changed.
import { buildWasm } from './lib/engine.mjs';
import { setUp } from './lib/setup.mjs';
import { main } from './lib/shell.mjs';

main(async () => {
  await setUp();
  await buildWasm({ dev: process.argv.includes('--dev') });
});
