import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './shell.mjs';

const inter = join(root, 'node_modules/@fontsource-variable/inter');
const fullFont = join(inter, 'files/inter-latin-wght-normal.woff2');
const file = join(root, 'web/generated/font.woff2');
const sheet = join(root, 'web/generated/font.css');

/** The characters of the page itself: ASCII, and symbols of texts and formulas. */
const subsetCodes = codes(
  'U+0-7E, U+A0, U+AD, U+B0-B3, U+B5, U+B7, U+B9, U+BD, U+D7, U+2000-206F, U+2191, U+2193, U+2212, U+FEFF, U+FFFD',
);
/** Font features that the style sheets use, and those that are on by default. */
const features = ['tnum', 'cv10', 'ss03', 'kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk'];

/**
 * Builds the font of a first visit, unless it exists, with the glyphs and weights that the page uses. Other characters come
 * from the full font, which the browser fetches once a text contains one.
 */
export async function buildFont() {
  const builtAt = Math.min(...[file, sheet].map(modifiedAt));
  if (builtAt > Math.max(modifiedAt(fullFont), modifiedAt(fileURLToPath(import.meta.url)))) return;
  const { default: subset } = await import('subset-font');
  const font = await subset(readFileSync(fullFont), String.fromCodePoint(...subsetCodes), {
    targetFormat: 'woff2',
    keepFeatures: features,
    variationAxes: { wght: { min: 400, max: 600 } },
  });
  writeFileSync(file, font);
  const face = /(\/\* inter-latin-wght-normal \*\/[^}]*unicode-range: )([^;]*);/;
  const text = readFileSync(join(inter, 'index.css'), 'utf8').replaceAll(
    './files/',
    '../../node_modules/@fontsource-variable/inter/files/',
  );
  const latin = text.match(face);
  if (!latin) throw new Error('Inter’s style sheet is not as it was: it has no Latin face');
  // The ranges are disjoint, because a browser would load both files for a character in both.
  const others = codes(latin[2]).filter((code) => !subsetCodes.includes(code));
  const core = `@font-face {
  font-family: "Inter Variable";
  font-style: normal;
  font-display: swap;
  font-weight: 100 900;
  src: url("./font.woff2") format("woff2-variations");
  unicode-range: ${subsetCodes.map(hexRange).join()};
}
`;
  writeFileSync(sheet, text.replace(face, (_, before) => `${before}${others.map(hexRange).join()};`) + core);
}

/** Code points of a CSS unicode-range. @param {string} [ranges] */
function codes(ranges = '') {
  return ranges.split(',').flatMap((range) => {
    const [from = 0, to = from] = range
      .trim()
      .slice(2)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: to - from + 1 }, (_, n) => from + n);
  });
}

/** @param {number} code */
function hexRange(code) {
  return `U+${code.toString(16).toUpperCase()}`;
}

/** @param {string} path @returns time of its last change, ms; 0 if it does not exist */
function modifiedAt(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}
