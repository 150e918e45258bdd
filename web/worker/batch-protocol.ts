/** The messages between the page and the workers of experiments. */
import type { Json } from '../generated/boundary';
import type {
  DirectorySeries,
  Experiment,
  ExperimentTable,
  NamedVariant,
  Outcome,
  Problem,
  Scenario,
  Statistic,
} from '../generated/types';

/** A run to be made. */
export type Task =
  /** One of the experiment that was prepared last. */
  | { kind: 'run'; point: number; seed: number }
  /** One of a scenario, of which all series are wanted, in at most so many numbers. */
  | { kind: 'member'; document: string; numbers: number };

export type TaskResult = { kind: 'run'; outcome: Outcome } | { kind: 'member'; member: Member };

/** What an ensemble keeps of a run. */
export interface Member {
  digest: string;
  /** Every number of the results under its name. */
  measures: Json<[string, number][]>;
  series: DirectorySeries[];
  /** Equal spans of the run. */
  columns: number;
  /** For each series and column minimum, maximum and last value; NaN: none. */
  values: Float32Array<ArrayBuffer>;
}

export type ToBatch =
  /** The experiment that later runs are of, as the engine has given it. */
  | { type: 'prepare'; document: string; quick: boolean }
  | { type: 'task'; id: number; task: Task }
  | { type: 'pause' }
  | { type: 'resume' }
  /** The share of real time that it leaves to others, 0 … below 1. */
  | { type: 'rest'; share: number }
  /** Ends the run in flight; nothing is heard of it any more. */
  | { type: 'drop' }
  /** For tests: fails as a panic in the engine would. */
  | { type: 'crash' };

export type FromBatch =
  | { type: 'ready' }
  /** Part of the simulated time that is done, and the real time so far, ms; a few times a second. */
  | { type: 'progress'; id: number; share: number; ms: number }
  | { type: 'done'; id: number; result: TaskResult; ms: number }
  | { type: 'refused'; id: number; problems: Problem[] }
  | { type: 'crashed'; message: string };

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
  member: { ask: { first: boolean; member: Member }; answer: null };
  bands: { ask: { confidence: number }; answer: { bands: Bands | null; statistics: Statistic[] } };
}

export type DeskCall = keyof DeskCalls;

export type ToDesk = {
  [Call in DeskCall]: { type: Call; id: number; ask: DeskCalls[Call]['ask'] };
}[DeskCall];

export type FromDesk =
  | { type: 'answer'; id: number; answer: DeskCalls[DeskCall]['answer'] }
  | { type: 'refused'; id: number; problems: Problem[] }
  | { type: 'crashed'; message: string };

/** What to capture: a link at one of its ends, in a stretch of simulated time. */
export interface ToCapture {
  document: string;
  link: string;
  /** Id of the node at that end. */
  node: string;
  fromS: number;
  toS: number;
}

export type FromCapture =
  /** A piece of the file; `now` is the time reached, `packets` are those in the file so far. */
  | { type: 'captured'; now: number; packets: number; bytes: Uint8Array<ArrayBuffer>; done: boolean }
  | { type: 'crashed'; message: string };
