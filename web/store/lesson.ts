/** The scenario of a lesson with the changes of its current step, and without them. */
import { createStore } from 'zustand/vanilla';
import type { Scenario } from '../generated/types';
import { applyStage } from '../scenario/stage';
import { documentStore } from './document';

export interface LessonScene {
  /** The scenario before the changes of any step. */
  base: Scenario | null;
  /** The scenario as the step on screen set it; null: no step has. */
  staged: Scenario | null;
  /** The id of the step on screen; null: none is, as in the summary. */
  step: string | null;
}

export const scene = createStore<LessonScene>(() => ({ base: null, staged: null, step: null }));

/** The document as its author wrote it, to be saved and shared: without the changes of steps. */
export function wholeNow(): Scenario {
  const { source } = documentStore.getState();
  const { base, staged } = scene.getState();
  return source.lesson && base && staged ? applyStage(base, source, undefined) : source;
}

/** The scenario on screen without its lesson, which would set its first step on opening. */
export function sceneNow(): Scenario {
  const { lesson: _, ...scenario } = documentStore.getState().source;
  return scenario;
}
