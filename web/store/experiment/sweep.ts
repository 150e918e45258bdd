/** The runs of the open experiment: which are done, which are in progress, and their results so far. */
import type { ExperimentTable, Outcome, TraceLine } from '../../generated/types';
import type { OpenedExperiment, TaskResult } from '../../worker/batch-protocol';
import { sweepTexts as t } from '../texts';
import { clock, desk, whenDeskIsNew } from './connect';
import { Estimate } from './estimate';
import type { Batch, Job } from './pool';
import type { StoredSweep } from './results';
import { type ExperimentState, experiment, type Failure, type Size, type StoredResults } from './store';
import { pool } from './the-pool';
import { results } from './the-results';

const CONFIDENCE = 0.95;
/** The table follows at most so often, and never takes more than a tenth of the time. */
const REFRESH_MS = 250;
/** Variants whose cost is estimated before they run: making each of them takes time. */
const MOST_WEIGHED = 400;

interface SweepJob extends Job {
  point: number;
  seed: number;
}

/** What is open, at one size, as it runs. */
interface Sweep {
  opened: OpenedExperiment;
  size: Size;
  /** The same object for all jobs: workers are prepared once. */
  prepared: { document: string; quick: boolean };
  identities: string[];
  /** By number of the run: variants in their order, seeds in theirs. */
  outcomes: Map<number, Outcome>;
  /** Runs of each variant that are done. */
  doneOf: number[];
  /** Time series of variants. They are long: the desk, which makes the table a few times a second, does without them. */
  traces: Map<number, TraceLine[]>;
  inFlight: Map<SweepJob, { point: number; share: number; ms: number }>;
  failures: Failure[];
  estimate: Estimate;
}

function nothingDone(opened: OpenedExperiment) {
  return {
    outcomes: new Map<number, Outcome>(),
    doneOf: opened.variants.map(() => 0),
    traces: new Map<number, TraceLine[]>(),
    inFlight: new Map<SweepJob, { point: number; share: number; ms: number }>(),
    failures: [] as Failure[],
    estimate: new Estimate(),
  };
}

let sweep: Sweep | null = null;
let batch: Batch | null = null;
/** Outcomes that the desk has not heard of. */
let untold: Outcome[] = [];
let timer: ReturnType<typeof setTimeout> | null = null;
let lastRefresh = Number.NEGATIVE_INFINITY;
let refreshTook = 0;
/** Sends another document to the desk; requests in the meantime wait. */
let busy = false;

whenDeskIsNew(tellAgain);

/** The desk has lost what it knew, or knows of another document that came to nothing. */
export function tellAgain(): void {
  if (!sweep) return;
  desk().ask('again', sweep.prepared).catch(asError);
  untold = [...sweep.outcomes.values()];
  refreshSoon();
}

/** Whether a document, as the desk has just opened it, has the runs of the one before. */
function hasSameRuns(opened: OpenedExperiment, size: Size): boolean {
  const before = sweep?.opened;
  return (
    before !== undefined &&
    sweep?.size === size &&
    before.digest === opened.digest &&
    before.seeds.join() === opened.seeds.join()
  );
}

/** While the desk opens another document, nothing is sent to it. */
export function holdRefresh(hold: boolean): void {
  busy = hold;
  if (!hold && untold.length > 0) refreshSoon();
}

/**
 * Takes over a document that the desk has opened, with what is kept of its runs; gives what the page then shows. What went on for
 * another document ends. Called while refreshes are held.
 */
export async function takeOver(opened: OpenedExperiment, size: Size): Promise<Partial<ExperimentState>> {
  const same = hasSameRuns(opened, size);
  const before = sweep as Sweep;
  if (same) sweep = { ...before, opened };
  else {
    stop();
    const prepared = { document: JSON.stringify(opened.document), quick: size === 'quick' };
    const identities = opened.variants.map((v) => v.identity);
    const next: Sweep = { opened, size, prepared, identities, ...nothingDone(opened) };
    await recall(next);
    sweep = next;
  }
  const { outcomes } = sweep;
  // The desk begins anew with every document.
  untold = [];
  const { table, fingerprint } = await tell([...outcomes.values()]);
  const shape = {
    size,
    points: opened.variants.map((v) => v.at),
    seeds: opened.seeds,
    total: opened.variants.length * opened.seeds.length,
    done: outcomes.size,
    table,
    fingerprint,
    alike: areAlike(outcomes, opened.seeds.length),
  };
  if (same) return shape;
  return { ...shape, status: restingStatus(sweep), failures: [], trouble: '', secondsLeft: null, workers: 0 };
}

/** Fills in what is kept of runs. */
async function recall(now: Sweep): Promise<void> {
  const { opened, identities } = now;
  const kept = await results().read(identities);
  const traced = (opened.document.traces ?? []).length > 0;
  kept.forEach((bySeed, point) => {
    opened.seeds.forEach((seed, place) => {
      const outcome = bySeed.get(seed);
      // Time series are kept of the first seed; another document may have had another first one.
      if (!outcome || (traced && place === 0 && (outcome.traces ?? []).length === 0)) return;
      enter(now, point, place, { ...outcome, point });
    });
  });
}

