import { expect, test } from 'vitest';
import { reference } from '../../../drawing/spec';
import { namedInMargin } from './rules';

/** 100 pixels for values from 0 to 100. */
const y = (value: number) => 120 - value;
const names = (...references: ReturnType<typeof reference>[]) =>
  namedInMargin(references, y).map((ref) => ref.label);

test('lines that curves lie upon have their names in the margin', () => {
  const all = [reference('buffer', 'buffer', 80), reference('bdp', 'BDP', 50), reference('base', 'base', 20)];
  expect(names(...all)).toEqual(['BDP 50', 'base 20']);
});

test('of two names that would overlap one is in the margin, and none beside the title', () => {
  expect(names(reference('base', 'base', 40), reference('base', 'base', 45))).toEqual(['base 40']);
  expect(names(reference('base', 'base', 99))).toEqual([]);
});

test('a line that no longer applies has no name', () => {
  expect(names({ ...reference('base', 'base', 40), untilS: 3 })).toEqual([]);
});
