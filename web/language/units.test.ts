import { expect, test } from 'vitest';
import catalogue from '../generated/catalogue.json';
import { unitTexts } from './texts';
import { unitName } from './units';

test('the first word of a unit is translated, symbols are not', () => {
  expect(['packets', 'packets/s³', 'Mb/s', 's', ''].map(unitName)).toEqual([
    'packets',
    'packets/s³',
    'Mb/s',
    's',
    '',
  ]);
});

test('every word in a unit of the catalogue has a translation', () => {
  const units = [...JSON.stringify(catalogue).matchAll(/"unit":"([^"]*)"/g)].map((match) => match[1] ?? '');
  const words = new Set(units.map((unit) => /^[a-z]{4,}/.exec(unit)?.[0] ?? '').filter(Boolean));
  expect([...words].filter((word) => !(word in unitTexts))).toEqual([]);
  expect(words.size).toBeGreaterThan(0);
});
