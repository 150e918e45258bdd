/** Applies the changes of a lesson's step to a scenario. Pure. */
import type { LessonStep, Scenario } from '../generated/types';
import { setPath } from './path';

/** `base` with the changes of the step. Changes that no longer apply are left out. Title, notes and lesson are those of `now`. */
export function applyStage(base: Scenario, now: Scenario, step: LessonStep | undefined): Scenario {
  let result: Scenario = base;
  for (const { path, value } of step?.stage?.set ?? []) {
    try {
      result = setPath(result, path, value ?? null);
    } catch {
      // It names something that has been removed. The other changes still apply.
    }
  }
  const { title, notes, lesson } = now;
  return { ...result, title: title ?? '', notes: notes ?? '', ...(lesson ? { lesson } : {}) };
}
