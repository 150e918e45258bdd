// npm test: sets up, runs the quick suites, and counts the tests. A check such as the formatting counts as one test.
// npm test -- all: every suite, as CI runs them; -- rust|web|papers|e2e|python …: every suite of the named parts.
// npm run test:full: every suite, with larger sizes and new random cases.
//
// Two lanes of suites run in parallel. Browser tests spend much of their time waiting, and the other suites use the processors meanwhile.
import { ensureChromium } from './lib/browser.mjs';
import { buildCli, buildForTests, buildWasm } from './lib/engine.mjs';
import { buildPackage, findPython, testPackage } from './lib/python.mjs';
import { setUp } from './lib/setup.mjs';
import { engineDir, inBackground, Problem, say, tool, which } from './lib/shell.mjs';
import { cargoTest, check, claims, printer, vitest } from './lib/suites.mjs';

/** @import { Count, Print } from './lib/suites.mjs' */
/**
 * `after`: suites of the other lane that must end first. `slow`: not among the quick ones.
 * @typedef {object} Suite
 * @property {string} name
 * @property {readonly string[]} parts
 * @property {(print: Print) => Promise<Count | void>} run
 * @property {readonly string[]} [after]
 * @property {boolean} [slow]
 */

const node = process.execPath;
const full = process.argv.includes('--full') || process.env.DROPTAIL_FULL === '1';
const parts = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
// vitest.config.ts selects the browser tests by it.
const quick = !full && parts.length === 0;
if (quick) process.env.DROPTAIL_QUICK = '1';
if (full) process.env.DROPTAIL_FULL = '1';
// Properties try the same random cases in each short run, so that only a change can break them. A full run tries new ones.
else process.env.PROPTEST_RNG_SEED ??= '1';

/** What the quick tests leave out in Rust: a whole contest, twice. */
const SLOW_IN_RUST = ['--skip', 'a_hundred_submissions_give_the_same_leaderboard'];

