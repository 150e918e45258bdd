/** The messages between the page and the worker that runs the engine. */
import type { Json } from '../generated/boundary';
import type {
  Catalogue,
  Directory,
  Edit,
  Moment,
  Printed,
  Problem,
  Results,
  Scenario,
} from '../generated/types';
import type { Abort, Crashed, Reply, Request } from './requests';

/** How far a step goes: one event, one round trip, or to the next mark of a kind. */
export type StepUnit = 'event' | 'rtt' | MarkUnit;
/** A kind of mark that a step leads to. */
export type MarkUnit = 'loss' | 'ecn' | 'timeout';

/** What the page shows of a run, and how often. */
export interface View {
  /** The span shown, s; null: the span follows the run and is `follow` seconds wide. */
  window: { t0: number; t1: number } | null;
  follow: number;
  columns: number;
  /** Series numbers; null: all but the algorithms' internal variables. */
  series: readonly number[] | null;
  /** Minimum time between two frames of a moving run, ms; 0: as often as the screen can show them. */
  everyMs: number;
}

/** What a worker does: the run on screen, batches of runs, the documents and tables of experiments, a capture, or plots. */
export type Role = 'lab' | 'batch' | 'desk' | 'capture' | 'drawing';

/** Asks any worker whether it still responds. */
export interface Ping {
  type: 'ping';
}

/** The answer to a ping. */
export interface Pong {
  type: 'pong';
}

/** The first message to every worker that has an engine. It carries the compiled module. */
export interface Start {
  type: 'start';
  role: Role;
  module: WebAssembly.Module;
}

interface Change {
  path: string;
  value: unknown;
}

/** A run that has come on screen. */
export interface LoadedRun {
  directory: Directory;
  document: Json<Scenario>;
  /** The end of the replay, s. */
  untilS: number;
  /** Why the fluid model cannot run this scenario; empty: it can. */
  obstacles: Problem[];
}

export interface EditResult {
  run: number;
  edits: Edit[];
  directory: Directory;
  obstacles: Problem[];
  /** Why the changes after those in `edits` were refused; empty: all were made. */
  problems: Problem[];
}

/** A new branch of the run `from`, forked at `atS`. */
export interface BranchResult {
  from: number;
  atS: number;
  document: Json<Scenario>;
  directory: Directory;
  obstacles: Problem[];
}

/** The state of a run at a moment. */
export interface StateAt {
  atS: number;
  /** A scene section. */
  scene: Float64Array<ArrayBuffer>;
  /** The value of each series of the run, by number; NaN: no value. To the resolution of what is recorded, exactly if it was a short time ago. */
  values: Float64Array<ArrayBuffer>;
  /** Null: the same as that of the run now. */
  directory: Directory | null;
  /** Results up to then, if requested. */
  results: Results | null;
}

/** Requests to the worker of the run on screen. An answer is null if another run was loaded in the meantime. */
export interface RunCalls {
  /** Migrates and validates a document without running it. */
  check: { ask: { document: string }; answer: Json<Scenario> };
  /**
   * Runs a document. If it is refused, the run before stays. Replays up to `untilS`, then plays or stands still. A `brief` replay that
   * would take long is left out: the run then begins at its start. The runs in `keep` stay for `addBranch`; all others are gone.
   */
  load: {
    ask: {
      run: number;
      document: string;
      untilS: number;
      brief?: boolean;
      playing: boolean;
      keep?: readonly number[];
    };
    answer: LoadedRun;
  };
  /** Shows another branch in place of the run on screen. */
  show: { ask: { run: number; playing: boolean }; answer: LoadedRun | null };
  /** Makes changes now, stamped with the simulated time. */
  edit: { ask: { changes: Change[] }; answer: EditResult | null };
  /**
   * Forks a branch at this moment: it becomes the run on screen as `run`, with the changes made now, and the old one stays in the plots.
   * If the changes are refused, nothing happens.
   */
  branch: { ask: { run: number; changes: Change[] }; answer: BranchResult | null };
  /**
   * Adds a run to the plots. It keeps pace with the one on screen. `kept` is the number of a run of the same document that `load` has kept;
   * without it, the run is first made again up to `reachS`, as far as it was known before.
   */
  addBranch: {
    ask: { run: number; document: string; kept?: number | undefined; reachS?: number | undefined };
    answer: null;
  };
  /** Events of a flow or a channel (by number) in a simulated span: at most `most` moments. */
  trace: {
    ask: { channel: boolean; number: number; fromS: number; toS: number; most: number };
    answer: Moment[];
  };
  /** The network and the results at another moment, no later than the run is known. A newer request replaces an older one, which is answered with null. */
  state: { ask: { run: number; atS: number; results: boolean }; answer: StateAt | null };
  /** The results of a span of a run that is known up to its end. A newer request about the run replaces an older one. Null: it was replaced, or the run is gone. */
  measure: { ask: { run: number; fromS: number; toS: number }; answer: Results | null };
  /** All recorded points of series (by number), as one CSV text each. */
  csv: { ask: { series: readonly number[] }; answer: string[] };
}

