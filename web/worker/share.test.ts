import { expect, test } from 'vitest';
import { restAfter, shareOf } from './share';

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
  expect(shareOf(runs, processors)).toBe(share);
});

test('where the page has one processor of two, a run rests for its pictures: longer, the more there is to draw', () => {
  expect(restAfter(100_000, 4)).toBe(0);
  const rests = [0, 3000, 9000, 100_000, 1e6].map((numbers) => restAfter(numbers, 2));
  expect(rests).toEqual([4, 6, 10, 14, 14]);
});
