/** The state that the worker reports about the run. Never saved. */
import { createStore } from 'zustand/vanilla';
import type { Catalogue, Directory, Problem, Results } from '../generated/types';
import type { Change } from '../scenario/change';

export type RunStatus =
  | 'starting' // the engine is being loaded
  | 'ready' // a document is loaded
  | 'crashed'; // the engine stopped; the document is intact

export interface RunState {
  status: RunStatus;
  catalogue: Catalogue | null;
  directory: Directory | null;
  playing: boolean;
  /** The run has reached its end. */
  ended: boolean;
  /** Simulated time in s, a few times a second: for text. Drawings take `frame.now`. */
  now: number;
  /** Simulated seconds a real second that were reached; 0 while paused. */
  measuredSpeed: number;
  /** The target time of a replay, s. */
  replayTo: number | null;
  results: Results | null;
  /** Digest at `now`, refreshed with the results; empty between two events of one moment. */
  digest: string;
  /** The moment of the digest, s. */
  digestAt: number;
  /** Whether that is the end of the run. */
  digestEnded: boolean;
  /** A step or a replay was still going on when the results were reported. */
  underWay: boolean;
  /** Why the run ended before its time; empty if it did not. */
  stopped: string;
  /** Why the last edit was refused. */
  editProblems: Problem[];
  /** That edit, if only the fluid model prevents it. */
  byPackets: { changes: readonly Change[]; label: string } | null;
  /** What prevents running the document in the fluid model. */
  obstacles: Problem[];
  /** What the engine said when it crashed. */
  crash: string;
  /** Words for the changes that it had not answered then: they are not in the document. */
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
  byPackets: null,
  obstacles: [],
  crash: '',
  lost: [],
};

export const run = createStore<RunState>(() => ({ ...initialRun }));
