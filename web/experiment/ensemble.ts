/**
 * The ensemble of the scenario in the laboratory: the same run under ten seeds, for the band behind the plots and the means beside
 * the results. It is of the document as it was when it was asked for, and belongs to the page: it is not saved.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { DirectorySeries, Scenario } from '../generated/types';
import { sameSimulation } from '../scenario/path';
import { app } from '../store/app';
import { documentStore } from '../store/document';
import { BAND, seriesKey } from '../worker/bands';
import type { Bands, Member, Statistic } from '../worker/batch-protocol';
import { desk, pool } from './connect';
import { Estimate } from './estimate';
import type { Batch, Job } from './pool';

export const ENSEMBLE_RUNS = 10;
const CONFIDENCE = 0.95;
/** Numbers that a run sends home: a few megabytes. */
const NUMBERS = 600_000;
/** Where nothing in a scenario is random, flows begin within this time instead, s. */
const RANDOM_STARTS_S = 1;

export interface EnsembleState {
  status: 'none' | 'running' | 'done' | 'failed';
  /** What runs, as it was when it was asked for; its own seed is the first. */
  source: Scenario | null;
  /** Flows begin at random within this time, s, which the document does not say; 0: as it says. */
  startsWithinS: number;
  runs: number;
  done: number;
  /** Runs that failed twice. */
  failed: number;
  secondsLeft: number | null;
  /** All runs so far are the same: nothing in them is random. */
  alike: boolean;
  bands: Bands | null;
  /** By the measure's name, as `flows/f1/goodputMbps`. */
  statistics: ReadonlyMap<string, Statistic>;
  /** What went wrong; empty if nothing did. */
  trouble: string;
}

const none: EnsembleState = {
  status: 'none',
  source: null,
  startsWithinS: 0,
  runs: ENSEMBLE_RUNS,
  done: 0,
  failed: 0,
  secondsLeft: null,
  alike: false,
  bands: null,
  statistics: new Map(),
  trouble: '',
};

export const ensemble = createStore<EnsembleState>(() => ({ ...none }));

export function useEnsemble<T>(selector: (state: EnsembleState) => T): T {
  return useStore(ensemble, selector);
}

/** Whether the ensemble is of the scenario as it stands now; its seed is no matter. */
export function useEnsembleFits(): boolean {
  const source = useEnsemble((s) => s.source);
  return useStore(documentStore, (s) => source !== null && fits(source, s.source));
}

const withoutSeed = (scenario: Scenario): Scenario => ({ ...scenario, seed: 0 });
let lastFit: { a: Scenario; b: Scenario; fits: boolean } | null = null;

function fits(a: Scenario, b: Scenario): boolean {
  if (lastFit?.a !== a || lastFit.b !== b)
    lastFit = { a, b, fits: a === b || sameSimulation(withoutSeed(a), withoutSeed(b)) };
  return lastFit.fits;
}

let batch: Batch | null = null;
/** Counts ensembles: what an earlier one still has to say is not heard. */
let number = 0;

/** Runs the scenario of the laboratory under ten seeds, its own the first. */
export function runEnsemble(startsWithinS = 0): void {
  batch?.cancel();
  number += 1;
  const mine = number;
  const { source } = documentStore.getState();
  ensemble.setState({ ...none, status: 'running', source, startsWithinS });
  const estimate = new Estimate();
  const inFlight = new Map<Job, { point: number; share: number; ms: number }>();
  const digests = new Set<string>();
  let told: Promise<unknown> = Promise.resolve();
  let asked = false;
  let begun = 0;

  const still = () => mine === number;
  const progress = () => {
    const { done, failed, runs } = ensemble.getState();
    const left = new Map([[0, Math.max(0, runs - done - failed - inFlight.size)]]);
    ensemble.setState({ secondsLeft: estimate.secondsLeft(left, [...inFlight.values()], pool().active) });
  };
  const fail = (error: unknown) => {
    if (!still()) return;
    batch?.cancel();
    batch = null;
    const trouble = error instanceof Error ? error.message : String(error);
    ensemble.setState({ status: 'failed', trouble, secondsLeft: null });
  };
  /** The bands of what is there; one question at a time. */
  const refresh = async (): Promise<void> => {
    if (asked) return;
    asked = true;
    await told;
    asked = false;
    if (!still()) return;
    const { bands, statistics } = await desk().ask('bands', { confidence: CONFIDENCE });
    if (still()) ensemble.setState({ bands, statistics: new Map(statistics.map((s) => [s.metric, s])) });
  };
  const take = (member: Member) => {
    digests.add(member.digest);
    const first = begun === 0;
    begun += 1;
    told = desk().ask('member', { first, member }, [member.values.buffer]);
    ensemble.setState((s) => ({ done: s.done + 1, alike: s.done > 0 && digests.size === 1 }));
    progress();
    refresh().catch(fail);
  };

  batch = pool().add(jobsOf(source, startsWithinS), {
    done(job, result, ms) {
      inFlight.delete(job);
      estimate.took(0, ms);
      if (result.kind === 'member' && still()) take(result.member);
    },
    failed(job, trouble) {
      inFlight.delete(job);
      ensemble.setState((s) => ({ failed: s.failed + 1, trouble }));
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
    yield { task: { kind: 'member', document, numbers: NUMBERS } };
  }
}

/** The same with flows that begin at random, for a scenario in which nothing else is. */
export function runWithRandomStarts(): void {
  runEnsemble(RANDOM_STARTS_S);
}

export function removeEnsemble(): void {
  batch?.cancel();
  batch = null;
  number += 1;
  ensemble.setState({ ...none });
}

/** Another scenario is opened: the ensemble goes with the one that it is of. */
export function followScenario(): void {
  app.subscribe((state, before) => {
    if (state.opened !== before.opened && ensemble.getState().status !== 'none') removeEnsemble();
  });
}

/** The band of one series over the whole run. */
export interface SeriesBand {
  /** s */
  durationS: number;
  columns: number;
  /** At column c, from place `BAND * c`: minimum, lower quartile, median, upper quartile, maximum; NaN: none. */
  values: Float32Array;
}

const places = new WeakMap<Bands, Map<string, number>>();

/** The band of a series, if there is one. */
export function bandOf({ bands, source }: EnsembleState, series: DirectorySeries): SeriesBand | null {
  if (!bands || !source) return null;
  let known = places.get(bands);
  if (!known) {
    known = new Map(bands.series.map((s, place) => [seriesKey(s), place]));
    places.set(bands, known);
  }
  const place = known.get(seriesKey(series));
  if (place === undefined) return null;
  const from = BAND * bands.columns * place;
  return {
    durationS: source.durationS,
    columns: bands.columns,
    values: bands.values.subarray(from, from + BAND * bands.columns),
  };
}
