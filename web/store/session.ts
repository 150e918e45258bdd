/** The state of the view: selection, plots, panels. Saved apart from the document, never in its history. */
import { createStore } from 'zustand/vanilla';
import type { ScriptedController } from '../generated/types';
import type { Allow } from './lock';

export interface Selection {
  kind: 'flow' | 'link' | 'node';
  id: string;
}

/** A *Why?* question about a flow's window or a channel's queue, by number, at a time in s. */
export interface WhySubject {
  channel: boolean;
  number: number;
  atS: number;
  /** The event that it is about, by its number in the run; without one, the nearest that matters. */
  event?: number;
}

/** What plots and network mark of an explained moment. */
export interface WhyMarks {
  /** The flow's number; −1: a queue is explained. */
  flow: number;
  atS: number;
  /** The window before and after, packets; null: there is none. */
  from: number | null;
  to: number | null;
  /** The drop that caused it. */
  drop: WhyDrop | null;
}

export interface WhyDrop {
  atS: number;
  /** Numbers of channel and flow. */
  channel: number;
  flow: number;
  /** First byte of the segment. */
  seq: number;
  cause: 'overflow' | 'early' | 'link';
  /** Packets in the queue. */
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

/** What the phase portrait shows. Empty ids: the selected flows. */
export interface Portrait {
  quantity: 'cwnd' | 'throughput';
  /** Ids of the flows on the horizontal and the vertical axis. */
  pair: readonly [string, string];
}

/** A panel that can be folded away. */
export type Panel = 'network' | 'inspector';

export type PanelSize = 'height' | 'width' | 'inspector';

export type Theme = 'auto' | 'light' | 'dark';

export interface SessionState {
  selection: Selection | null;
  /** The rest of a multiple selection. */
  more: readonly Selection[];
  /** The open *Why?* question; null: none. */
  why: WhySubject | null;
  /** What the answer marks; null: nothing. */
  whyMarks: WhyMarks | null;
  /** Path of the parameter that a link in a text has led to, until its row is in view; null: none. */
  wanted: string | null;
  /** Id of the flow whose controller is being written; null: the editor is closed. */
  writing: string | null;
  /** What was written in the editor and has not run, by the ids of controllers. */
  drafts: Readonly<Record<string, ScriptedController>>;
  theme: Theme;
  /** The theme on screen after `auto` is resolved. */
  dark: boolean;
  /** In simulated seconds per real second; Infinity: full speed. */
  speed: number;
  /** The shown span; null follows the run. */
  view: Window | null;
  /** Width in s of the window that follows the run. */
  follow: number;
  /** The time of the crosshair, s; null: there is none, and values are those of now. */
  cursor: number | null;
  /** The crosshair stays in place until it is unpinned. */
  cursorPinned: boolean;
  /** Ids of the plots shown, in order. Null: the default. */
  plots: string[] | null;
  /** Those of them that are pinned above the others. */
  pinnedPlots: string[];
  /** Ids of plots with a logarithmic scale. */
  logPlots: string[];
  /** Units of plots by id, where they differ from the default. */
  plotUnits: Readonly<Record<string, string>>;
  /** Many flows are drawn as groups, one for each algorithm. */
  groupFlows: boolean;
  /** Ranges of values shown, by id of plot, in the engine's units; without one, all values. */
  valueZooms: Readonly<Record<string, ValueSpan>>;
  portrait: Portrait;
  /** Ids of flows that plots hide. */
  hiddenFlows: string[];
  /** Variables that plots hide, as `algorithm/variable`. */
  hiddenProbes: string[];
  /** Plotted measures of fairness, as kinds of series. */
  measures: string[];
  /** Plots show the fluid model's lines beside those of packets, if both run. */
  fluidLines: boolean;
  /** Recently picked algorithms, the last one first. */
  recent: string[];
  /** Forms explain each of their rows. */
  explain: boolean;
  /** Single-key shortcuts (Space, arrows …). */
  shortcuts: boolean;
  /** Nodes that are moved snap to a grid. */
  snap: boolean;
  /** The inspector is open, where it is an overlay or a sheet rather than a column. */
  inspectorOpen: boolean;
  /** Panels that are folded away. */
  folded: readonly Panel[];
  /** Sizes that panels were given, pixels: the height of the network, its width where it stands beside the plots, the width of the inspector. */
  panelSizes: Readonly<Partial<Record<PanelSize, number>>>;
  /** What the column beside the plots shows, if the scenario has a lesson. */
  side: 'lesson' | 'inspector';
  /** What a lesson hides until its question is answered: plots by id, `topology`, `results`. */
  hidden: readonly string[];
  /** Plots that a lesson hides are shown up to this time, s, as long as the run has not gone on beyond it. */
  hiddenFromS: number;
  /** The visitor's plots and span before a lesson changed them; null: it did not. */
  ownView: { plots: string[] | null; follow: number } | null;
  /** Presentation mode: large type and few controls. */
  presenting: boolean;
  /** The step of the tour, from 0; null: no tour. */
  tour: number | null;
  /** The list of shortcuts is open. */
  help: boolean;
  /** The dialog for a new network is open. */
  creating: boolean;
  /** The page is embedded in another one. */
  embed: boolean;
  /** What may be changed in the document. */
  allow: Allow;
  page: 'lab' | 'gallery' | 'experiment' | 'papers';
  /** The page before it; the laboratory if the visitor has seen none. */
  cameFrom: SessionState['page'];
}

export const initialSession: SessionState = {
  selection: null,
  more: [],
  why: null,
  whyMarks: null,
  wanted: null,
  writing: null,
  drafts: {},
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
  folded: [],
  panelSizes: {},
  side: 'lesson',
  hidden: [],
  hiddenFromS: Number.NEGATIVE_INFINITY,
  ownView: null,
  presenting: false,
  tour: null,
  help: false,
  creating: false,
  embed: false,
  allow: { kind: 'everything' },
  page: 'lab',
  cameFrom: 'lab',
};

export const session = createStore<SessionState>(() => ({ ...initialSession }));

/** Null: the size that the page gives it. */
export function setPanelSize(of: PanelSize, size: number | null): void {
  const { [of]: _, ...others } = session.getState().panelSizes;
  session.setState({ panelSizes: size === null ? others : { ...others, [of]: size } });
}

/** Folds a panel away, or brings it back. */
export function foldPanel(panel: Panel, away: boolean): void {
  const others = session.getState().folded.filter((p) => p !== panel);
  session.setState({ folded: away ? [...others, panel] : others });
}
