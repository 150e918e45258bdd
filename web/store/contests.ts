/** Runs a controller over the paths of a contest, on several processors. Loads when it is first needed. */
import type { Contest, Entrant, PathOutcome } from '../generated/types';
import { WorkerClient } from '../runner/client';
import { startDesk } from '../runner/worker-runner';
import type { DeskCalls } from '../worker/batch-protocol';
import { browserHost } from './experiment/host';

/** Contests that ship with the page, by the names of their files. */
export const CONTESTS = ['steady', 'cellular', 'shared'] as const;
export type ContestId = (typeof CONTESTS)[number];

/** A contest that the engine has read. */
export interface OpenContest {
  text: string;
  contest: Contest;
  formula: string;
}

/** A run of a contest: the number of its path, and its seed. */
interface ContestRun {
  path: number;
  seed: number;
}

const start = () =>
  new WorkerClient<DeskCalls>(
    startDesk,
    () => undefined,
    () => undefined,
    true,
  );

/** Fetches a contest that ships with the page. Throws if it cannot be read. */
export async function openContest(id: ContestId): Promise<OpenContest> {
  const response = await fetch(`contests/${id}.json`);
  if (!response.ok) throw new Error(`${response.status}`);
  const text = await response.text();
  const worker = start();
  try {
    return { text, ...(await worker.ask('contest', { contest: text })) };
  } finally {
    worker.dispose('');
  }
}

/** All runs of an entry: all seeds of the first path, then those of the next one. */
export const runsOf = ({ paths, seeds = [] }: Contest): ContestRun[] =>
  paths.flatMap((_, path) => seeds.map((seed) => ({ path, seed })));

/**
 * Runs entrants over all paths, the first one first. `scored` gets each outcome as it is there. Ends when all are there; throws if one is refused or the
 * signal says so.
 */
export async function scoreEntrants(
  { text, contest }: OpenContest,
  entrants: readonly Entrant[],
  scored: (entrant: number, outcome: PathOutcome) => void,
  signal: AbortSignal,
): Promise<void> {
  const jobs = entrants.flatMap((_, entrant) => runsOf(contest).map((run) => ({ entrant, run })));
  const work = async () => {
    const worker = start();
    try {
      for (let job = jobs.shift(); job && !signal.aborted; job = jobs.shift()) {
        const entrant = entrants[job.entrant];
        if (!entrant) continue;
        const outcome = await worker.ask('outcome', { contest: text, ...job.run, entrant }, { signal });
        scored(job.entrant, outcome);
      }
    } finally {
      worker.dispose('');
    }
  };
  await Promise.all(Array.from({ length: Math.min(browserHost().limit(), jobs.length) }, work));
}
