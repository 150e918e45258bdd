import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './shell.mjs';

const inter = join(root, 'node_modules/@fontsource-variable/inter');
const whole = join(inter, 'files/inter-latin-wght-normal.woff2');
const file = join(root, 'web/generated/font.woff2');
const sheet = join(root, 'web/generated/font.css');

/** What the page itself is written in: ASCII, and signs of text and formulas. */
const own = codes(
  'U+0-7E, U+A0, U+AD, U+B0-B3, U+B5, U+B7, U+B9, U+BD, U+D7, U+2000-206F, U+2191, U+2193, U+2212, U+FEFF, U+FFFD',
);
/** The style sheets' features, and those that are on by themselves. */
const features = ['tnum', 'cv10', 'ss03', 'kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk'];

/**
 * Makes the font that a first visit loads, unless it is there: the glyphs and weights that the page uses. Any other letter comes
 * from the whole font, which the browser fetches once a text has such a letter.
 */
export async function buildFont() {
  const made = Math.min(...[file, sheet].map(changed));
  if (made > Math.max(changed(whole), changed(fileURLToPath(import.meta.url)))) return;
  const { default: subset } = await import('subset-font');
  const font = await subset(readFileSync(whole), String.fromCodePoint(...own), {
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
  // Disjoint: of two files that have a letter a browser loads both.
  const others = codes(latin[2]).filter((code) => !own.includes(code));
  const core = `@font-face {
  font-family: "Inter Variable";
  font-style: normal;
  font-display: swap;
  font-weight: 100 900;
  src: url("./font.woff2") format("woff2-variations");
  unicode-range: ${own.map(named).join()};
}
`;
  writeFileSync(sheet, text.replace(face, (_, before) => `${before}${others.map(named).join()};`) + core);
}

/** Code points of a list of ranges, as style sheets have them. @param {string} [ranges] */
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
function named(code) {
  return `U+${code.toString(16).toUpperCase()}`;
}

/** @param {string} path @returns time of its last change, ms; 0: it is not there */
function changed(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}
