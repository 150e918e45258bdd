/** The messages between the page and the workers of experiments. */
import type { Json } from '../generated/boundary';
import type {
  DirectorySeries,
  Experiment,
  ExperimentTable,
  NamedVariant,
  Outcome,
  Scenario,
  Statistic,
} from '../generated/types';
import type { Abort, Crashed, Reply, Request } from './requests';

/** A run to be made. */
export type Task =
  /** One of the experiment that was prepared last. */
  | { kind: 'run'; point: number; seed: number }
  /** One of a scenario, of which all series are wanted, in at most so many numbers. */
  | { kind: 'member'; document: string; numbers: number };

export type TaskResult = { kind: 'run'; outcome: Outcome } | { kind: 'member'; member: EnsembleRun };

/** What is stored of a run of an ensemble. */
export interface EnsembleRun {
  digest: string;
  /** Every number of the results under its name. */
  measures: Json<[string, number][]>;
  series: DirectorySeries[];
  /** Equal spans of the run. */
  columns: number;
  /** For each series and column minimum, maximum and last value; NaN: none. */
  values: Float32Array<ArrayBuffer>;
}

/** What a worker that makes runs can be asked, one at a time. */
export interface BatchCalls {
  task: {
    ask: Task;
    answer: { result: TaskResult; ms: number };
    /** Part of the simulated time that is done, and the real time so far, ms; a few times a second. */
    progress: { share: number; ms: number };
  };
}

/** Messages to it without an answer. */
export type BatchCommand =
  /** The experiment that later runs are of, as the engine has given it. */
  | { type: 'prepare'; document: string; quick: boolean }
  | { type: 'pause' }
  | { type: 'resume' }
  /** The share of real time that it leaves to others, 0 … below 1. */
  | { type: 'rest'; share: number }
  /** For tests: fails as a panic in the engine would. */
  | { type: 'crash' };

export interface BatchReady {
  type: 'ready';
}

export type ToBatch = BatchCommand | Request<BatchCalls> | Abort;
export type FromBatch = BatchReady | Reply<BatchCalls> | Crashed;

/** An experiment at one of its sizes. */
export interface OpenedExperiment {
  /** With its defaults filled in. */
  document: Experiment;
  /** The seeds of every variant. */
  seeds: number[];
  variants: NamedVariant[];
  /** Names all variants together, 16 hexadecimal digits. */
  digest: string;
}

/** Bands of an ensemble: for each series and column minimum, lower quartile, median, upper quartile and maximum. */
export interface Bands {
  /** Runs that they are of. */
  runs: number;
  series: DirectorySeries[];
  columns: number;
  values: Float32Array<ArrayBuffer>;
}

/** What can be asked of the desk, and what it answers. */
export interface DeskCalls {
  /** Reads a document and forgets it. */
  check: { ask: { document: string }; answer: Experiment };
  /** Reads a document, which from then on is the one that the others speak of; refused: the one before stays. */
  open: { ask: { document: string; quick: boolean }; answer: OpenedExperiment };
  /** Goes on with what `open` has answered: after a crash. */
  again: { ask: { document: string; quick: boolean }; answer: null };
  /** What a run of each variant costs, in units of its own; 0: not known. */
  weights: { ask: { count: number }; answer: number[] };
  scenario: { ask: { point: number; seed: number }; answer: Json<Scenario> };
  add: { ask: { outcomes: Outcome[] }; answer: null };
  table: { ask: { confidence: number }; answer: { table: ExperimentTable; fingerprint: string } };
  /** Another run of an ensemble; the first begins a new one. */
  member: { ask: { first: boolean; member: EnsembleRun }; answer: null };
  bands: { ask: { confidence: number }; answer: { bands: Bands | null; statistics: Statistic[] } };
}

export type DeskCall = keyof DeskCalls;

export type ToDesk = Request<DeskCalls> | Abort;
export type FromDesk = Reply<DeskCalls> | Crashed;

/** What a worker that captures a link can be asked. */
export interface CaptureCalls {
  capture: {
    ask: Capture;
    /** Packets in the file. */
    answer: { packets: number };
    /** A piece of the file; `now` is the time reached, `packets` are those in the file so far. */
    progress: { now: number; packets: number; bytes: Uint8Array<ArrayBuffer> };
  };
}

/** What to capture: a link at one of its ends, in a stretch of simulated time. */
export interface Capture {
  document: string;
  link: string;
  /** Id of the node at that end. */
  node: string;
  fromS: number;
  toS: number;
}

export type ToCapture = Request<CaptureCalls> | Abort;
export type FromCapture = Reply<CaptureCalls> | Crashed;
