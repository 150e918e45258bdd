/**
 * The share of a processor for each of several runs that could use all of one. One processor is left to the page where there are several.
 */
export function shareOf(runs: number, processors: number): number {
  const free = Math.max(1, processors - 1);
  return Math.min(1, free / Math.max(1, runs));
}
