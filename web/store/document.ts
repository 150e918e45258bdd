/** The scenario document and its history. */
import { temporal } from 'zundo';
import { createStore } from 'zustand/vanilla';
import type { Scenario } from '../generated/types';
import { scenarioAt } from '../scenario/effective';
import { splitPath } from '../scenario/path';
import { COALESCE_MS, joinedLabel } from './labels';

export interface DocumentState {
  /** The scenario as it starts, with its timed edits: this is saved, shared and run. */
  source: Scenario;
  /** Names the change that led to `source`. */
  label: string;
  /** `source` with the timed edits up to the shown time applied. Derived, not in the history. */
  shown: Scenario;
  /** How many of the edits `shown` contains. */
  applied: number;
}

export const emptyScenario: Scenario = {
  version: 1,
  title: '',
  notes: '',
  seed: 1,
  durationS: 60,
  nodes: [],
  links: [],
  flows: [],
  edits: [],
};

/** Whether no scenario has been opened yet. */
export const nothingOpen = (): boolean => documentStore.getState().source === emptyScenario;

type InHistory = Pick<DocumentState, 'source' | 'label'>;

export const documentStore = createStore<DocumentState>()(
  temporal((): DocumentState => ({ source: emptyScenario, label: '', shown: emptyScenario, applied: 0 }), {
    limit: 200,
    partialize: (state): InHistory => ({ source: state.source, label: state.label }),
    equality: (a, b) => a.source === b.source,
  }),
);

/** What undo and redo know of a document. */
export interface History {
  /** Names the last change. */
  label: string;
  pastStates: Partial<InHistory>[];
  futureStates: Partial<InHistory>[];
}

/** Places of the document's flows by id, which decide their colours and dashes. */
const flowPlaces = new Map<string, number>();

/**
 * The place of a flow among all that the document has had since it was opened, from 0. It stays when other flows are removed, and is the same
 * again if an undo brings the flow back. Undefined: the document never had such a flow.
 */
export const placeOfFlowId = (id: string): number | undefined => flowPlaces.get(id);

/** Gives a place to each flow of a document, and of its timed edits, that has none. */
function placeFlows({ flows, edits = [] }: Scenario): void {
  const added = edits.flatMap(({ path }) => {
    const [list, id] = splitPath(path);
    return list === 'flows' && id !== undefined ? [id] : [];
  });
  for (const id of [...flows.map((flow) => flow.id), ...added])
    if (!flowPlaces.has(id)) flowPlaces.set(id, flowPlaces.size);
}

let lastKey = '';
let lastCommit = 0;

/** Makes `source` the document. Changes with the same key in quick succession (a drag) are one step of history. */
export function commit(source: Scenario, label: string, now: number, key = ''): void {
  const time = Date.now();
  const joins = key !== '' && key === lastKey && time - lastCommit < COALESCE_MS;
  lastKey = key;
  lastCommit = time;
  const history = documentStore.temporal.getState();
  if (joins) history.pause();
  const words = joins ? joinedLabel(documentStore.getState().label, label) : label;
  placeFlows(source);
  documentStore.setState({ source, label: words, ...scenarioAt(source, now) });
  if (joins) history.resume();
}

/** Makes `source` the document, with a history that it had before. */
export function open(source: Scenario, history: History | null = null): void {
  lastKey = '';
  const { pastStates = [], futureStates = [] } = history ?? {};
  flowPlaces.clear();
  // With its history a document has the places that it had when its flows were added.
  for (const past of pastStates) if (past.source) placeFlows(past.source);
  placeFlows(source);
  for (const undone of [...futureStates].reverse()) if (undone.source) placeFlows(undone.source);
  documentStore.setState({ source, label: history?.label ?? '', ...scenarioAt(source, 0) });
  documentStore.temporal.setState({ pastStates, futureStates });
}

/** Applies the timed edits up to the shown time. */
export function showAt(now: number): void {
  const state = documentStore.getState();
  const edits = state.source.edits ?? [];
  const due = edits.filter((e) => e.atS <= now).length;
  if (due !== state.applied) documentStore.setState(scenarioAt(state.source, now));
}

/** After undo or redo: ends the step of history and brings `shown` up to date. */
export function refreshShown(now: number): void {
  lastKey = '';
  documentStore.setState(scenarioAt(documentStore.getState().source, now));
}
