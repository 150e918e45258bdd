import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { Catalogue, Scenario } from '../generated/types';
import { branches, type ShownFork, shownFork } from './branches';
import { documentStore } from './document';
import { type RunState, run } from './run';
import { type SessionState, session } from './session';

/** Part of the scenario as it stands at the shown moment. */
export function useDocument<T>(selector: (scenario: Scenario) => T): T {
  return useStore(documentStore, (state) => selector(state.shown));
}

export function useSession<T>(selector: (state: SessionState) => T): T {
  return useStore(session, selector);
}

export function useRun<T>(selector: (state: RunState) => T): T {
  return useStore(run, selector);
}

/** The fork that the plots show; null: there is none. */
export function useShownFork(): ShownFork | null {
  const list = useStore(branches, (s) => s.list);
  const active = useStore(branches, (s) => s.active);
  return useMemo(() => shownFork({ list, active }), [list, active]);
}

/** What the engine offers; null until it is there. */
export function useCatalogue(): Catalogue | null {
  return useStore(run, (state) => state.catalogue);
}

/** Words for what undo and redo would do; null where there is nothing. */
export function useHistory(): { undo: string | null; redo: string | null } {
  const undo = useStore(documentStore.temporal, (state) => state.pastStates.length > 0);
  const redo = useStore(documentStore.temporal, (state) => state.futureStates.at(-1)?.label ?? null);
  const label = useStore(documentStore, (state) => state.label);
  return { undo: undo ? label : null, redo };
}

/** The same outside React. */
export const documentNow = (): Scenario => documentStore.getState().shown;
/** The scenario as it starts, with its timed edits. */
export const sourceNow = (): Scenario => documentStore.getState().source;
/** Whether a lesson hides a quantity until its question is answered, by the id of its plot. */
export const isCovered = (plot: string): boolean => session.getState().hidden.includes(plot);
export const sessionNow = (): SessionState => session.getState();
export const runNow = (): RunState => run.getState();
export const subscribeSession = (listen: (state: SessionState, before: SessionState) => void): (() => void) =>
  session.subscribe(listen);
