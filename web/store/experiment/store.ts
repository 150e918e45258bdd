/**
 * The experiment that is open: its document with history, what its runs have come to, and what this browser keeps of others.
 *
 * Views read with `useExperiment` and act with the functions of `actions.ts`. The document changes only through
 * `editExperiment`; nothing here is ever changed by a view.
 */
import { temporal } from 'zundo';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { AxisValue, Experiment, ExperimentTable, Problem } from '../../generated/types';
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
  /** Number of its variant, as in `points`. */
  point: number;
  seed: number;
  message: string;
}

/** Results that this browser keeps: of one document at one size. */
export interface StoredResults {
  /** Fingerprint of what runs, 16 hexadecimal digits, and the size: they name it. */
  digest: string;
  size: Size;
  title: string;
  /** The paper's experiment that it began with; null: the visitor's own. */
  paper: string | null;
  done: number;
  total: number;
  /** ms since 1970, of the last run. */
  changed: number;
}

export interface ExperimentState {
  /** With its defaults filled in, as the engine has accepted it; null while none is open. In history. */
  document: Experiment | null;
  /** Words for the change that led to `document`. In history. */
  label: string;
  origin: Origin;
  /** The paper's experiment that it began with, as the engine reads it, and its file's checksum, for short links. */
  base: Base<Experiment> | null;
  /** The document as it was opened. */
  opened: Experiment | null;
  /** Digest of all runs that the link states, until they are done. */
  linkDigest: LinkDigest | null;
  /** One line about what was opened, until it is dismissed. */
  notice: string;
  /** The fragment that brings it back after a reload; empty for the visitor's own. */
  address: string;
  /** Why the last change was refused; it is not in the document. */
  problems: Problem[];

  size: Size;
  /** The variants at this size: values of the axes, in the order of the table's rows. */
  points: AxisValue[][];
  /** The seeds at this size. */
  seeds: number[];

  status: Status;
  /** Runs that are done, and all runs at this size. */
  done: number;
  total: number;
  /** Runs that failed twice, until they are tried again. */
  failures: Failure[];
  /** Why nothing runs although it was asked for, in a sentence; empty: nothing is wrong. */
  trouble: string;
  /** Estimate of the real time that the rest takes; null while there is none. */
  secondsLeft: number | null;
  /** Runs that go on at the same time. */
  workers: number;
  /** What the runs say so far, a few times a second while they go on; null before the first. */
  table: ExperimentTable | null;
  /** One fingerprint of all runs in the table, as the command line prints it below its own; empty before the first. */
  fingerprint: string;
  /** Some variant has run under several seeds, and all of its runs are the same: nothing in it is random. */
  alike: boolean;

  /** All results that this browser keeps, the latest first. */
  kept: StoredResults[];
  /** `memory`: this browser keeps nothing for the page; results last as long as it is open. */
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
  status: 'idle',
  done: 0,
  total: 0,
  failures: [],
  trouble: '',
  secondsLeft: null,
  workers: 0,
  table: null,
  fingerprint: '',
  alike: false,
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

/** Words for what undo and redo would do; null where there is nothing. */
export function useExperimentHistory(): { undo: string | null; redo: string | null } {
  const undo = useStore(experiment.temporal, (state) => state.pastStates.length > 0);
  const redo = useStore(experiment.temporal, (state) => state.futureStates.at(-1)?.label ?? null);
  const label = useStore(experiment, (state) => state.label);
  return { undo: undo ? label : null, redo };
}
