/** Links to parameters in a text: `[buffer](#/links/core/forward/queue/params/limitPackets)`. */
import type { LessonStep } from '../generated/types';

const LINK = /\[([^\]]*)\]\(#(\/[^)\s]+)\)/g;

const pathsIn = (text: string): string[] => [...text.matchAll(LINK)].flatMap(([, , path]) => path ?? []);

/** A text without the paths of its links. */
export const withoutPaths = (text: string): string => text.replaceAll(LINK, '$1');

/** The parameters that a step's tasks ask to change, taken from its texts; null if the step has no task. */
export function taskParameters({ text = '', checks = [] }: LessonStep): string[] | null {
  const tasks = checks.filter((check) => check.task);
  if (tasks.length === 0) return null;
  return [...new Set([text, ...tasks.flatMap((c) => [c.text, c.failed ?? ''])].flatMap(pathsIn))];
}
