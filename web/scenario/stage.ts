/** The scenario with the changes of a lesson's step. Pure. */
import type { LessonStep, Scenario } from '../generated/types';
import { setPath } from './path';

/** `base` with what the step sets; a setting that no longer fits is left out. Words and lesson are those of `now`. */
export function stagedFor(base: Scenario, now: Scenario, step: LessonStep | undefined): Scenario {
  let result: Scenario = base;
  for (const { path, value } of step?.stage?.set ?? []) {
    try {
      result = setPath(result, path, value ?? null);
    } catch {
      // What it names was taken out of the scenario since; the rest still counts.
    }
  }
  const { title, notes, lesson } = now;
  return { ...result, title: title ?? '', notes: notes ?? '', ...(lesson ? { lesson } : {}) };
}
