/**
 * The open experiment: its document with history, the results of its runs, and the list of stored results.
 *
 * Views read with `useExperiment` and act with the functions that `index.ts` exports. The document changes only through `editExperiment`.
 */
import { temporal } from 'zundo';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { AlgorithmInfo, AxisValue, Experiment, ExperimentTable, Problem } from '../../generated/types';
import type { Base, LinkDigest } from '../../scenario/link';
import type { Origin } from '../app';

export type Size = 'quick' | 'full';

export type Status =
  | 'idle' // no run is in progress; finished ones are in the table
  | 'running'
  | 'paused' // runs in flight wait where they are
  | 'done' // every run is done
  | 'failed'; // the rest is done, but some runs failed twice

/** A run that failed twice. */
export interface Failure {
  /** The index of its variant in `points`. */
  point: number;
  seed: number;
  message: string;
}

/** Stored results of one document at one size. */
export interface StoredResults {
  /** Fingerprint of what runs, 16 hexadecimal digits; together with the size it identifies the results. */
  digest: string;
  size: Size;
  title: string;
  /** The paper's experiment that the document began with; null: the visitor's own. */
  paper: string | null;
  done: number;
  total: number;
  /** ms since 1970, of the last run. */
  changed: number;
}

export interface ExperimentState {
  /** With defaults filled in, as the engine has accepted it; null: none is open. In the history. */
  document: Experiment | null;
  /** Names the change that led to `document`. In the history. */
  label: string;
  origin: Origin;
  /** The paper's experiment that the document began with, as the engine reads it, and the checksum of its file, for short links. */
  base: Base<Experiment> | null;
  /** The document as it was opened. */
  opened: Experiment | null;
  /** The digest of all runs that the link states; null once it has been compared. */
  linkDigest: LinkDigest | null;
  /** One line about what was opened, until it is dismissed. */
  notice: string;
  /** The fragment that opens it again after a reload; empty for the visitor's own work. */
  address: string;
  /** Why the last change was refused; it is not in the document. */
  problems: Problem[];

  size: Size;
  /** The variants at this size, as values of the axes, in the order of the table's rows. */
  points: AxisValue[][];
  /** The seeds at this size. */
  seeds: number[];
  /** Rows of the controllers that the scenario defines. */
  algorithms: readonly AlgorithmInfo[];

  status: Status;
  /** How many runs are done, and how many there are at this size. */
  done: number;
  total: number;
  /** Runs that failed twice and were not repeated yet. */
  failures: Failure[];
  /** Why runs that were asked for are not made, as a sentence; empty: no error. */
  error: string;
  /** The estimated real time that is left; null: there is no estimate. */
  secondsLeft: number | null;
  /** How many runs are made at the same time. */
  workers: number;
  /** The results so far, updated a few times a second during runs; null before the first. */
  table: ExperimentTable | null;
  /** Fingerprint of all runs in the table; the command line prints the same below its table. Empty before the first run. */
  fingerprint: string;
  /** At least one variant has run under several seeds, and its runs are equal: nothing in it is random. */
  deterministic: boolean;

  /** All stored results, the latest first. */
  kept: StoredResults[];
  /** `memory`: the browser cannot store anything, so results last as long as the page. */
  keeping: 'browser' | 'memory';
}

const initialExperiment: ExperimentState = {
  document: null,
  label: '',
  origin: { kind: 'new' },
  base: null,
  opened: null,
  linkDigest: null,
  notice: '',
  address: '',
  problems: [],
  size: 'quick',
  points: [],
  seeds: [],
  algorithms: [],
  status: 'idle',
  done: 0,
  total: 0,
  failures: [],
  error: '',
  secondsLeft: null,
  workers: 0,
  table: null,
  fingerprint: '',
  deterministic: false,
  kept: [],
  keeping: 'browser',
};

type InHistory = Pick<ExperimentState, 'document' | 'label'>;

export const experiment = createStore<ExperimentState>()(
  temporal((): ExperimentState => ({ ...initialExperiment }), {
    limit: 200,
    partialize: (state): InHistory => ({ document: state.document, label: state.label }),
    equality: (a, b) => a.document === b.document,
  }),
);

export function useExperiment<T>(selector: (state: ExperimentState) => T): T {
  return useStore(experiment, selector);
}

/** What undo and redo would change, in words; null: nothing. */
export function useExperimentHistory(): { undo: string | null; redo: string | null } {
  const undo = useStore(experiment.temporal, (state) => state.pastStates.length > 0);
  const redo = useStore(experiment.temporal, (state) => state.futureStates.at(-1)?.label ?? null);
  const label = useStore(experiment, (state) => state.label);
  return { undo: undo ? label : null, redo };
}
