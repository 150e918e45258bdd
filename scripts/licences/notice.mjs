// Licence notices of third-party code.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import satisfies from 'spdx-satisfies';
import { Problem } from '../lib/shell.mjs';

/**
 * A package of which the site contains parts.
 * @typedef {{ name: string, version: string, licence: string, texts: string[] }} Notice `licence`: an SPDX expression; `texts`: the
 * files that say it
 */

/** Licences of code that may be part of the site. They require only a notice. */
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

/** Licences of tools, of which no part reaches the site. MPL-2.0 requires the sources of modified files that are distributed, and none are. */
export const TOOLS = [
  ...SHIPPED,
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-3.0',
  'MIT-0',
  'CC-BY-4.0',
  'MPL-2.0',
  'PSF-2.0',
  'Python-2.0',
];

/**
 * Whether a licence is allowed; of alternatives, one must be. Anything but an SPDX expression is not allowed.
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

/** The licence texts in a package's folder. @param {string} folder @returns {string[]} */
export function licenceTexts(folder) {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (f) => f.isFile() && LICENCE_FILE.test(f.name),
  );
  return files.map((file) => readFileSync(join(folder, file.name), 'utf8')).sort();
}

/**
 * The notices without duplicates, sorted by name and version. Fails for licences that may not be shipped, and for missing licence texts.
 * @param {Notice[]} notices
 */
export function checkNotices(notices) {
  const key = (/** @type {Notice} */ n) => `${n.name}@${n.version}`;
  const once = [...new Map(notices.map((n) => [key(n), n])).values()];
  const forbidden = once.filter((n) => !isAllowed(n.licence, SHIPPED));
  if (forbidden.length > 0) {
    const list = forbidden.map((n) => `${key(n)} (${n.licence || 'no licence'})`).join(', ');
    throw new Problem(
      `may not be a part of the site by their licences: ${list}; choose others, or add a licence to scripts/licences/notice.mjs that asks for no more than a notice`,
    );
  }
  const withoutText = once.filter((n) => n.texts.length === 0);
  if (withoutText.length > 0)
    throw new Problem(
      `come without the text of their licence, which has to be shipped: ${withoutText.map(key).join(', ')}`,
    );
  return once.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
