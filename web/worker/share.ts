/**
 * What each of several runs may take of a processor, where each wants all of one. One processor is the page's. Where there are two, the
 * threads that draw and put its pictures together need a part of the other one, too: a run at full speed would make them, and the page, late.
 */
export function shareOf(runs: number, processors: number): number {
  const free = processors > 2 ? processors - 1 : 0.7;
  return Math.min(1, free / Math.max(1, runs));
}
