import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { engineDir, run, tool } from './shell.mjs';

/** @typedef {{ passed: number, failed: number, skipped?: number }} Count */
/** @typedef {(line: string) => void} Print takes a line of a suite's output */

/** Matches progress output. */
const progressLine =
  /^\s*(Compiling|Checking|Downloading|Downloaded|Updating|Locking|Adding|Fresh|Blocking|Running|Doc-tests|Finished|Executable)\b|^\s*$|^running \d+ tests?$|^test .* \.\.\. (ok|ignored.*)$|^test result: ok|^\s*[✓↓·] |^\s*JSON report written/;
const PROGRESS_INTERVAL_MS = 10_000;

/**
 * Prints lines of the suite `name`, but only enough progress output to show that nothing hangs.
 * @param {string} name
 * @returns {Print}
 */
export function printer(name) {
  let last = Date.now();
  return (line) => {
    if (progressLine.test(line) && Date.now() - last < PROGRESS_INTERVAL_MS) return;
    last = Date.now();
    console.log(`${name} │ ${line}`);
  };
}

/**
 * A command that passes or fails as a whole.
 * @param {Print} print
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} [cwd]
 * @returns {Promise<Count>}
 */
export async function check(print, command, args, cwd) {
  const code = await run(command, args, { ...(cwd && { cwd }), onLine: print });
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * Rust tests, counted one by one.
 * @param {Print} print
 * @param {readonly (readonly string[])[]} runs the arguments of each `cargo test`
 * @returns {Promise<Count>}
 */
export async function cargoTest(print, runs) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  let code = 0;
  for (const args of runs) {
    let started = 0;
    let ended = 0;
    const command = ['test', '--locked', '--workspace', '--no-fail-fast', ...args];
    const exit = await run('cargo', command, {
      cwd: engineDir,
      onLine: (line) => {
        print(line);
        if (/^\s+(Running|Doc-tests) /.test(line)) started += 1;
        const result = line.match(/^test result: .* (\d+) passed; (\d+) failed; (\d+) ignored/);
        if (!result) return;
        ended += 1;
        count.passed += Number(result[1]);
        count.failed += Number(result[2]);
        count.skipped += Number(result[3]);
      },
    });
    code ||= exit;
    // A test program that crashed has printed no result.
    count.failed += Math.max(0, started - ended);
  }
  return checkExitCode(count, code);
}

/**
 * Vitest projects, counted test by test.
 * @param {Print} print
 * @param {readonly string[]} projects
 * @returns {Promise<Count>}
 */
export async function vitest(print, projects) {
  const folder = mkdtempSync(join(tmpdir(), 'droptail-'));
  try {
    const file = join(folder, 'results.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const args = ['run', ...reporters, ...projects.flatMap((name) => ['--project', name])];
    const code = await run(process.execPath, tool('vitest/vitest.mjs', ...args), {
      onLine: print,
    });
    const count = { passed: 0, failed: 0, skipped: 0 };
    if (existsSync(file)) {
      const results = JSON.parse(readFileSync(file, 'utf8'));
      count.passed = results.numPassedTests;
      count.failed = results.numFailedTests;
      count.skipped = results.numPendingTests + results.numTodoTests;
      // A file that failed to load has no tests to count.
      for (const { status, assertionResults } of results.testResults) {
        if (status === 'failed' && assertionResults.length === 0) count.failed += 1;
      }
    }
    return checkExitCode(count, code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The papers' experiments at their small size, counted claim by claim. @param {Print} print @returns {Promise<Count>} */
export async function claims(print) {
  const count = { passed: 0, failed: 0 };
  const code = await run(process.execPath, ['scripts/reproduce.mjs', '--quick'], {
    onLine: (line) => {
      if (line.startsWith('✓')) count.passed += 1;
      if (line.startsWith('✗')) count.failed += 1;
      print(line);
    },
  });
  return checkExitCode(count, code);
}

/** Counts a crash outside tests, or the absence of tests, as a failure. @param {Count} count @param {number} code */
function checkExitCode(count, code) {
  const empty = count.passed + count.failed === 0;
  return count.failed === 0 && (code !== 0 || empty) ? { ...count, failed: 1 } : count;
}