/** Takes an outcome in: of a variant, and the seed at a place. */
function enter({ opened, outcomes, doneOf, traces }: Sweep, point: number, place: number, outcome: Outcome) {
  outcomes.set(point * opened.seeds.length + place, outcome);
  doneOf[point] = (doneOf[point] ?? 0) + 1;
  if (outcome.traces && outcome.traces.length > 0) traces.set(point, outcome.traces);
}

/** Some variant has several runs, and no variant has two that differ. */
function areAlike(outcomes: ReadonlyMap<number, Outcome>, seeds: number): boolean {
  const digests = new Map<number, string>();
  let several = false;
  for (const [number, { digest }] of outcomes) {
    const point = Math.floor(number / seeds);
    const other = digests.get(point);
    if (other !== undefined && other !== digest) return false;
    several ||= other !== undefined;
    digests.set(point, digest);
  }
  return several;
}

function restingStatus({ outcomes, opened, failures }: Sweep): ExperimentState['status'] {
  if (failures.length > 0) return 'failed';
  return outcomes.size === opened.variants.length * opened.seeds.length ? 'done' : 'idle';
}

/** Runs what is not done yet. */
export function run(): void {
  if (!sweep || batch || experiment.getState().status === 'done') return;
  sweep.failures = [];
  experiment.setState({ status: 'running', failures: [], trouble: '' });
  const now = sweep;
  void weigh(now);
  batch = pool().add(jobsOf(now), {
    done: (job, result, ms) => done(now, job, result, ms),
    failed(job, message) {
      now.inFlight.delete(job);
      now.failures.push({ point: job.point, seed: job.seed, message });
      refreshSoon();
    },
    progress(job, share, ms) {
      now.inFlight.set(job, { point: job.point, share, ms });
      refreshSoon();
    },
    settled() {
      batch = null;
      void refresh();
    },
    broken(message) {
      batch = null;
      now.inFlight.clear();
      experiment.setState({ status: 'failed', trouble: message, workers: 0, secondsLeft: null });
    },
  });
  refreshSoon();
}

/** First one run of every variant, then the next: so the whole figure is there early, and gets sharper. */
function* jobsOf({ opened, outcomes, prepared }: Sweep): Generator<SweepJob> {
  const { seeds, variants } = opened;
  for (const [place, seed] of seeds.entries()) {
    for (let point = 0; point < variants.length; point += 1) {
      if (outcomes.has(point * seeds.length + place)) continue;
      yield { point, seed, task: { kind: 'run', point, seed }, experiment: prepared };
    }
  }
}

/** Says whether the digest of all runs equals the link's. */
export function compareDigest(): void {
  const { linkDigest, fingerprint, status, document, opened } = experiment.getState();
  if (!linkDigest || status !== 'done' || document !== opened) return;
  const notice =
    fingerprint === linkDigest.digest
      ? t.asShared(fingerprint)
      : t.notAsShared(fingerprint, linkDigest.digest);
  experiment.setState({ linkDigest: null, notice });
}

async function weigh(now: Sweep): Promise<void> {
  const count = Math.min(now.opened.variants.length, MOST_WEIGHED);
  const weights = await desk()
    .ask('weights', { count })
    .catch(() => []);
  now.estimate.weigh(weights);
}

function done(now: Sweep, job: SweepJob, result: TaskResult, ms: number): void {
  if (result.kind !== 'run') return;
  const { outcome } = result;
  const { point, seed } = job;
  now.inFlight.delete(job);
  now.estimate.took(point, ms);
  enter(now, point, now.opened.seeds.indexOf(seed), outcome);
  results().keep(record(now), [{ variant: now.identities[point] as string, seed, outcome }]);
  if (now.outcomes !== sweep?.outcomes) return;
  untold.push(outcome);
  refreshSoon();
}

/** What is kept of the document beside its runs. */
function record({ opened, size, outcomes, prepared, identities }: Sweep): StoredSweep {
  const { base, document } = experiment.getState();
  return {
    digest: opened.digest,
    size,
    title: document?.title || 'Untitled',
    paper: base?.id ?? null,
    done: outcomes.size,
    total: opened.variants.length * opened.seeds.length,
    changed: Date.now(),
    document: prepared.document,
    variants: identities,
  };
}

function refreshSoon(): void {
  if (timer !== null || busy) return;
  const wait = Math.max(REFRESH_MS, 10 * refreshTook) - (clock() - lastRefresh);
  timer = setTimeout(() => void refresh(), Math.max(0, wait));
}

