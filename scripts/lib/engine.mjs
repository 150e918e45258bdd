import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { engineDir, mustRun, root, say } from './shell.mjs';

const generated = join(root, 'web/generated');
const stampFile = join(generated, 'engine.stamp');
// The engine of a first visit, the one with experiments, and the one that also runs scripts.
const products = ['engine', 'engine-desk', 'engine-script'].flatMap((name) =>
  ['.js', '.d.ts', '_bg.wasm', '_bg.wasm.d.ts'].map((ending) => name + ending),
);

/** The sources of the wasm modules. */
const inputs = ['Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml', '.cargo', 'engine', 'bindings', 'xtask'];
const excludedFolders = new Set(['target', 'tests', 'benches', 'examples']);

/** In CI, the lock file must be up to date. */
export const locked = process.env.CI ? ['--locked'] : [];

/** Cargo's output folder. */
export const targetDir = resolve(engineDir, process.env.CARGO_TARGET_DIR ?? 'target');

/**
 * Builds the wasm modules and their glue, unless they are up to date.
 * @param {{ dev?: boolean }} [options] `dev`: a quick build with names and checks, for debugging
 */
export async function buildWasm({ dev = false } = {}) {
  const wanted = `${dev ? 'dev' : 'release'} ${sourceHash()}\n`;
  const complete = products.every((name) => existsSync(join(generated, name)));
  if (complete && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  say('building the engine for the browser …');
  rmSync(stampFile, { force: true });
  const task = ['wasm', ...(dev ? ['--dev'] : [])];
  await mustRun('cargo', ['run', ...locked, '--package', 'xtask', '--', ...task], { cwd: engineDir });
  writeFileSync(stampFile, wanted);
}

/** A hash of contents, not times, so that switching branches back and forth builds nothing. */
function sourceHash() {
  const hash = createHash('sha256');
  /** @param {string} path */
  const add = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) if (!excludedFolders.has(name)) add(join(path, name));
    } else {
      const bytes = readFileSync(path);
      hash.update(`${relative(engineDir, path)} ${bytes.length}\n`).update(bytes);
    }
  };
  for (const input of inputs) add(join(engineDir, input));
  return hash.digest('hex');
}

/** Builds the optimised command line and returns its path. */
export const buildCli = () => buildProgram('droptail-cli', 'droptail', 'release');

/** Builds the fuzzer for long searches, optimised but with all checks, and returns its path. */
export const buildFuzz = () => buildProgram('droptail-fuzz', 'droptail-fuzz', 'fuzz');

/**
 * Builds the Rust tests with all checks, and with them the command line and the fuzzer, whose paths it returns. Built by themselves, these two would
 * have other features of some libraries, and Cargo would compile the engine again for each.
 */
export async function buildForTests() {
  await cargo(['test', ...locked, '--workspace', '--no-run']);
  return { cli: programPath('droptail', 'debug'), fuzz: programPath('droptail-fuzz', 'debug') };
}

/** Builds a program if it is out of date. @param {string} crate @param {string} name @param {string} profile */
async function buildProgram(crate, name, profile) {
  await cargo(['build', ...locked, '--profile', profile, '--package', crate]);
  return programPath(name, profile);
}

/** @param {string[]} args */
const cargo = (args) =>
  mustRun('cargo', args, {
    cwd: engineDir,
    // Silent if there is nothing to build, so that only the command's own output appears.
    onLine: (line) => {
      if (!/^\s*(Finished|Executable) /.test(line)) say(line);
    },
  });

/** @param {string} name @param {string} folder */
const programPath = (name, folder) =>
  join(targetDir, folder, process.platform === 'win32' ? `${name}.exe` : name);
