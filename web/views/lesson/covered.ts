/** What an open question covers. */
import type { LessonStep } from '../../generated/types';

/** Plots that tell a hidden one. */
const TELLS: Readonly<Record<string, readonly string[]>> = {
  cwnd: ['phase', 'variables'],
  throughput: ['phase'],
};

/** The panels that a stage hides, those that would tell what they show, and the tables of results, which tell all of it. */
export function coveredBy(stage: LessonStep['stage'] | undefined): string[] {
  const { hide = [], plots = [] } = stage ?? {};
  if (hide.every((panel) => panel === 'topology')) return [...hide];
  // A plot that the author shows in this step is part of the question.
  const telling = hide.flatMap((panel) => TELLS[panel] ?? []).filter((plot) => !plots.includes(plot));
  return [...new Set([...hide, ...telling, 'results'])];
}
