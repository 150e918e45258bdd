/**
 * The ensemble of the scenario in the laboratory: the same scenario under ten seeds, for the bands in the plots and the means in the
 * results. It keeps the document as it was when it was started, and is not saved.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { DirectorySeries, Scenario, Statistic } from '../../generated/types';
import { sameSimulation } from '../../scenario/path';
import { BAND_SIZE, type SeriesBand, seriesKey } from '../../worker/bands';
import type { Bands } from '../../worker/batch-protocol';
import { app } from '../app';
import { documentStore } from '../document';

export const ENSEMBLE_RUNS = 10;

export interface EnsembleState {
  status: 'none' | 'running' | 'done' | 'failed';
  /** The scenario as it was at the start; its own seed comes first. */
  source: Scenario | null;
  /** Flows start at random times within this time, s, instead of as in the document; 0: as in the document. */
  startsWithinS: number;
  runs: number;
  done: number;
  /** How many runs failed twice. */
  failed: number;
  secondsLeft: number | null;
  /** All runs so far are equal: nothing in the scenario is random. */
  deterministic: boolean;
  bands: Bands | null;
  /** By name of the measure, such as `flows/f1/goodputMbps`. */
  statistics: ReadonlyMap<string, Statistic>;
  /** An error message; empty: no error. */
  error: string;
}

const none: EnsembleState = {
  status: 'none',
  source: null,
  startsWithinS: 0,
  runs: ENSEMBLE_RUNS,
  done: 0,
  failed: 0,
  secondsLeft: null,
  deterministic: false,
  bands: null,
  statistics: new Map(),
  error: '',
};

export const ensemble = createStore<EnsembleState>(() => ({ ...none }));

export function useEnsemble<T>(selector: (state: EnsembleState) => T): T {
  return useStore(ensemble, selector);
}

/** Whether the ensemble belongs to the scenario as it is now; the seed does not matter. */
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

/** Stops the runs of the current ensemble. */
let cancel: () => void = () => undefined;

/** Starts an ensemble in place of the current one, which is cancelled. */
export function beginEnsemble(source: Scenario, startsWithinS: number, canceled: () => void): void {
  cancel();
  cancel = canceled;
  ensemble.setState({ ...none, status: 'running', source, startsWithinS });
}

export function removeEnsemble(): void {
  cancel();
  cancel = () => undefined;
  ensemble.setState({ ...none });
}

/** Removes the ensemble when another scenario is opened. */
export function removeEnsembleOnOpen(): void {
  app.subscribe((state, before) => {
    if (state.opened !== before.opened && ensemble.getState().status !== 'none') removeEnsemble();
  });
}

const places = new WeakMap<Bands, Map<string, number>>();

/** The band of a series; null if there is none. */
export function bandOf({ bands, source }: EnsembleState, series: DirectorySeries): SeriesBand | null {
  if (!bands || !source) return null;
  let known = places.get(bands);
  if (!known) {
    known = new Map(bands.series.map((s, place) => [seriesKey(s), place]));
    places.set(bands, known);
  }
  const place = known.get(seriesKey(series));
  if (place === undefined) return null;
  const from = BAND_SIZE * bands.columns * place;
  return {
    durationS: source.durationS,
    columns: bands.columns,
    values: bands.values.subarray(from, from + BAND_SIZE * bands.columns),
  };
}
