/** Makes the runs of an ensemble, and their bands and means. */
import type { Scenario } from '../../generated/types';
import type { EnsembleRun } from '../../worker/batch-protocol';
import { documentStore } from '../document';
import { desk } from './connect';
import { beginEnsemble, ENSEMBLE_RUNS, ensemble } from './ensemble';
import { Estimate } from './estimate';
import type { Batch, Job } from './pool';
import { pool } from './shared-pool';

const CONFIDENCE = 0.95;
/** The most numbers that one run returns: a few megabytes. */
const MAX_NUMBERS = 600_000;

export function startEnsembleRuns(startsWithinS: number): void {
  const { source } = documentStore.getState();
  let batch: Batch | null = null;
  const ended = new AbortController();
  const { signal } = ended;
  beginEnsemble(source, startsWithinS, () => {
    ended.abort();
    batch?.cancel();
  });
  const estimate = new Estimate();
  const inFlight = new Map<Job, { point: number; share: number; ms: number }>();
  const digests = new Set<string>();
  let told: Promise<unknown> = Promise.resolve();
  let asked = false;
  let begun = 0;

  const still = () => !signal.aborted;
  const progress = () => {
    const { done, failed, runs } = ensemble.getState();
    const left = new Map([[0, Math.max(0, runs - done - failed - inFlight.size)]]);
    ensemble.setState({ secondsLeft: estimate.secondsLeft(left, [...inFlight.values()], pool().active) });
  };
  const fail = (error: unknown) => {
    if (!still()) return;
    batch?.cancel();
    batch = null;
    const message = error instanceof Error ? error.message : String(error);
    ensemble.setState({ status: 'failed', error: message, secondsLeft: null });
  };
  /** Asks for the bands of the runs so far, one request at a time. */
  const refresh = async (): Promise<void> => {
    if (asked) return;
    asked = true;
    await told;
    asked = false;
    if (!still()) return;
    const { bands, statistics } = await desk().ask('bands', { confidence: CONFIDENCE }, { signal });
    ensemble.setState({ bands, statistics: new Map(statistics.map((s) => [s.metric, s])) });
  };
  const take = (member: EnsembleRun) => {
    digests.add(member.digest);
    const first = begun === 0;
    begun += 1;
    told = desk().ask('member', { first, member }, { signal, transfer: [member.values.buffer] });
    // Not cancelled with the ensemble: without this run the bands would be incomplete.
    told.catch(fail);
    ensemble.setState((s) => ({ done: s.done + 1, deterministic: s.done > 0 && digests.size === 1 }));
    progress();
    refresh().catch(fail);
  };

  batch = pool().add(jobsOf(source, startsWithinS), {
    done(job, result, ms) {
      inFlight.delete(job);
      estimate.addRun(0, ms);
      if (result.kind === 'member' && still()) take(result.member);
    },
    failed(job, error) {
      inFlight.delete(job);
      ensemble.setState((s) => ({ failed: s.failed + 1, error }));
    },
    progress(job, share, ms) {
      inFlight.set(job, { point: 0, share, ms });
      progress();
    },
    settled() {
      batch = null;
      if (!still()) return;
      const { done, failed } = ensemble.getState();
      ensemble.setState({ status: failed === 0 || done > 0 ? 'done' : 'failed', secondsLeft: null });
    },
    broken: fail,
  });
}

function* jobsOf(source: Scenario, startsWithinS: number): Generator<Job> {
  const flows = source.flows.map((flow) => ({ ...flow, startJitterS: startsWithinS }));
  const scenario = startsWithinS > 0 ? { ...source, flows } : source;
  for (let i = 0; i < ENSEMBLE_RUNS; i += 1) {
    const document = JSON.stringify({ ...scenario, seed: ((source.seed ?? 0) + i) % 2 ** 32 });
    yield { task: { kind: 'member', document, numbers: MAX_NUMBERS } };
  }
}
