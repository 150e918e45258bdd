import { expect, test } from 'vitest';
import type { Cell } from '../../../web/generated/types';
import { parallel } from './figure-9.mjs';
import { above, correlation, falls, rises } from './readings.mjs';

const cell = (mean: number, halfWidth: number | null): Cell => ({
  n: 10,
  mean,
  halfWidth,
  sd: null,
  min: mean,
  max: mean,
  median: mean,
  siqr: 0,
});

test('the utilisation of flows that halve together follows the closed form', () => {
  // Without a buffer it is a triangle from one half to one; with a buffer of at least one BDP the link never idles.
  expect(parallel(0)).toBeCloseTo(75, 9);
  expect(parallel(1)).toBeCloseTo(100, 9);
  // By hand for B = 0.1: from 0.55, (1 − 0.3025)/2 + 0.105 packets in 0.45 + 0.105 round trips.
  expect(parallel(0.1)).toBeCloseTo(100 * (0.45375 / 0.555), 9);
});

test('a mean counts as larger only beyond both confidence intervals', () => {
  expect(above(cell(2, 0.3), cell(1.4, 0.4))).toBe(true);
  expect(above(cell(2, 0.6), cell(1.4, 0.4))).toBe(false);
  expect(above(cell(2, null), cell(1.4, null), 0.7)).toBe(false);
});

test('curves rise and fall apart from their jitter', () => {
  expect(falls([3, 3.2, 1], 0.5)).toBe(true);
  expect(falls([3, 3.6, 1], 0.5)).toBe(false);
  expect(falls([3, 3, 3], 0.5)).toBe(false);
  expect(rises([1, 2, 1.8], 0.5)).toBe(true);
});

test('a straight line has a correlation of one', () => {
  expect(correlation([1, 2, 5], [7, 5, -1])).toBeCloseTo(-1, 12);
  expect(correlation([1, 2, 3, 4], [0, 0, 1, 0])).toBeCloseTo(0.2582, 4);
});
