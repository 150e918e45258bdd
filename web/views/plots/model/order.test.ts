import { expect, test } from 'vitest';
import { movedBefore, movedBy } from './order';

test('a plot is moved before another, or to the end', () => {
  expect(movedBefore(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
  expect(movedBefore(['a', 'b', 'c'], 'a', null)).toEqual(['b', 'c', 'a']);
  expect(movedBefore(['a', 'b', 'c'], 'b', 'b')).toEqual(['a', 'b', 'c']);
});

test('a step skips plots that are not shown', () => {
  const list = ['a', 'hidden', 'b', 'c'];
  const seen = ['a', 'b', 'c'];
  expect(movedBy(list, 'b', -1, seen)).toEqual(['b', 'a', 'hidden', 'c']);
  expect(movedBy(list, 'a', 1, seen)).toEqual(['hidden', 'b', 'a', 'c']);
  expect(movedBy(list, 'c', 1, seen)).toBe(list);
});
