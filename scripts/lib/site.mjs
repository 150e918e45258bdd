import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWasm } from './engine.mjs';
import { setUp } from './setup.mjs';
import { mustRun, root, tool } from './shell.mjs';

export const siteDir = join(root, 'dist');

/** Builds the static site; a failed build leaves none, so that nobody looks at an old one. */
export async function buildSite() {
  rmSync(siteDir, { recursive: true, force: true });
  await setUp();
  await buildWasm();
  await mustRun(process.execPath, tool('vite/bin/vite.js', 'build'));
}
