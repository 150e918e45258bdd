/**
 * The share of a processor for each of several runs that could use all of one. One processor is left to the page where there are several.
 */
export function shareOf(runs: number, processors: number): number {
  const free = Math.max(1, processors - 1);
  return Math.min(1, free / Math.max(1, runs));
}

/**
 * How long a run rests after a frame whose curves have so many numbers, ms. Of two processors the page takes one for its pictures, and the threads that draw
 * and put them together need a part of the other one: a run that never rests would make all of them late. What they need grows with what there is
 * to draw.
 */
export function restAfter(numbers: number, processors: number): number {
  return processors > 2 ? 0 : Math.min(MOST_REST_MS, LEAST_REST_MS + numbers / NUMBERS_PER_MS);
}

const LEAST_REST_MS = 4;
/** Half of the time between two frames. */
const MOST_REST_MS = 14;
const NUMBERS_PER_MS = 1500;
