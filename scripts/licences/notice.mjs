// Notices: what third parties want said of what is theirs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import satisfies from 'spdx-satisfies';
import { Problem } from '../lib/shell.mjs';

/**
 * A package that the site has parts of.
 * @typedef {{ name: string, version: string, licence: string, texts: string[] }} Notice `licence`: an SPDX expression; `texts`: the
 * files that say it
 */

/** Licences under which others' work may be a part of the site: they ask for no more than that it be said. */
export const SHIPPED = [
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 WITH LLVM-exception',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unicode-3.0',
  'Unlicense',
  'Zlib',
];

/** Licences of tools: no part of them reaches the site. MPL-2.0 asks for sources of what is handed on changed, and nothing of it is. */
export const TOOLS = [
  ...SHIPPED,
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'MPL-2.0',
  'PSF-2.0',
  'Python-2.0',
];

/**
 * Whether a licence is among those that are allowed, of several to choose from any. What is no SPDX expression is not.
 * @param {string} licence @param {readonly string[]} allowed
 */
export function isAllowed(licence, allowed) {
  try {
    // Cargo's old notation for a choice.
    return satisfies(licence.replaceAll('/', ' OR '), [...allowed]);
  } catch {
    return false;
  }
}

const LICENCE_FILE = /^(licen[cs]e|copying|unlicense|notice|copyright)\b/i;

/** The texts in a package's folder that say its licence. @param {string} folder @returns {string[]} */
export function licenceTexts(folder) {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (f) => f.isFile() && LICENCE_FILE.test(f.name),
  );
  return files.map((file) => readFileSync(join(folder, file.name), 'utf8')).sort();
}

/**
 * The notices, by name and version, once each. Fails at what may not be shipped, and at what does not bring its licence's text.
 * @param {Notice[]} notices
 */
export function checked(notices) {
  const key = (/** @type {Notice} */ n) => `${n.name}@${n.version}`;
  const once = [...new Map(notices.map((n) => [key(n), n])).values()];
  const forbidden = once.filter((n) => !isAllowed(n.licence, SHIPPED));
  if (forbidden.length > 0) {
    const list = forbidden.map((n) => `${key(n)} (${n.licence || 'no licence'})`).join(', ');
    throw new Problem(
      `may not be a part of the site by their licences: ${list}; choose others, or add a licence to scripts/licences/notice.mjs that asks for no more than a notice`,
    );
  }
  const silent = once.filter((n) => n.texts.length === 0);
  if (silent.length > 0)
    throw new Problem(
      `come without the text of their licence, which has to be shipped: ${silent.map(key).join(', ')}`,
    );
  return once.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
