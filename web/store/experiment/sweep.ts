/** The runs of the open experiment: which are done, which are in progress, and their results so far. */
import type { ExperimentTable, Outcome, TraceLine } from '../../generated/types';
import type { OpenedExperiment, TaskResult } from '../../worker/batch-protocol';
import { sweepTexts as t } from '../texts';
import { clock, desk, onDeskRestart } from './connect';
import { Estimate } from './estimate';
import type { Batch, Job } from './pool';
import type { StoredSweep } from './results';
import { pool } from './shared-pool';
import { results } from './shared-results';
import { type ExperimentState, experiment, type Failure, type Size, type StoredResults } from './store';

const CONFIDENCE = 0.95;
/** The table is updated at most this often, and takes at most a tenth of the time. */
const REFRESH_MS = 250;
/** For how many variants the cost is estimated before they run: making a variant takes time. */
const MAX_WEIGHED = 400;

interface SweepJob extends Job {
  point: number;
  seed: number;
}

/** The runs of one document at one size. */
interface Sweep {
  opened: OpenedExperiment;
  size: Size;
  /** One object for all jobs, so that each worker is prepared once. */
  prepared: { document: string; quick: boolean };
  identities: string[];
  /** By index of the run: variants in their order, and seeds in theirs within each. */
  outcomes: Map<number, Outcome>;
  /** How many runs of each variant are done. */
  doneOf: number[];
  /** Time series of variants. They are long, so the desk, which makes the table a few times a second, does not get them. */
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
/** Outcomes that were not sent to the desk yet. */
let unsent: Outcome[] = [];
let timer: ReturnType<typeof setTimeout> | null = null;
let lastRefresh = Number.NEGATIVE_INFINITY;
let refreshTook = 0;
/** Another document is being sent to the desk; other requests wait. */
let busy = false;

onDeskRestart(resendState);

/** Sends everything again: the desk has lost its state, or has opened a document that was then dropped. */
export function resendState(): void {
  if (!sweep) return;
  desk().ask('reopen', sweep.prepared).catch(asError);
  unsent = [...sweep.outcomes.values()];
  refreshSoon();
}

/** Whether a document that the desk has just opened has the runs of the one before. */
function hasSameRuns(opened: OpenedExperiment, size: Size): boolean {
  const before = sweep?.opened;
  return (
    before !== undefined &&
    sweep?.size === size &&
    before.digest === opened.digest &&
    before.seeds.join() === opened.seeds.join()
  );
}

/** Stops updates while the desk opens another document. */
export function holdRefresh(hold: boolean): void {
  busy = hold;
  if (!hold && unsent.length > 0) refreshSoon();
}

/**
 * Takes over a document that the desk has opened, with its stored results, and returns the new state of the page. Runs of another
 * document end. Called while updates are held.
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
    await readStored(next);
    sweep = next;
  }
  const { outcomes } = sweep;
  // The desk forgets all outcomes when it opens a document.
  unsent = [];
  const { table, fingerprint } = await updateTable([...outcomes.values()]);
  const shape = {
    size,
    points: opened.variants.map((v) => v.at),
    seeds: opened.seeds,
    algorithms: opened.algorithms,
    total: opened.variants.length * opened.seeds.length,
    done: outcomes.size,
    table,
    fingerprint,
    deterministic: isDeterministic(outcomes, opened.seeds.length),
  };
  if (same) return shape;
  return { ...shape, status: restingStatus(sweep), failures: [], error: '', secondsLeft: null, workers: 0 };
}

/** Reads the stored outcomes of the runs. */
async function readStored(now: Sweep): Promise<void> {
  const { opened, identities } = now;
  const kept = await results().read(identities);
  const traced = (opened.document.traces ?? []).length > 0;
  kept.forEach((bySeed, point) => {
    opened.seeds.forEach((seed, place) => {
      const outcome = bySeed.get(seed);
      // Time series are stored with the first seed; another document may have had a different first seed.
      if (!outcome || (traced && place === 0 && (outcome.traces ?? []).length === 0)) return;
      recordOutcome(now, point, place, { ...outcome, point });
    });
  });
}

/** Records an outcome of a variant and the seed at an index. */
function recordOutcome(
  { opened, outcomes, doneOf, traces }: Sweep,
  point: number,
  place: number,
  outcome: Outcome,
) {
  outcomes.set(point * opened.seeds.length + place, outcome);
  doneOf[point] = (doneOf[point] ?? 0) + 1;
  if (outcome.traces && outcome.traces.length > 0) traces.set(point, outcome.traces);
}

/** Whether some variant has several runs, and no variant has two runs that differ. */
function isDeterministic(outcomes: ReadonlyMap<number, Outcome>, seeds: number): boolean {
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

/** Makes the runs that are not done yet. */
export function run(): void {
  if (!sweep || batch || experiment.getState().status === 'done') return;
  sweep.failures = [];
  experiment.setState({ status: 'running', failures: [], error: '' });
  const now = sweep;
  void weigh(now);
  batch = pool().add(jobsOf(now), {
    done: (job, result, ms) => handleDone(now, job, result, ms),
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
      experiment.setState({ status: 'failed', error: message, workers: 0, secondsLeft: null });
    },
  });
  refreshSoon();
}

/** First one run of each variant, then the next, so that the whole figure appears early and then gains precision. */
function* jobsOf({ opened, outcomes, prepared }: Sweep): Generator<SweepJob> {
  const { seeds, variants } = opened;
  for (const [place, seed] of seeds.entries()) {
    for (let point = 0; point < variants.length; point += 1) {
      if (outcomes.has(point * seeds.length + place)) continue;
      yield { point, seed, task: { kind: 'run', point, seed }, experiment: prepared };
    }
  }
}

/** Reports whether the digest of all runs equals the one in the link. */
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
  const count = Math.min(now.opened.variants.length, MAX_WEIGHED);
  const weights = await desk()
    .ask('weights', { count })
    .catch(() => []);
  now.estimate.setWeights(weights);
}

