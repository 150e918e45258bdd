import { expect, test } from 'vitest';
import { Estimate } from './estimate';

test('nothing is said before anything is known', () => {
  expect(new Estimate().secondsLeft(new Map([[0, 5]]), [], 1)).toBeNull();
});

test('each variant costs what its own runs have cost', () => {
  const estimate = new Estimate();
  estimate.took(0, 1000);
  estimate.took(0, 3000);
  estimate.took(1, 10_000);
  // 3 × 2 s and 2 × 10 s.
  const left = new Map([
    [0, 3],
    [1, 2],
  ]);
  expect(estimate.secondsLeft(left, [], 1)).toBe(26);
  expect(estimate.secondsLeft(left, [], 2)).toBe(13);
});

test('one that never ran costs as the others do a packet, else as their mean', () => {
  const estimate = new Estimate();
  estimate.took(0, 1000);
  expect(estimate.secondsLeft(new Map([[1, 1]]), [], 1)).toBe(1);
  estimate.weigh([100, 5000]);
  expect(estimate.secondsLeft(new Map([[1, 1]]), [], 1)).toBe(50);
});

test('runs under way count by what they have shown, and nothing ends before the longest of them', () => {
  const estimate = new Estimate();
  // A quarter took 2 s: 6 s are left, whatever others cost.
  const half = { point: 0, share: 0.25, ms: 2000 };
  expect(estimate.secondsLeft(new Map(), [half], 4)).toBe(6);
  estimate.took(0, 1000);
  expect(estimate.secondsLeft(new Map([[0, 2]]), [half], 4)).toBe(6);
  // One that has hardly begun says nothing yet: the last one's second less what it had.
  expect(estimate.secondsLeft(new Map(), [{ point: 0, share: 0.01, ms: 400 }], 4)).toBeCloseTo(0.6);
});
