// The page of licence notices, which is beside the built page and inside the single-file page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/shell.mjs';
import { checkNotices } from './notice.mjs';
import { installed, npmNotice, recordPackages } from './npm.mjs';
import { engineNotices } from './rust.mjs';

/** @import { Plugin } from 'vite' */
/** @import { Notice } from './notice.mjs' */

/** Its path in the built site. */
export const LICENCES = 'licences.html';

/** The packages in the service worker, which is built after this page. A test checks them. */
const SERVICE_WORKER = ['workbox-core', 'workbox-precaching', 'workbox-routing', 'workbox-strategies'];

/**
 * Writes the page of notices.
 * @param {Set<string>} folders of npm packages in other builds of the site; receives those of this one
 * @returns {Plugin}
 */
export function licencesPage(folders) {
  const { name: _, generateBundle } = recordPackages(folders);
  return {
    name: 'licences-page',
    apply: 'build',
    generateBundle: {
      // Runs after all other builds of the site.
      order: 'post',
      async handler(options, bundle, isWrite) {
        if (typeof generateBundle === 'function') generateBundle.call(this, options, bundle, isWrite);
        const packages = [...folders, ...SERVICE_WORKER.map(installed)].map(npmNotice);
        const notices = checkNotices([...packages, ...(await engineNotices())]);
        this.emitFile({ type: 'asset', fileName: LICENCES, source: noticesPage(notices) });
      },
    },
  };
}

/** Escapes text for HTML. @param {string} text */
const html = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Removes differences in white space, so that equal licences are recognised. @param {string} text */
function normalise(text) {
  // The dependencies that Vite bundles are not part of the pages that it builds.
  const own = text.replace(/\n# Licenses of bundled dependencies[\s\S]*/, '');
  return (
    own
      .replaceAll('\r\n', '\n')
      // Wraps long lines.
      .replace(/^.{120,}$/gm, (line) => line.replace(/(.{1,100})(?:\s+|$)/g, '$1\n'))
      .replace(/[^\S\n]+$/gm, '')
      .replace(/^\n+|\s+$/g, '')
  );
}

/** @param {readonly Notice[]} notices @returns {string} */
export function noticesPage(notices) {
  /** The packages of each text, since many share one. @type {Map<string, string[]>} */
  const texts = new Map();
  for (const { name, version, texts: list } of notices)
    for (const text of list) {
      const normalised = normalise(text);
      texts.set(normalised, [...(texts.get(normalised) ?? []), `${name} ${version}`]);
    }
  const own = readFileSync(join(root, 'LICENSE-MIT'), 'utf8');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Licences · Droptail</title>
</head>
<body>
<h1>Licences</h1>
<p>Droptail is under the MIT licence or the Apache License 2.0, as you prefer.</p>
<pre>
${html(normalise(own))}
</pre>
<p>It has parts of the following works, under their licences:</p>
<ul>
${notices.map(({ name, version, licence }) => `<li>${html(`${name} ${version}: ${licence.replaceAll('/', ' OR ')}`)}</li>`).join('\n')}
</ul>
${[...texts].map(([text, who]) => `<h2>${html(who.join(', '))}</h2>\n<pre>\n${html(text)}\n</pre>`).join('\n')}
</body>
</html>
`;
}
