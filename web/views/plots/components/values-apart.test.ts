import { expect, test } from 'vitest';
import { apart } from './values-apart';

test('places far from each other stay', () => {
  expect(apart([10, 40, 80], 12, 0, 100)).toEqual([10, 40, 80]);
});

test('near places move apart, in their order', () => {
  expect(apart([50, 44, 47], 12, 0, 100)).toEqual([68, 44, 56]);
});

test('they stay within the span', () => {
  expect(apart([98, 99, 2], 12, 6, 94)).toEqual([82, 94, 6]);
});

test('where there is no room, distances shrink', () => {
  expect(apart([5, 5, 5], 12, 0, 10)).toEqual([0, 5, 10]);
});