function handleDone(now: Sweep, job: SweepJob, result: TaskResult, ms: number): void {
  if (result.kind !== 'run') return;
  const { outcome } = result;
  const { point, seed } = job;
  now.inFlight.delete(job);
  now.estimate.addRun(point, ms);
  recordOutcome(now, point, now.opened.seeds.indexOf(seed), outcome);
  results().store(record(now), [{ variant: now.identities[point] as string, seed, outcome }]);
  if (now.outcomes !== sweep?.outcomes) return;
  unsent.push(outcome);
  refreshSoon();
}

/** The record to store with the runs. */
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

/** Updates the page with the results so far. */
async function refresh(): Promise<void> {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  const now = sweep;
  if (!now || busy) return;
  lastRefresh = clock();
  let shown: Partial<ExperimentState> = {};
  if (unsent.length > 0) {
    const said = await updateTable(unsent.splice(0)).catch(asError);
    // Another document may have been opened in the meantime.
    if (now.outcomes !== sweep?.outcomes || busy) return;
    shown = said instanceof Error ? recoverDesk(said) : stateFromTable(now, said);
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

/** How many times in a row the desk has failed. */
let deskFailures = 0;
const MAX_DESK_FAILURES = 3;

function stateFromTable(now: Sweep, said: Awaited<ReturnType<typeof updateTable>>): Partial<ExperimentState> {
  deskFailures = 0;
  return { ...said, deterministic: isDeterministic(now.outcomes, now.opened.seeds.length) };
}

/** Starts a new desk and sends it everything, unless it has failed repeatedly. */
function recoverDesk({ message }: Error): Partial<ExperimentState> {
  deskFailures += 1;
  if (deskFailures >= MAX_DESK_FAILURES) return { error: t.noTable(message) };
  unsent = [...(sweep?.outcomes.values() ?? [])];
  refreshSoon();
  return {};
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

async function updateTable(
  outcomes: Outcome[],
): Promise<{ table: ExperimentTable | null; fingerprint: string }> {
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

/** Pauses the runs in progress where they are. */
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

/** Ends the runs in progress; results stay. */
export function cancel(): void {
  if (!batch || !sweep) return;
  stop();
  experiment.setState({ status: restingStatus(sweep), workers: 0, secondsLeft: null });
  void refresh();
}

/** Repeats the runs that failed, and makes those that are not done. */
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

/** The outcomes so far, ordered by variant and seed, for exports. */
export function outcomes(): readonly Outcome[] {
  return [...(sweep?.outcomes ?? [])].sort(([a], [b]) => a - b).map(([, outcome]) => outcome);
}

/** Removes stored results; without an argument those of the open experiment at its present size. */
export async function removeResults(of?: Pick<StoredResults, 'digest' | 'size'>): Promise<void> {
  const now = sweep;
  const target = of ?? (now && { digest: now.opened.digest, size: now.size });
  if (!target) return;
  const here = target.digest === now?.opened.digest && target.size === now.size;
  if (here) {
    stop();
    sweep = { ...now, ...nothingDone(now.opened) };
    unsent = [];
    // If the desk has failed, the next request starts it again and sends it the state.
    await desk().ask('reopen', now.prepared).catch(asError);
  }
  await results().settled();
  await results().remove(target);
  if (here) {
    const nothing = { done: 0, table: null, fingerprint: '', deterministic: false, failures: [], error: '' };
    experiment.setState({ ...nothing, status: 'idle', workers: 0, secondsLeft: null });
  }
  await refreshStored();
}

/** Updates the list of stored results. */
export async function refreshStored(): Promise<void> {
  const kept = await results().list();
  experiment.setState({ kept: kept.map(({ document: _, variants: __, ...shown }) => shown) });
}