/** Brings the page up to date with the runs. */
async function refresh(): Promise<void> {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  const now = sweep;
  if (!now || busy) return;
  lastRefresh = clock();
  let shown: Partial<ExperimentState> = {};
  if (untold.length > 0) {
    const said = await tell(untold.splice(0)).catch(asError);
    // Another document may have come in the meantime.
    if (now.outcomes !== sweep?.outcomes || busy) return;
    shown = said instanceof Error ? failedToTell(said) : toldOf(now, said);
    refreshTook = clock() - lastRefresh;
  }
  const { status } = experiment.getState();
  const going = batch !== null;
  experiment.setState({
    ...shown,
    done: now.outcomes.size,
    failures: [...now.failures],
    workers: pool().active,
    secondsLeft: going ? secondsLeft(now) : null,
    ...(going || status !== 'running' ? {} : { status: restingStatus(now), workers: 0 }),
  });
  compareDigest();
  if (!going) void refreshStored();
}

/** Failures of the desk one after the other. */
let deskFailures = 0;
const MOST_DESK_FAILURES = 3;

function toldOf(now: Sweep, said: Awaited<ReturnType<typeof tell>>): Partial<ExperimentState> {
  deskFailures = 0;
  return { ...said, alike: areAlike(now.outcomes, now.opened.seeds.length) };
}

/** Sends the whole state to a new desk; a desk that fails repeatedly is not started again. */
function failedToTell({ message }: Error): Partial<ExperimentState> {
  deskFailures += 1;
  if (deskFailures >= MOST_DESK_FAILURES) return { trouble: t.noTable(message) };
  untold = [...(sweep?.outcomes.values() ?? [])];
  refreshSoon();
  return {};
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

async function tell(outcomes: Outcome[]): Promise<{ table: ExperimentTable | null; fingerprint: string }> {
  const bare = outcomes.map((outcome): Outcome => ({ ...outcome, traces: [] }));
  if (bare.length > 0) await desk().ask('add', { outcomes: bare });
  if ((sweep?.outcomes.size ?? 0) === 0) return { table: null, fingerprint: '' };
  const { table, fingerprint } = await desk().ask('table', { confidence: CONFIDENCE });
  const rows = table.rows.map((row, point) => ({ ...row, traces: sweep?.traces.get(point) ?? [] }));
  return { table: { ...table, rows }, fingerprint };
}

function secondsLeft({ opened, doneOf, inFlight, failures, estimate }: Sweep): number | null {
  const left = new Map(doneOf.map((runs, point) => [point, opened.seeds.length - runs]));
  const begun = [...inFlight.values()];
  for (const { point } of [...begun, ...failures]) left.set(point, Math.max(0, (left.get(point) ?? 0) - 1));
  return estimate.secondsLeft(left, begun, pool().active);
}

/** Runs in flight wait where they are. */
export function pause(): void {
  if (!batch || experiment.getState().status !== 'running') return;
  batch.pause();
  experiment.setState({ status: 'paused', workers: 0, secondsLeft: null });
}

export function resume(): void {
  if (!batch || experiment.getState().status !== 'paused') return;
  experiment.setState({ status: 'running' });
  batch.resume();
  refreshSoon();
}

/** Ends the runs in flight; what is done stays. */
export function cancel(): void {
  if (!batch || !sweep) return;
  stop();
  experiment.setState({ status: restingStatus(sweep), workers: 0, secondsLeft: null });
  void refresh();
}

/** Runs once more what failed, and whatever else is not done. */
export function retryFailed(): void {
  if (batch || experiment.getState().status !== 'failed') return;
  experiment.setState({ status: 'idle' });
  run();
}

function stop(): void {
  batch?.cancel();
  batch = null;
  sweep?.inFlight.clear();
}

/** The runs that are done, by variant and seed: for exports. */
export function outcomes(): readonly Outcome[] {
  return [...(sweep?.outcomes ?? [])].sort(([a], [b]) => a - b).map(([, outcome]) => outcome);
}

/** Takes results out of this browser; without an argument those of the open experiment at its present size. */
export async function removeResults(of?: Pick<StoredResults, 'digest' | 'size'>): Promise<void> {
  const now = sweep;
  const target = of ?? (now && { digest: now.opened.digest, size: now.size });
  if (!target) return;
  const here = target.digest === now?.opened.digest && target.size === now.size;
  if (here) {
    stop();
    sweep = { ...now, ...nothingDone(now.opened) };
    untold = [];
    // A desk that failed is started again by the next request, and receives its state then.
    await desk().ask('again', now.prepared).catch(asError);
  }
  await results().settled();
  await results().remove(target);
  if (here) {
    const nothing = { done: 0, table: null, fingerprint: '', alike: false, failures: [], trouble: '' };
    experiment.setState({ ...nothing, status: 'idle', workers: 0, secondsLeft: null });
  }
  await refreshStored();
}

/** Brings the list of kept results up to date. */
export async function refreshStored(): Promise<void> {
  const kept = await results().list();
  experiment.setState({ kept: kept.map(({ document: _, variants: __, ...shown }) => shown) });
}
