/** The strings of the page stand in `texts` (web/language), where they can be read and translated. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inOneLanguage } from '../../scripts/lib/languages.mjs';
import {
  commentStrings,
  htmlStrings,
  rustStrings,
  scriptStrings,
  textsOf,
  untranslatedStrings,
} from '../../scripts/lib/strings.mjs';

const web = new URL('../../web/', import.meta.url);
const components = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx$/.test(name) && !/\.test\.|texts\.tsx/.test(name),
);

test('no component writes out words of its own', () => {
  const loose = components.flatMap((name) =>
    untranslatedStrings(name, readFileSync(new URL(name, web), 'utf8')).map(
      ({ line, text }) => `${name}:${line} ${text}`,
    ),
  );
  expect(loose).toEqual([]);
  expect(components.length).toBeGreaterThan(0);
});

test('words are found wherever a component can have them', () => {
  const found = (jsx: string) => untranslatedStrings('a.tsx', `const a = ${jsx};`).map(({ text }) => text);
  expect(found('<p>Some words</p>')).toEqual(['Some words']);
  expect(found('<button aria-label="Close" className="button" />')).toEqual(['Close']);
  expect(found("<p>{on ? 'Yes, on' : t.off}{state === 'waiting' && <b>Wait</b>}</p>")).toEqual([
    'Yes, on',
    'Wait',
  ]);
  expect(found(`<p title={\`Queue of \${name}\`}>{f("an argument")}</p>`)).toEqual(['Queue of …']);
  expect(found('<p>{value} ms, {t.words} ({n})</p>')).toEqual([]);
});

test('a list of strings has them with their keys, in one language', () => {
  const code = [
    "const en = 'not a string of the page';",
    'export const a = texts({',
    "  en: { go: 'Go', list: { far: (m: string) => 'Go ' + m } },",
    "  de: { go: 'Los', list: { far: (m) => 'Geh ' + m } },",
    '});',
  ].join('\n');
  expect(textsOf('texts.ts', code, 'de')).toEqual([
    { key: 'de.go', text: 'Los' },
    { key: 'de.list.far', text: 'Geh' },
  ]);
});

test('a texts file in one language keeps everything else', () => {
  const code = [
    "const far = (m) => 'far ' + m;",
    "export const a = texts({ en: { go: (m) => far(m) }, de: { go: 'Los' } });",
    "export const b = texts({ en: { on: 'On' }, de: { on: 'An' }, });",
  ].join('\n');
  const compact = (language: string) => inOneLanguage('texts.ts', code, language).replace(/\s+/g, ' ');
  expect(compact('en')).toBe(
    "const far = (m) => 'far ' + m; export const a = ({ go: (m) => far(m) }); export const b = ({ on: 'On' });",
  );
  expect(compact('de')).toBe(
    "const far = (m) => 'far ' + m; export const a = ({ go: 'Los' }); export const b = ({ on: 'An' });",
  );
});

test('the list also has the strings of scripts, pages, comments and the engine', () => {
  const script = 'show("Try it again", `the file ${' + 'name} is missing`); // not a string';
  expect(scriptStrings('a.js', script).map(({ text }) => text)).toEqual([
    'Try it again',
    'the file … is missing',
  ]);
  const page = '<p>One <b>word</b>\n and more</p><!-- no --><button title="Press it">Go on</button>';
  expect(htmlStrings(page)).toEqual(['One word and more', 'Press it', 'Go on']);
  expect(commentStrings('/** What it does,\n *  and why. */ // no')).toEqual(['What it does, and why.']);
  const rust = [
    '// "in a comment"',
    "let quote = '\"';",
    'fail("there is no \\"x\\"", "id");',
    '#[cfg(test)]',
    'fail("in a test");',
  ].join('\n');
  expect(rustStrings(rust)).toEqual([{ line: 3, text: 'there is no "x"' }]);
});
