/** The share of a processor that each of several runs may use. One processor is left to the page if there are several. */
export function processorShare(runs: number, processors: number): number {
  const free = Math.max(1, processors - 1);
  return Math.min(1, free / Math.max(1, runs));
}
