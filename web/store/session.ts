/** The state of the view: selection, plots, panels. Saved apart from the document, never in its history. */
import { createStore } from 'zustand/vanilla';
import type { Allow } from './lock';

export interface Selection {
  kind: 'flow' | 'link' | 'node';
  id: string;
}

/** A question: why a flow's window or a channel's queue, by number, is where it is at a moment, s. */
export interface WhySubject {
  channel: boolean;
  number: number;
  atS: number;
}

/** What plots and network show of the moment that is explained. */
export interface WhyMarks {
  /** Number of the flow; −1: a queue is explained. */
  flow: number;
  atS: number;
  /** Its window before and after, packets; null: it has none. */
  from: number | null;
  to: number | null;
  /** The drop that led to it. */
  drop: WhyDrop | null;
}

export interface WhyDrop {
  atS: number;
  /** Numbers of channel and flow. */
  channel: number;
  flow: number;
  /** First byte of the packet. */
  seq: number;
  cause: 'overflow' | 'early' | 'link';
  /** Packets that waited. */
  queue: number | null;
}

/** A span of simulated time in s. */
export interface Window {
  t0: number;
  t1: number;
}

/** A span of values. */
export interface ValueSpan {
  low: number;
  end: number;
}

/** What the phase portrait shows. Empty ids: as the selection has it. */
export interface Portrait {
  quantity: 'cwnd' | 'throughput';
  /** Ids of the flows to the right and upwards. */
  pair: readonly [string, string];
}

export type Theme = 'auto' | 'light' | 'dark';

export interface SessionState {
  selection: Selection | null;
  /** What is selected along with it. */
  more: readonly Selection[];
  /** What is asked; null: nothing. */
  why: WhySubject | null;
  /** What is marked of the answer. */
  whyMarks: WhyMarks | null;
  theme: Theme;
  /** The theme on screen after `auto` is resolved. */
  dark: boolean;
  /** Simulated seconds a real second; Infinity: as fast as it goes. */
  speed: number;
  /** Shown span of time; null follows the run. */
  view: Window | null;
  /** Width in s of the window that follows the run. */
  follow: number;
  /** The moment of the crosshair in s; null: none, values are those of now. */
  cursor: number | null;
  /** The crosshair stays where it is until it is unpinned. */
  cursorPinned: boolean;
  /** Plots shown, in order; ids are the plots view's own. Null: its default. */
  plots: string[] | null;
  /** Those of them that are pinned above the others. */
  pinnedPlots: string[];
  /** Ids of single plots whose values have a logarithmic scale. */
  logPlots: string[];
  /** Units of single plots by id, where another than the usual one was chosen. */
  plotUnits: Readonly<Record<string, string>>;
  /** Many flows are drawn as groups, one for each algorithm. */
  groupFlows: boolean;
  /** Parts of the values on screen by id of plot, in the engine's units; without one, all. */
  valueZooms: Readonly<Record<string, ValueSpan>>;
  portrait: Portrait;
  /** Ids of flows that plots hide. */
  hiddenFlows: string[];
  /** Variables that plots leave out, as `algorithm/variable`. */
  hiddenProbes: string[];
  /** Measures of fairness that are plotted; kinds of series. */
  measures: string[];
  /** Plots show the fluid model's lines beside those of packets, where both run. */
  fluidLines: boolean;
  /** Algorithms that were picked lately, the last one first. */
  recent: string[];
  /** Forms say what each of their rows means. */
  explain: boolean;
  /** Single-key shortcuts (Space, arrows …). */
  shortcuts: boolean;
  /** Nodes that are moved stand on a grid. */
  snap: boolean;
  /** The inspector's overlay or sheet, where it is not a column of its own. */
  inspectorOpen: boolean;
  /** What stands in the column beside the plots, where the scenario has a lesson. */
  side: 'lesson' | 'inspector';
  /** Panels that a lesson hides until its question is answered: plots by id, `topology`, `results`. */
  hidden: readonly string[];
  /** What the visitor had chosen before a lesson chose plots and span; null: it chose none. */
  ownView: { plots: string[] | null; follow: number } | null;
  /** Large type and few controls, for a room. */
  presenting: boolean;
  /** Step of the tour, from 0; null: there is none. */
  tour: number | null;
  /** The sheet of keys. */
  help: boolean;
  /** The dialog for a new network. */
  creating: boolean;
  /** A page inside another. */
  embed: boolean;
  /** What of the document may be changed. */
  allow: Allow;
  page: 'lab' | 'gallery' | 'experiment' | 'papers';
}

export const initialSession: SessionState = {
  selection: null,
  more: [],
  why: null,
  whyMarks: null,
  theme: 'auto',
  dark: false,
  speed: 2,
  view: null,
  follow: 30,
  cursor: null,
  cursorPinned: false,
  plots: null,
  pinnedPlots: [],
  logPlots: [],
  plotUnits: {},
  groupFlows: false,
  valueZooms: {},
  portrait: { quantity: 'cwnd', pair: ['', ''] },
  hiddenFlows: [],
  hiddenProbes: [],
  measures: ['jain'],
  fluidLines: true,
  recent: [],
  explain: false,
  shortcuts: true,
  snap: true,
  inspectorOpen: false,
  side: 'lesson',
  hidden: [],
  ownView: null,
  presenting: false,
  tour: null,
  help: false,
  creating: false,
  embed: false,
  allow: { kind: 'everything' },
  page: 'lab',
};

export const session = createStore<SessionState>(() => ({ ...initialSession }));
