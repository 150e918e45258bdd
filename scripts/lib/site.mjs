import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWasm } from './engine.mjs';
import { setUp } from './setup.mjs';
import { mustRun, root, tool } from './shell.mjs';
import { buildStandalone } from './standalone.mjs';

export const siteDir = join(root, 'dist');

/** Builds the static site; a failed build leaves none, so that nobody looks at an old one. */
export async function buildSite() {
  rmSync(siteDir, { recursive: true, force: true });
  await setUp();
  await buildWasm();
  await mustRun(process.execPath, tool('vite/bin/vite.js', 'build'));
  // After the service worker's list is made: nobody needs it to work offline.
  await buildStandalone(siteDir);
}
