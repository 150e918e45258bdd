/** The strings of the page stand in `texts` (web/language), where they can be read and translated. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { looseStrings, textsOf } from '../../scripts/lib/strings.mjs';

const web = new URL('../../web/', import.meta.url);
const components = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx$/.test(name) && !/\.test\.|texts\.tsx/.test(name),
);

test('no component writes out words of its own', () => {
  const loose = components.flatMap((name) =>
    looseStrings(name, readFileSync(new URL(name, web), 'utf8')).map(
      ({ line, text }) => `${name}:${line} ${text}`,
    ),
  );
  expect(loose).toEqual([]);
  expect(components.length).toBeGreaterThan(0);
});

test('words are found wherever a component can have them', () => {
  const found = (jsx: string) => looseStrings('a.tsx', `const a = ${jsx};`).map(({ text }) => text);
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
