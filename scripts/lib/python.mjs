// The Python package: its environment, its build and its tests.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { targetDir } from './engine.mjs';
import { engineDir, mustRun, run } from './shell.mjs';
import { siteDir } from './site.mjs';

/** @import { Count, Print } from './suites.mjs' */

const folder = join(engineDir, 'python');
const windows = process.platform === 'win32';
/** The oldest version that the package supports. */
const OLDEST = [3, 10];

/** The command of a Python that can make virtual environments; undefined if there is none. @returns {Promise<string | undefined>} */
export async function findPython() {
  const check = `import ensurepip, sys, venv; sys.exit(sys.version_info < (${OLDEST.join(', ')}))`;
  for (const command of windows ? ['python', 'python3'] : ['python3', 'python']) {
    try {
      if ((await run(command, ['-c', check], { onLine: () => {} })) === 0) return command;
    } catch {
      // There is no such command.
    }
  }
  return undefined;
}

/** A program of an environment. @param {string} environment @param {string} name */
export const environmentProgram = (environment, name) =>
  windows ? join(environment, 'Scripts', `${name}.exe`) : join(environment, 'bin', name);

/**
 * Installs the pinned packages, unless they are there, then builds the wheel and installs it. Returns the environment's folder.
 * `release`: optimised; otherwise built like the engine's tests, with all checks, with which it shares its build.
 * @param {string} python
 * @param {{ release: boolean, onLine: Print }} options
 */
export async function buildPackage(python, { release, onLine }) {
  const environment = join(targetDir, 'python');
  const requirements = readFileSync(join(folder, 'requirements.txt'));
  const wanted = createHash('sha256').update(requirements).digest('hex');
  const stamp = join(environment, 'requirements.sha256');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    rmSync(environment, { recursive: true, force: true });
    mkdirSync(targetDir, { recursive: true });
    await mustRun(python, ['-m', 'venv', environment], { onLine });
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--require-hashes'];
    await mustRun(
      environmentProgram(environment, 'python'),
      [...install, '--only-binary', ':all:', '-r', 'requirements.txt'],
      {
        cwd: folder,
        onLine,
      },
    );
    writeFileSync(stamp, wanted);
  }
  addPage();
  const wheels = join(targetDir, 'wheels');
  rmSync(wheels, { recursive: true, force: true });
  const build = ['build', '--quiet', '--locked', '--out', wheels, '--profile', release ? 'wheel' : 'dev'];
  await mustRun(
    environmentProgram(environment, 'maturin'),
    [...build, '--interpreter', environmentProgram(environment, 'python')],
    {
      cwd: folder,
      onLine,
    },
  );
  const wheel = readdirSync(wheels).find((name) => name.endsWith('.whl')) ?? '';
  const replace = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--no-deps',
    '--force-reinstall',
  ];
  await mustRun(environmentProgram(environment, 'python'), [...replace, join(wheels, wheel)], { onLine });
  return environment;
}

/** Puts the page into the package, for notebooks; without a built site the package has none. */
function addPage() {
  const page = join(siteDir, 'standalone.html');
  const inside = join(folder, 'package/droptail/static/page.html.gz');
  rmSync(inside, { force: true });
  if (existsSync(page)) writeFileSync(inside, gzipSync(readFileSync(page), { level: 9 }));
}

/**
 * Checks the types and the style, and runs the tests, which are counted one by one.
 * @param {string} environment
 * @param {readonly string[]} args for pytest
 * @param {Print} print
 * @returns {Promise<Count>}
 */
export async function testPackage(environment, args, print) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  const checks = [['ruff', 'check', '.'], ['ruff', 'format', '--check', '.'], ['mypy']];
  for (const [name = '', ...rest] of checks) {
    const code = await run(environmentProgram(environment, name), rest, { cwd: folder, onLine: print });
    if (code === 0) count.passed += 1;
    else count.failed += 1;
  }
  const before = count.passed + count.failed;
  const code = await run(environmentProgram(environment, 'python'), ['-m', 'pytest', ...args], {
    cwd: folder,
    env: { PYTHONDONTWRITEBYTECODE: '1' },
    onLine: (line) => {
      print(line);
      if (!/^=*\s*\d+ (passed|failed|skipped|error)\b.* in [\d.]+s/.test(line)) return;
      const number = (/** @type {RegExp} */ of) => Number(of.exec(line)?.[1] ?? 0);
      count.passed += number(/(\d+) passed/);
      count.failed += number(/(\d+) failed/) + number(/(\d+) errors?/);
      count.skipped += number(/(\d+) skipped/);
    },
  });
  // A crash, or no test at all.
  if (code !== 0 && count.failed === 0) count.failed += 1;
  if (count.passed + count.failed === before) count.failed += 1;
  return count;
}
