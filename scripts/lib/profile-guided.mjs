// Programs that are optimised with a profile of their own runs: https://doc.rust-lang.org/rustc/profile-guided-optimization.html
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { locked, targetDir } from './engine.mjs';
import { engineDir, mustRun, output, run, say } from './shell.mjs';

/**
 * Builds a program, lets `train` run it, and builds it again with the profile of these runs. Returns its path, or null if the toolchain has no
 * `llvm-profdata` and rustup cannot install it.
 * @param {{ crate: string, name: string, train: (program: string) => Promise<void> }} what
 * @returns {Promise<string | null>}
 */
export async function buildProfileGuided({ crate, name, train }) {
  const merge = await findMerge();
  if (!merge) return null;
  const folder = join(targetDir, 'profile-guided', name);
  const raw = join(folder, 'raw');
  rmSync(raw, { recursive: true, force: true });
  mkdirSync(raw, { recursive: true });
  const host = (await output('rustc', ['--print', 'host-tuple'], { cwd: engineDir })).trim();
  /** @param {string} step @param {string} flags */
  const build = async (step, flags) => {
    const target = join(folder, step);
    // With a target, the flags do not apply to build scripts and macros.
    const args = ['build', ...locked, '--release', '--package', crate, '--bin', name, '--target', host];
    await mustRun('cargo', [...args, '--target-dir', target], { cwd: engineDir, env: { RUSTFLAGS: flags } });
    return join(target, host, 'release', process.platform === 'win32' ? `${name}.exe` : name);
  };
  await train(await build('instrumented', `-Cprofile-generate=${raw}`));
  const profile = join(folder, 'merged.profdata');
  const files = readdirSync(raw).map((file) => join(raw, file));
  await mustRun(merge, ['merge', '-o', profile, ...files]);
  return build('optimised', `-Cprofile-use=${profile}`);
}

/** The path of `llvm-profdata`, installed if it is missing; null if that fails. */
async function findMerge() {
  const libraries = (await output('rustc', ['--print', 'target-libdir'], { cwd: engineDir })).trim();
  const path = join(
    libraries,
    '../bin',
    process.platform === 'win32' ? 'llvm-profdata.exe' : 'llvm-profdata',
  );
  if (existsSync(path)) return path;
  say('installing the toolchain’s llvm-tools …');
  const code = await run('rustup', ['component', 'add', 'llvm-tools'], { cwd: engineDir }).catch(() => 1);
  return code === 0 && existsSync(path) ? path : null;
}
