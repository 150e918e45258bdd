import { expect, test } from 'vitest';
import { Estimate } from './estimate';

test('there is no estimate before the first run', () => {
  expect(new Estimate().secondsLeft(new Map([[0, 5]]), [], 1)).toBeNull();
});

test('each variant is expected to cost what its own runs have cost', () => {
  const estimate = new Estimate();
  estimate.addRun(0, 1000);
  estimate.addRun(0, 3000);
  estimate.addRun(1, 10_000);
  // 3 × 2 s and 2 × 10 s.
  const left = new Map([
    [0, 3],
    [1, 2],
  ]);
  expect(estimate.secondsLeft(left, [], 1)).toBe(26);
  expect(estimate.secondsLeft(left, [], 2)).toBe(13);
});

test('a variant without runs is expected to cost as the others per packet, else as their mean', () => {
  const estimate = new Estimate();
  estimate.addRun(0, 1000);
  expect(estimate.secondsLeft(new Map([[1, 1]]), [], 1)).toBe(1);
  estimate.setWeights([100, 5000]);
  expect(estimate.secondsLeft(new Map([[1, 1]]), [], 1)).toBe(50);
});

test('runs in progress count by what they have shown, and the estimate is never less than the longest of them', () => {
  const estimate = new Estimate();
  // A quarter took 2 s, so 6 s are left, whatever other runs cost.
  const half = { point: 0, share: 0.25, ms: 2000 };
  expect(estimate.secondsLeft(new Map(), [half], 4)).toBe(6);
  estimate.addRun(0, 1000);
  expect(estimate.secondsLeft(new Map([[0, 2]]), [half], 4)).toBe(6);
  // A run that has hardly begun does not count yet.
  expect(estimate.secondsLeft(new Map(), [{ point: 0, share: 0.01, ms: 400 }], 4)).toBeCloseTo(0.6);
});
