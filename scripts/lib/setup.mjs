import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { buildFont } from './font.mjs';
import { engineDir, installDebianPackage, mustRun, Problem, root, run, say, which } from './shell.mjs';

/** Installs what is missing, except Node and rustup. Quick if nothing is missing. */
export async function setUp() {
  await checkRustup();
  await checkLinker();
  await installPackages();
  await installToolchain();
  await buildFont();
}

async function checkRustup() {
  const cargoBin = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'bin');
  // A shell that was opened before rustup was installed does not have its folder on PATH.
  if (!which('rustup') && existsSync(cargoBin))
    process.env.PATH = [process.env.PATH, cargoBin].join(delimiter);
  if (!which('rustup') || !which('cargo')) {
    throw new Problem('Rust is missing: install it with rustup (https://rustup.rs) and run this again');
  }
  // The `toolchain install` of 1.28 is the first to read rust-toolchain.toml.
  let version = '';
  await run('rustup', ['--version'], {
    onLine: (line) => {
      version ||= line.match(/^rustup ([\d.]+)/)?.[1] ?? '';
    },
  });
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 1 || (major === 1 && minor < 28)) {
    throw new Problem(`rustup ${version} is too old: run \`rustup self update\` and run this again`);
  }
}

/** Rust links with the system's C compiler. */
async function checkLinker() {
  if (process.platform === 'win32' || which('cc')) return;
  if ((await installDebianPackage('build-essential')) && which('cc')) return;
  throw new Problem(
    'a C linker (`cc`) is missing: install gcc or clang (Debian: build-essential) and run this again',
  );
}

async function installPackages() {
  const lock = join(root, 'package-lock.json');
  // npm writes this file last, so an interrupted installation does not count.
  const installed = join(root, 'node_modules/.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  say('installing npm packages …');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-fund', '--no-audit'];
  if (npm) await mustRun(process.execPath, [npm, ...args]);
  else await mustRun('npm', args);
}

/** Needed even with rustup's automatic installation, which does not add missing targets. */
async function installToolchain() {
  const nothingNew = /^info: (using existing install|the active toolchain|it's active)/;
  const code = await run('rustup', ['toolchain', 'install', '--no-self-update'], {
    cwd: engineDir,
    onLine: (line) => {
      if (line.trim() && !nothingNew.test(line)) say(line);
    },
  });
  if (code !== 0) throw new Problem('rustup could not install what engine-wasm/rust-toolchain.toml asks for');
}
