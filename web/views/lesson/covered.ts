/** The panels that an open question covers. */
import type { LessonStep } from '../../generated/types';

/**
 * What would reveal a hidden plot: other plots, and where losses are marked. Of flows on one path the windows are as their rates, and
 * fairness is an index of the rates. A time–sequence plot shows what is in flight, how fast it goes, and when it returns.
 */
const REVEALS: Readonly<Record<string, readonly string[]>> = {
  cwnd: ['phase', 'variables', 'flight', 'sequence'],
  throughput: ['cwnd', 'flight', 'phase', 'sequence', 'plane', 'fairness'],
  queue: ['losses', 'rtt', 'variables', 'sequence', 'plane', 'synchronization'],
  rtt: ['sequence', 'plane'],
  losses: ['synchronization'],
};

/** The panels that a stage hides, the plots that would reveal their content, and the tables of results, which reveal everything. */
export function coveredPanels(stage: LessonStep['stage'] | undefined): string[] {
  const { hide = [], plots = [] } = stage ?? {};
  if (hide.every((panel) => panel === 'topology')) return [...hide];
  // A plot that the step shows explicitly is part of the question.
  const revealing = hide.flatMap((panel) => REVEALS[panel] ?? []).filter((plot) => !plots.includes(plot));
  return [...new Set([...hide, ...revealing, 'results'])];
}
