import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { serve } from './lib/serve.mjs';
import { siteDir } from './lib/site.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the built page. */
    site: string;
  }
}

/** Serves the built site to the browser tests, which read its address with `inject('site')`. */
export default async function setup(project: TestProject) {
  if (!existsSync(join(siteDir, 'index.html'))) throw new Error('no built site: run `npm run build` first');
  const server = await serve(siteDir);
  project.provide('site', server.url);
  return server.close;
}
