import { expect, test } from 'vitest';
import { fitted } from './row-keys';

const start = fitted({ keys: [], next: 0, gone: null }, 3);

test('a removed row loses its key, and the others keep theirs', () => {
  expect(start.keys).toEqual([0, 1, 2]);
  expect(fitted({ ...start, gone: 0 }, 2).keys).toEqual([1, 2]);
});

test('an added row gets a new key', () => {
  const shorter = fitted({ ...start, gone: 1 }, 2);
  expect(fitted(shorter, 4).keys).toEqual([0, 2, 3, 4]);
});

test('an undo from outside removes rows from the end', () => {
  expect(fitted(start, 1).keys).toEqual([0]);
});

test('a row that was to be removed but was not is forgotten once the list grows', () => {
  const refused = { ...start, gone: 0 };
  const grown = fitted(refused, 4);
  expect(grown.keys).toEqual([0, 1, 2, 3]);
  expect(fitted(grown, 3).keys).toEqual([0, 1, 2]);
});
