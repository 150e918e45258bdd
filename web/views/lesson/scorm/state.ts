import { createStore } from 'zustand/vanilla';

export interface CourseState {
  /** `none`: the page is not a package; `absent`: there is no course system; `refused`: it does not accept reports. */
  link: 'none' | 'absent' | 'connected' | 'refused';
  /** Only first answers count, so questions cannot be answered again. */
  once: boolean;
  /** The score in the course system, 0 … 1. */
  score: number | null;
}

/** The lesson's connection to a course system. */
export const course = createStore<CourseState>(() => ({ link: 'none', once: false, score: null }));
