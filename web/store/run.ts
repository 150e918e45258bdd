/** The state that the worker reports about the run. Never saved. */
import { createStore } from 'zustand/vanilla';
import type { Catalogue, Directory, Edit, Problem, Results } from '../generated/types';
import type { Change } from '../scenario/change';
import type { MarkUnit } from '../worker/protocol';

export type RunStatus =
  | 'starting' // the engine is being loaded
  | 'ready' // a document is loaded
  | 'crashed'; // the engine stopped; the document is intact

/** A change in the way in which it is possible: under the packet model, or with the flows that would have no route. */
export type Remedy =
  | { kind: 'packets'; changes: readonly Change[]; label: string }
  | {
      kind: 'flows';
      /** What the visitor wants to remove: "router r1". */
      what: string;
      /** Removes the flows as well. */
      changes: readonly Change[];
      label: string;
      /** Ids of the flows that would have no route. */
      flows: readonly string[];
      /** Leaves them without one; null: the run could not begin so. */
      without: readonly Change[] | null;
    };

export interface RunState {
  status: RunStatus;
  catalogue: Catalogue | null;
  directory: Directory | null;
  playing: boolean;
  ended: boolean;
  /** Simulated time in s, updated a few times a second, for texts. Drawings use `frame.now`. */
  now: number;
  /** The speed reached, in simulated seconds per real second; 0 while paused. */
  measuredSpeed: number;
  /** The target time of a replay, s. */
  replayTo: number | null;
  results: Results | null;
  /** The digest at `digestAt`, updated with the results; empty between two events of one instant. */
  digest: string;
  /** The simulated time of the digest, s. */
  digestAt: number;
  /** Whether that is the end of the run. */
  digestEnded: boolean;
  /** A step or a replay was in progress when the results were reported. */
  underWay: boolean;
  /** Why the run ended early; empty: it did not. */
  stopped: string;
  /** Why the last edit was refused. */
  editProblems: Problem[];
  /** A change that would make it possible; null: none is known. */
  remedy: Remedy | null;
  /** Timed edits that replace the latest change later in the run. */
  replacing: readonly Edit[];
  /** What the last step did not find up to the end of the run, of this flow (-1: of any); null: it found it. */
  noMark: { unit: MarkUnit; flow: number } | null;
  /** Why the fluid model cannot run the document; empty: it can. */
  obstacles: Problem[];
  /** The engine's message when it crashed. */
  crash: string;
  /** Labels of the changes that it had not answered by then: they are not in the document. */
  lost: readonly string[];
}

export const initialRun: RunState = {
  status: 'starting',
  catalogue: null,
  directory: null,
  playing: false,
  ended: false,
  now: 0,
  measuredSpeed: 0,
  replayTo: null,
  results: null,
  digest: '',
  digestAt: 0,
  digestEnded: false,
  underWay: false,
  stopped: '',
  editProblems: [],
  remedy: null,
  replacing: [],
  noMark: null,
  obstacles: [],
  crash: '',
  lost: [],
};

export const run = createStore<RunState>(() => ({ ...initialRun }));
