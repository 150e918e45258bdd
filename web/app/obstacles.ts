import type { Problem } from '../generated/types';

/** What stands in the way of the fluid model: "TFRC has no fluid form, CoDel has no fluid form"; each of them once. */
export function obstacleWords(problems: readonly Problem[]): string {
  const words = problems.map(({ pointer, problem }) => {
    // A problem without a subject is one of the place that it names.
    const place = pointer.split('/').at(-1) ?? '';
    return problem.startsWith('has ') ? `${place} ${problem}` : problem;
  });
  return [...new Set(words)].join(', ');
}
