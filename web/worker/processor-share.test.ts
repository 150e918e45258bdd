import { expect, test } from 'vitest';
import { processorShare, spareShare } from './processor-share';

test.each([
  // One processor is the page's, unless it is the only one.
  [0, 8, 1],
  [1, 8, 1],
  [1, 1, 1],
  [1, 2, 1],
  [2, 2, 0.5],
  [3, 4, 1],
  [6, 4, 0.5],
])('%d runs on %d processors take %d each', (runs, processors, share) => {
  expect(processorShare(runs, processors)).toBe(share);
});

test('a run leaves some time to the browser where there are few processors', () => {
  expect([1, 2, 3, 8].map(spareShare)).toEqual([0.15, 0.15, 0, 0]);
});