/** Requests to it that only an engine with scripts can answer. */
export interface ScriptCalls {
  /** The last lines that the script of a flow (by number) printed. */
  printed: { ask: { flow: number }; answer: Printed[] };
}

/** Messages to it that have no answer. */
export type RunCommand =
  | { type: 'play'; speed: number }
  | { type: 'pause' }
  | { type: 'speed'; value: number }
  /** The part of its processor that it may use, above 0 up to 1. Less than 1 where several pages run side by side. */
  | { type: 'share'; value: number }
  /** Goes on by one event, by one round trip of a flow, or to a flow's next mark (-1: any flow's). Without such a mark up to the end, the run stays where it is. */
  | { type: 'step'; unit: StepUnit; flow: number }
  /** Goes to a moment of the run, back or forward, and stands still there. What was simulated before stays known. */
  | { type: 'seek'; atS: number }
  /** Removes a branch. */
  | { type: 'forget'; run: number }
  | { type: 'view'; view: View }
  /** Finishes the present instant of a run at a standstill, so that a link can lead to it; then sends results. */
  | { type: 'settle' }
  | { type: 'results' }
  /** A frame's buffer comes back for reuse. */
  | { type: 'buffer'; buffer: ArrayBuffer }
  /** For tests: fails as a panic in the engine would. */
  | { type: 'crash' };

export type ToWorker = RunCommand | Request<RunCalls & ScriptCalls> | Abort;

export interface FrameMessage {
  type: 'frame';
  run: number;
  now: number;
  /** How far the run has been simulated, s: beyond `now` if it has gone back. */
  known: number;
  /** The speed reached, in simulated seconds per real second. */
  speed: number;
  playing: boolean;
  ended: boolean;
  /** The time a replay in progress leads to, s; null: there is none. */
  replayTo: number | null;
  t0: number;
  t1: number;
  columns: number;
  series: readonly number[];
  /** Index of the first mark in the section. */
  marksFrom: number;
  /** Float64 numbers: plot, present values, scene, marks, then plot, present values and channels of each other branch, one after the other. */
  buffer: ArrayBuffer;
  lengths: readonly [plot: number, values: number, scene: number, marks: number];
  /** Present if it changed. */
  directory?: Directory;
  /** The other branches. Their series are in the order of those of the run on screen; -1: the branch has no such series. */
  others: readonly OtherBranch[];
}

/** Another branch of the same run. */
export interface OtherBranch {
  run: number;
  /** Its present time, s: that of the run on screen once it has caught up. */
  now: number;
  /** How far it has been simulated, s. */
  known: number;
  /** How many numbers there are in its plot, in its present values, and in the head and the channels of its scene, which follow. */
  lengths: readonly [plot: number, values: number, channels: number];
  /** Present if it changed. */
  directory?: Directory;
}

/** Messages that it sends unasked. */
export type RunUpdate =
  | { type: 'ready'; catalogue: Catalogue }
  | FrameMessage
  /** A step has found no such mark up to the end of the run, of this flow (-1: of any), and goes back to where it began. */
  | { type: 'noMark'; run: number; unit: MarkUnit; flow: number }
  | {
      type: 'results';
      run: number;
      now: number;
      ended: boolean;
      results: Results;
      /** Of the document at `now`; empty if the run stands between two events of one instant, which no document can express. */
      digest: string;
      /** A step or a replay is in progress. */
      underWay: boolean;
      stopped: string;
      /** The other branches, each at its own time. */
      others: { run: number; now: number; results: Results }[];
    };

export type FromWorker = RunUpdate | Reply<RunCalls & ScriptCalls> | Crashed;
