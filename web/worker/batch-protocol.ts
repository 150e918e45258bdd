/** The messages between the page and the workers of experiments. */
import type { Json } from '../generated/boundary';
import type {
  AlgorithmInfo,
  Contest,
  DirectorySeries,
  Entrant,
  Experiment,
  ExperimentTable,
  Fault,
  NamedVariant,
  Outcome,
  PathOutcome,
  Scenario,
  ScriptedController,
  Statistic,
} from '../generated/types';
import type { Abort, Crashed, Reply, Request } from './requests';

/** A run to make. */
export type Task =
  /** A run of the experiment that was prepared last. */
  | { kind: 'run'; point: number; seed: number }
  /** A run of a scenario, of which all series are kept, in at most `numbers` numbers. */
  | { kind: 'member'; document: string; numbers: number };

export type TaskResult = { kind: 'run'; outcome: Outcome } | { kind: 'member'; member: EnsembleRun };

/** What is kept of a run of an ensemble. */
export interface EnsembleRun {
  digest: string;
  /** Every number in the results, with its name. */
  measures: Json<[string, number][]>;
  series: DirectorySeries[];
  /** The run is divided into this many columns of equal duration. */
  columns: number;
  /** For each series and column: minimum, maximum and last value; NaN: no value. */
  values: Float32Array<ArrayBuffer>;
}

/** Requests to a worker that makes runs, one at a time. */
export interface BatchCalls {
  task: {
    ask: Task;
    answer: { result: TaskResult; ms: number };
    /** The part of the simulated time that is done, and the real time so far in ms; sent a few times a second. */
    progress: { share: number; ms: number };
  };
}

/** Messages to it that have no answer. */
export type BatchCommand =
  /** The experiment of the runs that follow, as the engine wrote it. */
  | { type: 'prepare'; document: string; quick: boolean }
  | { type: 'pause' }
  | { type: 'resume' }
  /** The share of real time to leave to others, from 0 to below 1. */
  | { type: 'rest'; share: number }
  /** For tests: fails as a panic in the engine would. */
  | { type: 'crash' };

export interface BatchReady {
  type: 'ready';
}

export type ToBatch = BatchCommand | Request<BatchCalls> | Abort;
export type FromBatch = BatchReady | Reply<BatchCalls> | Crashed;

/** An experiment, in full or in quick size. */
export interface OpenedExperiment {
  /** With its defaults filled in. */
  document: Experiment;
  /** The seeds that every variant runs with. */
  seeds: number[];
  variants: NamedVariant[];
  /** Rows of the controllers that its scenario defines. */
  algorithms: AlgorithmInfo[];
  /** Fingerprint of all variants, 16 hexadecimal digits. */
  digest: string;
}

/** The bands of an ensemble. For each series and column: minimum, lower quartile, median, upper quartile, maximum. */
export interface Bands {
  /** How many runs they summarise. */
  runs: number;
  series: DirectorySeries[];
  columns: number;
  values: Float32Array<ArrayBuffer>;
}

/** Requests to the desk worker, which keeps one experiment and one ensemble. */
export interface DeskCalls {
  /** Validates a document without opening it. */
  check: { ask: { document: string }; answer: Experiment };
  /** Opens a document; the other calls refer to it. If it is refused, the one before stays open. */
  open: { ask: { document: string; quick: boolean }; answer: OpenedExperiment };
  /** Opens a document that `open` has answered before, after a crash. */
  reopen: { ask: { document: string; quick: boolean }; answer: null };
  /** The relative cost of a run of each variant; 0: not known. */
  weights: { ask: { count: number }; answer: number[] };
  scenario: { ask: { point: number; seed: number }; answer: Json<Scenario> };
  add: { ask: { outcomes: Outcome[] }; answer: null };
  table: { ask: { confidence: number }; answer: { table: ExperimentTable; fingerprint: string } };
  /** Adds a run to the ensemble; `first` begins a new one. */
  member: { ask: { first: boolean; member: EnsembleRun }; answer: null };
  bands: { ask: { confidence: number }; answer: { bands: Bands | null; statistics: Statistic[] } };
  /** Compiles a controller of a document. The engine must run scripts. */
  faults: { ask: { controller: ScriptedController }; answer: Fault[] };
  /** A contest with its defaults, and its score as a formula. The engine must run scripts, here and below. */
  contest: { ask: { contest: string }; answer: { contest: Contest; formula: string } };
  /** Runs a path of the contest, by number, with an entrant. */
  outcome: {
    ask: { contest: string; path: number; seed: number; entrant: Entrant };
    answer: PathOutcome;
  };
  /** The document of such a run. */
  contestScenario: {
    ask: { contest: string; path: number; seed: number; entrant: Entrant };
    answer: Json<Scenario>;
  };
}

export type DeskCall = keyof DeskCalls;

export type ToDesk = Request<DeskCalls> | Abort;
export type FromDesk = Reply<DeskCalls> | Crashed;

/** Requests to a worker that captures the packets of a link. */
export interface CaptureCalls {
  capture: {
    ask: Capture;
    /** Packets in the whole file. */
    answer: { packets: number };
    /** The next part of the file. `now` is the simulated time reached, `packets` are those so far. */
    progress: { now: number; packets: number; bytes: Uint8Array<ArrayBuffer> };
  };
}

/** What to capture: a link at one of its ends, in a span of simulated time. */
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
