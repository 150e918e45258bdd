import { expect, test } from 'vitest';
import { followWindow } from './window';

test('the window stands still at first, moves with the run, and stops at the end', () => {
  expect(followWindow(0, 60, 30, 300)).toEqual({ t0: 0, t1: 30 });
  const middle = followWindow(40, 60, 30, 300);
  expect(middle.t0).toBeCloseTo(14.5);
  expect(middle.t1).toBeCloseTo(44.5);
  expect(followWindow(60, 60, 30, 300)).toEqual({ t0: 30, t1: 60 });
});

test('the window moves by whole columns', () => {
  for (const now of [31.234, 35.71, 48.02]) {
    const { t0 } = followWindow(now, 60, 30, 300);
    expect(t0 * 10).toBeCloseTo(Math.round(t0 * 10));
  }
});

test('a short run fits as a whole', () => {
  expect(followWindow(3, 10, 30, 300)).toEqual({ t0: 0, t1: 10 });
});
