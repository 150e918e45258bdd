/** Applies the changes of a lesson's step to a scenario. Pure. */
import type { LessonStep, Scenario } from '../generated/types';
import { applyEdits, setPath, splitPath } from './path';

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

/** The scenario of a step with the scripts that the reader has written, except those that the step sets. Pure. */
export function withReadersScripts(wanted: Scenario, now: Scenario, step: LessonStep): Scenario {
  const { controllers } = wanted;
  if (!controllers) return wanted;
  const written = applyEdits(now, now.edits ?? []).controllers;
  const isSet = (id: string) =>
    step.stage?.set?.some(({ path }) => {
      const [list, named] = splitPath(path);
      return list === 'controllers' && named === id;
    });
  return {
    ...wanted,
    controllers: controllers.map((c) => (isSet(c.id) ? c : (written?.find((w) => w.id === c.id) ?? c))),
  };
}
