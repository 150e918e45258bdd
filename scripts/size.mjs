// npm run size [-- --json] [-- --built]: what a first visit transfers, compressed, against its budget.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { launchBrowser } from './lib/browser.mjs';
import { serve } from './lib/serve.mjs';
import { main, Problem, say } from './lib/shell.mjs';
import { buildSite, siteDir } from './lib/site.mjs';

/** The budget of a first visit, kB of 1000 bytes. */
const LIMIT_KB = 650;
/** Formats that are already compressed. */
const packed = /\.(woff2|png)$/;

/** @param {Buffer} bytes @param {string} path */
function sizes(bytes, path) {
  if (packed.test(path)) return { brotli: bytes.length, gzip: bytes.length };
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return {
    brotli: brotliCompressSync(bytes, { params }).length,
    gzip: gzipSync(bytes, { level: 9 }).length,
  };
}

/** The files that the browser requests until the first run is on the screen, without those cached for later visits. */
async function firstVisit() {
  const server = await serve(siteDir);
  const browser = await launchBrowser();
  try {
    // The service worker would fetch the rest of the page, for later visits.
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    /** @type {Set<string>} */
    const paths = new Set();
    context.on('request', (request) => {
      if (request.url().startsWith(server.url)) paths.add(new URL(request.url()).pathname);
    });
    await page.goto(server.url);
    await page.locator('html[data-ready=true]').waitFor({ timeout: 120_000 });
    await page.waitForLoadState('networkidle');
    const base = new URL(server.url).pathname;
    return [...paths].map((path) => path.slice(base.length) || 'index.html');
  } finally {
    await browser.close();
    await server.close();
  }
}

main(async () => {
  const { values } = parseArgs({ options: { json: { type: 'boolean' }, built: { type: 'boolean' } } });
  if (!values.built) await buildSite();
  const files = await Promise.all(
    (await firstVisit()).map(async (path) => {
      const bytes = await readFile(join(siteDir, path));
      return { path, bytes: bytes.length, ...sizes(bytes, path) };
    }),
  );
  files.sort((a, b) => b.brotli - a.brotli);
  const sum = (/** @type {'bytes' | 'brotli' | 'gzip'} */ key) => files.reduce((n, f) => n + f[key], 0);
  const total = sum('brotli');
  const result = {
    total,
    limit: LIMIT_KB * 1000,
    gzip: sum('gzip'),
    uncompressed: sum('bytes'),
    files,
  };
  if (values.json) console.log(JSON.stringify(result, null, 2));
  else {
    for (const { path, brotli } of files) console.log(`${kB(brotli).padStart(8)} kB  ${path}`);
    console.log(`${kB(total).padStart(8)} kB  in all; ${kB(result.gzip)} with gzip`);
  }
  if (total > result.limit) throw new Problem(`a first visit takes ${kB(total)} kB; ${LIMIT_KB} are allowed`);
  say(`${kB(result.limit - total)} kB below the limit of ${LIMIT_KB}`);
});

/** @param {number} bytes */
function kB(bytes) {
  return (bytes / 1000).toFixed(1);
}
