import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { Catalogue, Directory, Scenario } from '../generated/types';
import { type Branch, branches, listedBranches, type ShownFork, shownFork } from './branches';
import { documentStore } from './document';
import { latestFrame, subscribeFrame } from './frames';
import { moment, type ShownMoment } from './moment';
import { type RunState, run } from './run';
import { type SessionState, session } from './session';
import { followFork, type SinceFork, sinceFork } from './since-fork';

/** Part of the scenario as it is at the shown time. */
export function useDocument<T>(selector: (scenario: Scenario) => T): T {
  return useStore(documentStore, (state) => selector(state.shown));
}

export function useSession<T>(selector: (state: SessionState) => T): T {
  return useStore(session, selector);
}

/** What the column beside the plots shows: an answer to *Why?* goes before a lesson, and gives way to it again. */
export function useSide(): SessionState['side'] {
  return useStore(session, (s) => (s.why ? 'inspector' : s.side));
}

export function useRun<T>(selector: (state: RunState) => T): T {
  return useStore(run, selector);
}

/** Part of the moment that is shown, if it is not now. */
export function useMoment<T>(selector: (shown: ShownMoment | null) => T): T {
  return useStore(moment, (state) => selector(state.shown));
}

/** Part of the scenario as it is at the shown moment: it changes only if this part does, not with each moment. */
export function useShownDocument<T>(selector: (scenario: Scenario) => T): T {
  useDocument(selector);
  return useMoment((shown) => selector(shown?.document ?? documentNow()));
}

/** The engine's directory at the shown moment; null before the run has one. */
export function useShownDirectory(): Directory | null {
  useRun((r) => r.directory);
  return useMoment((shown) => shown?.directory ?? runNow().directory);
}

/** The fork shown in the plots; null: there is none. */
export function useShownFork(): ShownFork | null {
  const list = useStore(branches, (s) => s.list);
  const active = useStore(branches, (s) => s.active);
  return useMemo(() => shownFork({ list, active }), [list, active]);
}

/** The branches of the run, without those whose fork was undone. */
export function useListedBranches(): readonly Branch[] {
  const list = useStore(branches, (s) => s.list);
  return useMemo(() => listedBranches(list), [list]);
}

/** The results since the fork that is shown; null: there are none. */
export function useSinceFork(wanted: boolean): SinceFork | null {
  useEffect(() => (wanted ? followFork() : undefined), [wanted]);
  return useStore(sinceFork, (state) => state.shown);
}

/** The engine's catalogue; null until it has loaded. */
export function useCatalogue(): Catalogue | null {
  return useStore(run, (state) => state.catalogue);
}

/** What undo and redo would change, in words; null: nothing. */
export function useHistory(): { undo: string | null; redo: string | null } {
  const undo = useStore(documentStore.temporal, (state) => state.pastStates.length > 0);
  const redo = useStore(documentStore.temporal, (state) => state.futureStates.at(-1)?.label ?? null);
  const label = useStore(documentStore, (state) => state.label);
  return { undo: undo ? label : null, redo };
}

/** The same as `useDocument`, outside React. */
export const documentNow = (): Scenario => documentStore.getState().shown;
/** The scenario as it starts, with its timed edits. */
export const sourceNow = (): Scenario => documentStore.getState().source;
/** Rounding of times, s. */
const TOLERANCE_S = 1e-6;

/** Whether the run is known beyond the time from which a lesson hides its plots. */
const isBeyondHidden = (): boolean =>
  (latestFrame()?.known ?? Number.POSITIVE_INFINITY) > session.getState().hiddenFromS + TOLERANCE_S;

/** Whether a lesson hides the quantity of the plot with this id until its question is answered. What was known at the question is not hidden. */
export const isHiddenByLesson = (plot: string): boolean =>
  session.getState().hidden.includes(plot) && isBeyondHidden();

/** The plots that a lesson hides wholly, because the run has gone on without an answer. */
export function useWhollyHidden(): readonly string[] {
  const isBeyond = useSyncExternalStore(subscribeFrame, isBeyondHidden);
  const hidden = useSession((s) => s.hidden);
  return isBeyond ? hidden : NONE;
}

const NONE: readonly string[] = [];
export const sessionNow = (): SessionState => session.getState();
export const runNow = (): RunState => run.getState();
export const subscribeSession = (listen: (state: SessionState, before: SessionState) => void): (() => void) =>
  session.subscribe(listen);
export const subscribeRun = (listen: (state: RunState, before: RunState) => void): (() => void) =>
  run.subscribe(listen);
