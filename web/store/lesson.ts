/** The scene of a lesson: the scenario with a step's changes, and the base scenario without them. */
import { createStore } from 'zustand/vanilla';
import type { Scenario } from '../generated/types';
import { stagedFor } from '../scenario/stage';
import { documentStore } from './document';

export interface Scene {
  /** The scenario before any stage. */
  base: Scenario | null;
  /** As the step on screen set it; null: no stage has been set. */
  staged: Scenario | null;
}

export const scene = createStore<Scene>(() => ({ base: null, staged: null }));

/** The document as its author knows it, to be saved and handed on: a lesson without what its steps made of the scenario. */
export function wholeNow(): Scenario {
  const { source } = documentStore.getState();
  const { base, staged } = scene.getState();
  return source.lesson && base && staged ? stagedFor(base, source, undefined) : source;
}

/** The scenario on screen by itself: with its lesson it would open as the first step has it. */
export function sceneNow(): Scenario {
  const { lesson: _, ...scenario } = documentStore.getState().source;
  return scenario;
}
