/** The share of a processor that each of several runs may use. One processor is left to the page if there are several. */
export function processorShare(runs: number, processors: number): number {
  const free = Math.max(1, processors - 1);
  return Math.min(1, free / Math.max(1, runs));
}

/**
 * The part of its processor that a run leaves to the browser. The main thread, the compositor and the worker that draws take two thirds of a
 * processor together. If there are only two processors, they wait for each other less if the run rests after each slice. With fifty flows at
 * full speed, scripting took 7 ms a frame instead of 7.6 (95th percentile, by the clock), and the run reached 100 simulated seconds a second
 * instead of 123.
 */
export function spareShare(processors: number): number {
  return processors > 2 ? 0 : 0.15;
}
