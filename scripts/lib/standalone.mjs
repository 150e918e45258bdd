// Builds the single-file page, `standalone.html`, into which the page inserts a scenario for a download.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { LICENCES } from '../licences/page.mjs';
import { root } from './shell.mjs';

const COMPLETE = '../generated/engine-script';

/**
 * A page from a file cannot load workers from other files, so they start from blobs. It contains only the complete engine, which
 * runs every document.
 * @returns {import('vite').Plugin}
 */
function bundleWorkers() {
  return {
    name: 'in-one-file',
    enforce: 'pre',
    transform: (code) =>
      code
        .replaceAll(/from '(\.\.\/(?:worker|drawing)\/[a-z-]*entry)\?worker';/g, "from '$1?worker&inline';")
        .replaceAll(
          /import (\w+) from '\.\.\/(?:worker|drawing)\/[a-z-]*entry\?worker&url';/g,
          "const $1 = '';",
        )
        .replaceAll(
          /from '\.\.\/generated\/engine(-desk)?_bg\.wasm\?url';/g,
          `from '${COMPLETE}_bg.wasm?url';`,
        )
        .replaceAll(/from '\.\.\/generated\/engine(-desk)?\.js';/g, `from '${COMPLETE}.js';`),
  };
}

/** Writes the file into a built site. @param {string} siteDir */
export async function buildStandalone(siteDir) {
  const built = await build({
    root: join(root, 'web'),
    configFile: false,
    base: './',
    publicDir: false,
    logLevel: 'warn',
    worker: { format: 'iife', plugins: () => [bundleWorkers()] },
    plugins: [bundleWorkers()],
    build: {
      write: false,
      modulePreload: false,
      cssCodeSplit: false,
      assetsInlineLimit: Number.POSITIVE_INFINITY,
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: {
        input: join(root, 'web/main.ts'),
        output: { codeSplitting: false },
      },
    },
  });
  const parts = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  const script = parts.flatMap((part) => (part.type === 'chunk' && part.isEntry ? [part.code] : []))[0];
  const style = parts.flatMap((part) =>
    part.type === 'asset' && part.fileName.endsWith('.css') ? [String(part.source)] : [],
  );
  if (!script || style.length !== 1)
    throw new Error('the page did not build into one script and one style sheet');
  const licences = readFileSync(join(siteDir, LICENCES), 'utf8');
  writeFileSync(join(siteDir, 'standalone.html'), page(script, /** @type {string} */ (style[0]), licences));
}

/** @param {string} script @param {string} style @param {string} licences a page */
function page(script, style, licences) {
  // Escapes what would end the element early; within strings, the backslash changes nothing.
  const safe = script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  const policy = [
    "default-src 'none'",
    `script-src ${hash(safe)} 'wasm-unsafe-eval'`,
    'worker-src blob:',
    `style-src ${hash(style)}`,
    'img-src data: blob:',
    'font-src data:',
    // The engine is part of the script.
    'connect-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join('; ');
  const icon = readFileSync(join(root, 'public/icon.svg')).toString('base64');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="droptail-link" content="">
<meta name="droptail-course" content="">
<title>Droptail</title>
<link rel="icon" href="data:image/svg+xml;base64,${icon}">
<style>${style}</style>
</head>
<body>
<div id="root"></div>
<noscript>Droptail simulates networks in your browser; it needs JavaScript for that.</noscript>
<script type="text/html" id="licences">${licences}</script>
<script type="module">${safe}</script>
</body>
</html>
`;
}

/** @param {string} text */
function hash(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
