import { expect, test } from 'vitest';
import { shareOf } from './share';

test.each([
  // One processor is the page's, unless it is the only one; of two it needs a part of the other one.
  [0, 8, 1],
  [1, 8, 1],
  [1, 1, 0.7],
  [1, 2, 0.7],
  [2, 2, 0.35],
  [3, 4, 1],
  [6, 4, 0.5],
])('%d runs on %d processors take %d each', (runs, processors, share) => {
  expect(shareOf(runs, processors)).toBe(share);
});
