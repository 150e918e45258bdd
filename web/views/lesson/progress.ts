/** The reader's progress in lessons, kept in this browser. */
import { readItem, writeItem } from '../../store/storage';
import type { LessonState } from './state';

export type Progress = Pick<LessonState, 'place' | 'guesses' | 'answered' | 'curves' | 'tried' | 'name'>;

const KEY = 'droptail.lessons';
/** Number of lessons that are remembered. */
const MOST = 10;

interface Kept {
  /** The lesson as text. Answers to another version of it do not count. */
  lesson: string;
  progress: Progress;
}

function all(): Kept[] {
  try {
    const list: unknown = JSON.parse(readItem(KEY) ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

export function keepProgress(lesson: string, progress: Progress): void {
  const others = all().filter((kept) => kept.lesson !== lesson);
  writeItem(KEY, JSON.stringify([{ lesson, progress }, ...others].slice(0, MOST)));
}

export function keptProgress(lesson: string): Progress | null {
  const progress = all().find((kept) => kept.lesson === lesson)?.progress;
  if (!progress) return null;
  // JSON has no NaN, which stands where a curve has no value.
  const curves = Object.entries(progress.curves).map(([step, curve]) => [
    step,
    curve.map((value: number | null) => value ?? Number.NaN),
  ]);
  return { ...progress, curves: Object.fromEntries(curves) };
}
