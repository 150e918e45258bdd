import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { engineDir, mustRun, root, say } from './shell.mjs';

const generated = join(root, 'web/generated');
const stamp = join(generated, 'engine.stamp');
// The one that a first visit loads, and the one that can do everything.
const products = ['engine', 'engine-desk'].flatMap((name) =>
  ['.js', '.d.ts', '_bg.wasm', '_bg.wasm.d.ts'].map((ending) => name + ending),
);

/** What the wasm module is made of. */
const inputs = ['Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml', '.cargo', 'engine', 'bindings', 'xtask'];
const notInputs = new Set(['target', 'tests', 'benches', 'examples']);

/** Elsewhere than on a developer's machine the lock file must be right already. */
export const locked = process.env.CI ? ['--locked'] : [];

/** Where Cargo leaves what it builds. */
export const targetDir = resolve(engineDir, process.env.CARGO_TARGET_DIR ?? 'target');

/**
 * Builds the wasm module and its glue, unless they come from these very sources.
 * @param {{ dev?: boolean }} [options] `dev`: a quick build with names and checks, for debugging
 */
export async function buildWasm({ dev = false } = {}) {
  const wanted = `${dev ? 'dev' : 'release'} ${sourceHash()}\n`;
  const complete = products.every((name) => existsSync(join(generated, name)));
  if (complete && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('building the engine for the browser …');
  rmSync(stamp, { force: true });
  const task = ['wasm', ...(dev ? ['--dev'] : [])];
  await mustRun('cargo', ['run', ...locked, '--package', 'xtask', '--', ...task], { cwd: engineDir });
  writeFileSync(stamp, wanted);
}

/** A hash of contents, not times: switching branches back and forth builds nothing. */
function sourceHash() {
  const hash = createHash('sha256');
  /** @param {string} path */
  const add = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) if (!notInputs.has(name)) add(join(path, name));
    } else {
      const bytes = readFileSync(path);
      hash.update(`${relative(engineDir, path)} ${bytes.length}\n`).update(bytes);
    }
  };
  for (const input of inputs) add(join(engineDir, input));
  return hash.digest('hex');
}

/** Builds the optimised command line and answers its path. */
export const buildCli = () => buildProgram('droptail-cli', 'droptail', 'release');

/**
 * Builds what tries random documents, with all checks, and answers its path: fast for long searches, or as the engine's tests are built,
 * which costs nothing beside these.
 * @param {{ dev?: boolean }} [options]
 */
export const buildFuzz = ({ dev = false } = {}) =>
  buildProgram('droptail-fuzz', 'droptail-fuzz', dev ? 'dev' : 'fuzz');

/** Cargo knows whether it has to. @param {string} crate @param {string} name @param {string} profile */
async function buildProgram(crate, name, profile) {
  await mustRun('cargo', ['build', ...locked, '--profile', profile, '--package', crate], {
    cwd: engineDir,
    // Silent when there is nothing to do: the command's own output should stand alone.
    onLine: (line) => {
      if (!/^\s*Finished /.test(line)) say(line);
    },
  });
  return join(
    targetDir,
    profile === 'dev' ? 'debug' : profile,
    process.platform === 'win32' ? `${name}.exe` : name,
  );
}
