// npm test [-- rust|web|papers|e2e …]: sets up, runs every suite or those of the parts named, and counts.
// npm run test:full runs the slow ones too. A check such as the formatting counts as one test.
import { ensureChromium } from './lib/browser.mjs';
import { buildCli, buildFuzz, buildWasm } from './lib/engine.mjs';
import { setUp } from './lib/setup.mjs';
import { engineDir, Problem, say, tool } from './lib/shell.mjs';
import { cargoTest, check, claims, vitest } from './lib/suites.mjs';

/** @typedef {import('./lib/suites.mjs').Count} Count */
/** @typedef {{ name: string, parts: readonly string[], run: () => Promise<Count | void> }} Suite */

const node = process.execPath;
const full = process.argv.includes('--full') || process.env.DROPTAIL_FULL === '1';
if (full) process.env.DROPTAIL_FULL = '1';

/** @type {Suite[]} */
const suites = [
  { name: 'Rust format', parts: ['rust'], run: () => check(node, ['scripts/format-rust.mjs', '--check']) },
  {
    name: 'clippy',
    parts: ['rust'],
    run: () =>
      check(
        'cargo',
        ['clippy', '--locked', '--workspace', '--all-targets', '--', '-D', 'warnings'],
        engineDir,
      ),
  },
  {
    name: 'Rust tests',
    parts: ['rust'],
    // Ignored documentation examples are not slow tests: they are not meant to run.
    run: () => cargoTest(full ? [['--tests', '--', '--include-ignored'], ['--doc']] : [[]]),
  },
  {
    name: 'an algorithm is one file and one line',
    parts: ['rust'],
    run: () => check(node, ['tests/fixtures/toy-algorithm/check.mjs']),
  },
  { name: 'engine for the browser', parts: ['web', 'e2e'], run: () => buildWasm() },
  {
    name: 'command line',
    parts: ['web', 'papers', 'e2e'],
    run: async () => {
      // The tests that compare native runs with wasm find the program here.
      process.env.DROPTAIL_CLI = await buildCli();
      // And random documents here.
      process.env.DROPTAIL_FUZZ = await buildFuzz({ dev: true });
    },
  },
  { name: 'generated types', parts: ['web'], run: () => check(node, ['scripts/types.mjs', '--check']) },
  { name: 'type check', parts: ['web'], run: () => check(node, tool('typescript/bin/tsc')) },
  {
    name: 'lint and format',
    parts: ['web'],
    run: () => check(node, tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings')),
  },
  { name: 'Vitest', parts: ['web'], run: () => vitest(['unit', 'dom', 'node']) },
  { name: 'claims of the papers', parts: ['papers'], run: () => claims() },
  { name: 'static site', parts: ['e2e'], run: () => check(node, ['scripts/build.mjs']) },
  {
    name: 'size of a first visit',
    parts: ['e2e'],
    run: async () => {
      process.env.CHROMIUM_PATH = await ensureChromium();
      return check(node, ['scripts/size.mjs', '--built']);
    },
  },
  {
    name: 'browser tests',
    parts: ['e2e'],
    run: async () => {
      process.env.CHROMIUM_PATH = await ensureChromium();
      return vitest(['e2e']);
    },
  },
];

const total = { passed: 0, failed: 0 };
/** @type {string[]} */
const failures = [];

/** @param {Suite} suite */
async function runSuite({ name, run }) {
  console.log(`── ${name}`);
  const start = performance.now();
  /** @type {Count} */
  let count;
  try {
    count = (await run()) ?? { passed: 1, failed: 0 };
  } catch (error) {
    console.log(error instanceof Problem ? `   ${error.message}` : error);
    count = { passed: 0, failed: 1 };
  }
  total.passed += count.passed;
  total.failed += count.failed;
  if (count.failed) failures.push(name);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const counts = [`${count.passed} passed`];
  if (count.failed) counts.push(`${count.failed} failed`);
  if (count.skipped) counts.push(`${count.skipped} skipped`);
  console.log(`   ${count.failed ? '✗' : '✓'} ${counts.join(', ')} (${seconds} s)`);
}

const parts = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const known = new Set(suites.flatMap((suite) => suite.parts));
const unknown = parts.find((part) => !known.has(part));
if (unknown) {
  say(`droptail: no such part of the tests: ${unknown} (there are ${[...known].join(', ')})`);
  process.exit(1);
}

const wanted = suites.filter(
  (suite) => parts.length === 0 || suite.parts.some((part) => parts.includes(part)),
);
// Nothing can run without the set-up, so its failure is the only one.
await runSuite({ name: 'set-up', parts: [], run: setUp });
if (total.failed === 0) for (const suite of wanted) await runSuite(suite);
if (failures.length) console.log(`failed: ${failures.join(', ')}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
