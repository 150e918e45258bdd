/** Starts ensembles. The code that makes the runs is loaded with the first one. */
/** Random start times are within this time, s. */
const RANDOM_STARTS_S = 1;

/** Runs the scenario of the laboratory under ten seeds, beginning with its own. */
export async function runEnsemble(startsWithinS = 0): Promise<void> {
  const { startEnsembleRuns: makeRuns } = await import('./ensemble-runs');
  makeRuns(startsWithinS);
}

/** The same with random start times, for a scenario in which nothing else is random. */
export function runWithRandomStarts(): Promise<void> {
  return runEnsemble(RANDOM_STARTS_S);
}
