/** The messages between the page and the worker that runs the engine. */
import type { Json } from '../generated/boundary';
import type { Catalogue, Directory, Edit, Moment, Problem, Results, Scenario } from '../generated/types';
import type { Abort, Crashed, Reply, Request } from './requests';

/** How far a step goes: one event, one round trip, or to the next mark of a kind. */
export type StepUnit = 'event' | 'rtt' | 'loss' | 'ecn' | 'timeout';

export interface View {
  /** Shown span in s; null follows the run in a window of `follow` seconds. */
  window: { t0: number; t1: number } | null;
  follow: number;
  columns: number;
  /** Series numbers; null: all but the algorithms' own variables. */
  series: readonly number[] | null;
  /** Least time between two frames of a moving run, ms; 0: they come as often as they can be seen. */
  everyMs: number;
}

/** What a worker is there for: the run on screen, one run after the other, an experiment's bookkeeping, a capture, or plots. */
export type Role = 'lab' | 'batch' | 'desk' | 'capture' | 'drawing';

/** Asks any worker whether it still hears. */
export interface Ping {
  type: 'ping';
}

/** The answer to a ping. */
export interface Pong {
  type: 'pong';
}

/** The first message to every worker that has an engine: the compiled one. */
export interface Start {
  type: 'start';
  role: Role;
  module: WebAssembly.Module;
}

interface Change {
  path: string;
  value: unknown;
}

/** A run that is on screen from now on. */
export interface Loaded {
  directory: Directory;
  document: Json<Scenario>;
  /** Where the replay leads, s. */
  untilS: number;
  /** What prevents the fluid model. */
  obstacles: Problem[];
}

export interface Edited {
  run: number;
  edits: Edit[];
  directory: Directory;
  obstacles: Problem[];
  /** Why the changes after those edits were refused; empty: all were made. */
  problems: Problem[];
}

/** A branch goes on from here; `from` is the run that it leaves. */
export interface Branched {
  from: number;
  atS: number;
  document: Json<Scenario>;
  directory: Directory;
  obstacles: Problem[];
}

/** What the worker of the run on screen can be asked. Where an answer is null, another run has come in between. */
export interface RunCalls {
  /** Migrates and validates a document without running it. */
  check: { ask: { document: string }; answer: Json<Scenario> };
  /**
   * Runs a document; the run before stays if it is refused. Replays up to `untilS`, then goes on or stands still. A
   * `brief` replay is left out where it would take long: the run then begins at its start.
   */
  load: {
    ask: { run: number; document: string; untilS: number; brief?: boolean; playing: boolean };
    answer: Loaded;
  };
  /** Another branch comes on screen, in exchange for the one that is there. */
  show: { ask: { run: number; playing: boolean }; answer: Loaded | null };
  /** Changes made now: they are stamped with the simulated time. */
  edit: { ask: { changes: Change[] }; answer: Edited | null };
  /**
   * Another branch from this moment: the run goes on as `run` with changes made now, and the one so far stays in the plots.
   * Refused changes leave everything as it is.
   */
  branch: { ask: { run: number; changes: Change[] }; answer: Branched | null };
  /** A run beside the one on screen, in the plots that keeps pace with it. */
  beside: { ask: { run: number; document: string }; answer: null };
  /** What happened to a flow or a channel, by number, in a stretch of the known run: at most `most` moments. */
  trace: {
    ask: { channel: boolean; number: number; fromS: number; toS: number; most: number };
    answer: Moment[];
  };
  /** Series, by number, in all the detail that is kept: CSV of each. */
  csv: { ask: { series: readonly number[] }; answer: string[] };
}

/** Messages to it without an answer. */
export type RunCommand =
  | { type: 'play'; speed: number }
  | { type: 'pause' }
  | { type: 'speed'; value: number }
  /** What of its processor it takes, above 0 up to 1: less where several pages run side by side. */
  | { type: 'share'; value: number }
  /** One event, one round trip of a flow, or up to a flow's next mark (-1: any flow's). */
  | { type: 'step'; unit: StepUnit; flow: number }
  /** To a moment of the run, standing still: back from a snapshot, or on. What was run before stays known. */
  | { type: 'seek'; atS: number }
  /** A branch has been removed. */
  | { type: 'forget'; run: number }
  | { type: 'view'; view: View }
  /** Of a run at a standstill: finishes the present moment, so that a link can lead to it; then come results. */
  | { type: 'settle' }
  | { type: 'results' }
  /** A frame's buffer comes back for reuse. */
  | { type: 'buffer'; buffer: ArrayBuffer }
  /** For tests: fails as a panic in the engine would. */
  | { type: 'crash' };

export type ToWorker = RunCommand | Request<RunCalls> | Abort;

export interface FrameMessage {
  type: 'frame';
  run: number;
  now: number;
  /** Up to where it has been run, s: later than now, if it has gone back. */
  known: number;
  /** Simulated seconds a real second that were reached. */
  speed: number;
  playing: boolean;
  ended: boolean;
  /** Target of a replay in progress, else null. */
  replayTo: number | null;
  t0: number;
  t1: number;
  columns: number;
  series: readonly number[];
  /** Index of the first mark in the section. */
  marksFrom: number;
  /** Float64 numbers: plot, scene, marks, and a plot of each other branch, one after the other. */
  buffer: ArrayBuffer;
  lengths: readonly [plot: number, scene: number, marks: number];
  /** Present when it changed. */
  directory?: Directory;
  /** Other branches: their series stand for those of the run on screen, in the same order; -1: there is no such series. */
  others: readonly OtherBranch[];
}

/** Another branch of the same run. */
export interface OtherBranch {
  run: number;
  /** Up to where it is known, s. */
  known: number;
  /** Numbers in its plot. */
  length: number;
}

/** Messages that it sends on its own. */
export type RunUpdate =
  | { type: 'ready'; catalogue: Catalogue }
  | FrameMessage
  | {
      type: 'results';
      run: number;
      now: number;
      ended: boolean;
      results: Results;
      /** Of the document at `now`; empty where the run stands between two events of one moment, which no document says. */
      digest: string;
      /** A step or a replay is still going on. */
      underWay: boolean;
      stopped: string;
      /** Of other branches, each at its own time. */
      others: { run: number; now: number; results: Results }[];
    };

export type FromWorker = RunUpdate | Reply<RunCalls> | Crashed;
