/**
 * The ensemble of the scenario in the laboratory: the same run under ten seeds, for the band behind the plots and the means beside
 * the results. It is of the document as it was when it was asked for, and belongs to the page: it is not saved.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { DirectorySeries, Scenario, Statistic } from '../../generated/types';
import { sameSimulation } from '../../scenario/path';
import { BAND, type SeriesBand, seriesKey } from '../../worker/bands';
import type { Bands } from '../../worker/batch-protocol';
import { app } from '../app';
import { documentStore } from '../document';

export const ENSEMBLE_RUNS = 10;

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

/** Ends the runs of the current ensemble. */
let cancel: () => void = () => undefined;

/** Another ensemble takes the place of the one so far, which is heard of no more. */
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

/** Another scenario is opened: the ensemble goes with the one that it is of. */
export function followScenario(): void {
  app.subscribe((state, before) => {
    if (state.opened !== before.opened && ensemble.getState().status !== 'none') removeEnsemble();
  });
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
