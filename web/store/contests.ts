/** Runs a controller over the paths of a contest, on several processors. Loads when it is first needed. */
import type { Contest, Entrant, PathOutcome } from '../generated/types';
import { Refused, WorkerClient } from '../runner/client';
import { startDesk } from '../runner/worker-runner';
import { writeFragment } from '../scenario/link';
import type { DeskCalls } from '../worker/batch-protocol';
import { read } from '../worker/engine';
import { browserHost } from './experiment/host';
import { run } from './run';
import { askDesk } from './scripts';
import { openTexts as t } from './texts';

/** The longest file that the engine reads, bytes. */
const MAX_FILE = 4_194_304;

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
export async function fetchContest(id: ContestId): Promise<OpenContest> {
  const response = await fetch(`contests/${id}.json`);
  if (!response.ok) throw new Error(`${response.status}`);
  return readContest(await response.text());
}

/** Reads the text of a contest. Rejects with `Refused` and everything that is wrong with it. */
export async function readContest(text: string): Promise<OpenContest> {
  return { text, ...(await askDesk('contest', { contest: text })) };
}

/** Reads a contest from a file. */
export async function openContestFile(file: File): Promise<OpenContest> {
  if (file.size > MAX_FILE)
    throw new Refused([
      { pointer: '', problem: t.fileTooLarge(file.size), expected: t.atMostBytes(MAX_FILE) },
    ]);
  return readContest(await file.text());
}

/** The link that opens a run of a contest in the laboratory, with the digest that it must have. */
export async function runLink(
  { text, contest }: OpenContest,
  entrant: Entrant,
  { path, seed, digest }: PathOutcome,
): Promise<string> {
  const number = contest.paths.findIndex(({ id }) => id === path);
  const source = read(await askDesk('contestScenario', { contest: text, path: number, seed, entrant }));
  const modelVersion = run.getState().catalogue?.modelVersion ?? null;
  return writeFragment({ source, linkDigest: { digest, atS: null, modelVersion } });
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
