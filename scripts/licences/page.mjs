// The page of notices that lies beside the built page, and in the page that is one file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/shell.mjs';
import { checked } from './notice.mjs';
import { installed, npmNotice, takesNoteOfPackages } from './npm.mjs';
import { engineNotices } from './rust.mjs';

/** @import { Plugin } from 'vite' */
/** @import { Notice } from './notice.mjs' */

/** Where it lies in the built site. */
export const LICENCES = 'licences.html';

/** What the service worker is made of is known after the files that it keeps: a test looks at what is in it. */
const SERVICE_WORKER = ['workbox-core', 'workbox-precaching', 'workbox-routing', 'workbox-strategies'];

/**
 * Writes the page of notices.
 * @param {Set<string>} folders of npm packages that other builds of the site take in; those of this one are added
 * @returns {Plugin}
 */
export function licencesPage(folders) {
  const { name: _, generateBundle } = takesNoteOfPackages(folders);
  return {
    name: 'licences-page',
    apply: 'build',
    generateBundle: {
      // After whatever else is built for the site.
      order: 'post',
      async handler(options, bundle, isWrite) {
        if (typeof generateBundle === 'function') generateBundle.call(this, options, bundle, isWrite);
        const packages = [...folders, ...SERVICE_WORKER.map(installed)].map(npmNotice);
        const notices = checked([...packages, ...(await engineNotices())]);
        this.emitFile({ type: 'asset', fileName: LICENCES, source: noticesPage(notices) });
      },
    },
  };
}

/** Text as HTML has it. @param {string} text */
const html = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A text without what editors add, so that equal ones are equal. @param {string} text */
function tidy(text) {
  // What Vite itself bundles is no part of a page that it builds.
  const own = text.replace(/\n# Licenses of bundled dependencies[\s\S]*/, '');
  return (
    own
      .replaceAll('\r\n', '\n')
      // Nobody reads a paragraph in one line.
      .replace(/^.{120,}$/gm, (line) => line.replace(/(.{1,100})(?:\s+|$)/g, '$1\n'))
      .replace(/[^\S\n]+$/gm, '')
      .replace(/^\n+|\s+$/g, '')
  );
}

/** @param {readonly Notice[]} notices @returns {string} */
export function noticesPage(notices) {
  /** Who says each text: many say the same. @type {Map<string, string[]>} */
  const texts = new Map();
  for (const { name, version, texts: list } of notices)
    for (const text of list) {
      const said = tidy(text);
      texts.set(said, [...(texts.get(said) ?? []), `${name} ${version}`]);
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
${html(tidy(own))}
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
