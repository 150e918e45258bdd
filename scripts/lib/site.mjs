import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWasm } from './engine.mjs';
import { setUp } from './setup.mjs';
import { mustRun, root, tool } from './shell.mjs';

export const siteDir = join(root, 'dist');

/** Builds the static site. A failed build leaves no site, so that no old one is used by mistake. */
export async function buildSite() {
  rmSync(siteDir, { recursive: true, force: true });
  await setUp();
  await buildWasm();
  await mustRun(process.execPath, tool('vite/bin/vite.js', 'build'));
  // Loaded after the set-up, since it imports packages.
  const { buildStandalone } = await import('./standalone.mjs');
  // Written after the service worker's list, since it is not needed offline.
  await buildStandalone(siteDir);
}
