/** Stores the reader's progress in lessons in this browser, or in the course system if the page runs as a course package. */
import type { Lesson } from '../../generated/types';
import { readItem, writeItem } from '../../store/storage';
import type { LessonState } from './state';

export type Progress = Pick<LessonState, 'place' | 'guesses' | 'answered' | 'curves' | 'tried' | 'name'> &
  Partial<Pick<LessonState, 'changedIn'>>;

/** Stores progress. Answers to another version of a lesson do not count. */
export interface ProgressStore {
  load(lesson: Lesson): Progress | null;
  save(lesson: Lesson, progress: Progress): void;
}

const STORAGE_KEY = 'droptail.lessons';
/** Lessons whose progress is stored. */
const MAX_LESSONS = 10;

interface SavedProgress {
  /** The lesson as text. */
  lesson: string;
  progress: Progress;
}

function readAll(): SavedProgress[] {
  try {
    const list: unknown = JSON.parse(readItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

const browserStore: ProgressStore = {
  save(of, progress) {
    const lesson = JSON.stringify(of);
    const others = readAll().filter((kept) => kept.lesson !== lesson);
    writeItem(STORAGE_KEY, JSON.stringify([{ lesson, progress }, ...others].slice(0, MAX_LESSONS)));
  },
  load(of) {
    const lesson = JSON.stringify(of);
    const progress = readAll().find((kept) => kept.lesson === lesson)?.progress;
    return progress ? restoreNaN(progress) : null;
  },
};

/** Restores NaN, which marks points of a curve without a value and which JSON stores as null. */
export function restoreNaN(progress: Progress): Progress {
  const curves = Object.entries(progress.curves).map(([step, curve]) => [
    step,
    curve.map((value: number | null) => value ?? Number.NaN),
  ]);
  return { ...progress, curves: Object.fromEntries(curves) };
}

let progressStore = browserStore;

/** Stores progress elsewhere from now on. */
export function storeProgressIn(other: ProgressStore): void {
  progressStore = other;
}

export const saveProgress = (lesson: Lesson, progress: Progress): void =>
  progressStore.save(lesson, progress);
export const loadProgress = (lesson: Lesson): Progress | null => progressStore.load(lesson);