/** Rust, Python, the papers, and checks. @type {Suite[]} */
const background = [
  {
    name: 'Rust format',
    parts: ['rust'],
    run: (print) => check(print, node, ['scripts/format-rust.mjs', '--check']),
  },
  {
    name: 'Rust build',
    parts: ['rust', 'web', 'papers', 'e2e', 'python'],
    run: async () => {
      const { cli, fuzz } = await buildForTests();
      // For the tests that compare native runs with wasm. Building the optimised program takes longer than it saves, unless the slow tests run too.
      process.env.DROPTAIL_CLI = full ? await buildCli() : cli;
      // For the tests with random documents.
      process.env.DROPTAIL_FUZZ = fuzz;
    },
  },
  {
    name: 'clippy',
    parts: ['rust'],
    run: (print) =>
      check(
        print,
        'cargo',
        ['clippy', '--locked', '--workspace', '--all-targets', '--', '-D', 'warnings'],
        engineDir,
      ),
  },
  {
    name: 'Rust tests',
    parts: ['rust'],
    // Ignored documentation examples are not slow tests and are not meant to run.
    run: (print) =>
      cargoTest(
        print,
        full ? [['--tests', '--', '--include-ignored'], ['--doc']] : [quick ? ['--', ...SLOW_IN_RUST] : []],
      ),
  },
  {
    name: 'instructions of a hop',
    parts: ['rust'],
    slow: true,
    run: async (print) => {
      if (!full || !which('valgrind')) {
        print(`skipped: ${full ? 'valgrind is not installed' : 'only a full run builds the benchmark'}`);
        return { passed: 0, failed: 0, skipped: 1 };
      }
      return check(print, node, ['scripts/bench.mjs', '--instructions', '--check']);
    },
  },
  {
    name: 'an algorithm is one file and one line',
    parts: ['rust'],
    slow: true,
    run: (print) => check(print, node, ['tests/fixtures/toy-algorithm/check.mjs']),
  },
  {
    name: 'generated types',
    parts: ['web'],
    run: (print) => check(print, node, ['scripts/types.mjs', '--check']),
  },
  { name: 'type check', parts: ['web'], run: (print) => check(print, node, tool('typescript/bin/tsc')) },
  {
    name: 'lint and format',
    parts: ['web'],
    run: (print) => check(print, node, tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings')),
  },
  {
    name: 'Python package',
    parts: ['python'],
    slow: true,
    // Its digests are compared with those of the page's engine, and the package contains the page.
    after: ['static site', 'engine for the browser'],
    run: async (print) => {
      const python = await findPython();
      if (python === undefined) {
        print('skipped: Python 3.10 or newer with venv is not installed');
        return { passed: 0, failed: 0, skipped: 1 };
      }
      const environment = await buildPackage(python, { release: false, onLine: print });
      return testPackage(environment, [], print);
    },
  },
  { name: 'claims of the papers', parts: ['papers'], slow: true, run: claims },
];

/** The page: what it needs, its browser tests, and the other tests of TypeScript. @type {Suite[]} */
const foreground = [
  { name: 'engine for the browser', parts: ['web', 'e2e', 'python'], run: () => buildWasm() },
  { name: 'static site', parts: ['e2e'], run: (print) => check(print, node, ['scripts/build.mjs']) },
  {
    name: 'size of a first visit',
    parts: ['e2e'],
    run: async (print) => {
      process.env.CHROMIUM_PATH = await ensureChromium();
      return check(print, node, ['scripts/size.mjs', '--built']);
    },
  },
  {
    name: 'browser tests',
    parts: ['e2e'],
    after: ['Rust build'],
    run: async (print) => {
      process.env.CHROMIUM_PATH = await ensureChromium();
      return vitest(print, ['e2e']);
    },
  },
  {
    name: 'Vitest',
    parts: ['web'],
    after: ['Rust build'],
    run: (print) => vitest(print, ['unit', 'dom', 'node']),
  },
];

const total = { passed: 0, failed: 0 };
/** @type {string[]} */
const failures = [];
/** The end of each suite that runs, by its name. @type {Map<string, Promise<void>>} */
const ends = new Map();

/** @param {Suite} suite */
async function runSuite({ name, run }) {
  const start = performance.now();
  /** @type {Count} */
  let count;
  try {
    count = (await run(printer(name))) ?? { passed: 1, failed: 0 };
  } catch (error) {
    console.log(error instanceof Problem ? `${name}: ${error.message}` : error);
    count = { passed: 0, failed: 1 };
  }
  total.passed += count.passed;
  total.failed += count.failed;
  if (count.failed) failures.push(name);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const counts = [`${count.passed} passed`];
  if (count.failed) counts.push(`${count.failed} failed`);
  if (count.skipped) counts.push(`${count.skipped} skipped`);
  console.log(`${count.failed ? '✗' : '✓'} ${name}: ${counts.join(', ')} (${seconds} s)`);
}

/** Runs suites one after another. @param {readonly Suite[]} suites */
async function runLane(suites) {
  /** @type {Promise<void>} */
  let last = Promise.resolve();
  for (const suite of suites) {
    const before = last;
    last = (async () => {
      await before;
      await Promise.all((suite.after ?? []).map((name) => ends.get(name)));
      await runSuite(suite);
    })();
    ends.set(suite.name, last);
  }
  await last;
}

const known = new Set(['all', ...[...background, ...foreground].flatMap((suite) => suite.parts)]);
const unknown = parts.find((part) => !known.has(part));
if (unknown) {
  say(`droptail: no such part of the tests: ${unknown} (there are ${[...known].join(', ')})`);
  process.exit(1);
}

const wanted = (/** @type {readonly Suite[]} */ suites) =>
  suites.filter((suite) => {
    if (quick) return !suite.slow;
    return parts.length === 0 || parts.includes('all') || suite.parts.some((part) => parts.includes(part));
  });
// Without the set-up nothing can run, so its failure is the only one.
await runSuite({ name: 'set-up', parts: [], run: setUp });
if (total.failed === 0)
  await Promise.all([runLane(wanted(foreground)), inBackground(() => runLane(wanted(background)))]);
if (failures.length) console.log(`failed: ${failures.join(', ')}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
