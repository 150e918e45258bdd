/**
 * The run-time API of a course system. SCORM 1.2 (RTE, 3.3) and SCORM 2004 (RTE, 3.2–3.3) have the same functions under different names.
 * All values are strings.
 */
import type { Standard } from '../../../store/standalone';

export interface Lms {
  standard: Standard;
  /** Returns '' if the system has no value or does not know the element. */
  get(element: string): string;
  /** Returns false if the system refuses the value. */
  set(element: string, value: string): boolean;
  commit(): boolean;
  /** Ends the session. Nothing can be sent after it. */
  end(): void;
}

/** Names of the object in its window and of its functions. */
const CALLS = {
  '1.2': {
    object: 'API',
    begin: 'LMSInitialize',
    get: 'LMSGetValue',
    set: 'LMSSetValue',
    commit: 'LMSCommit',
    end: 'LMSFinish',
  },
  2004: {
    object: 'API_1484_11',
    begin: 'Initialize',
    get: 'GetValue',
    set: 'SetValue',
    commit: 'Commit',
    end: 'Terminate',
  },
} as const;

/** The depth of nested frames to search, from SCORM 2004. */
const MAX_PARENTS = 500;

type Calls = Record<string, (...given: string[]) => unknown>;

/** Finds the API object: in a parent frame of the page, in the window that opened the page, or in a parent frame of that window. */
function findApi(page: Window, name: string): Calls | null {
  const around = (start: Window): Calls | null => {
    let at = start;
    for (let up = 0; up < MAX_PARENTS; up += 1) {
      const found = tryRead(() => (at as unknown as Record<string, Calls | undefined>)[name]);
      if (found) return found;
      if (at.parent === at) return null;
      at = at.parent;
    }
    return null;
  };
  return around(page) ?? (page.opener ? around(page.opener as Window) : null);
}

/** Ignores pages of another origin, which cannot be read. */
function tryRead<T>(from: () => T): T | undefined {
  try {
    return from();
  } catch {
    return undefined;
  }
}

/** Opens a session; null if there is no course system or it refuses. */
export function openSession(standard: Standard, page: Window = window): Lms | null {
  const names = CALLS[standard];
  const calls = findApi(page, names.object);
  if (!calls) return null;
  const call = (name: string, ...given: string[]): string =>
    String(tryRead(() => calls[name]?.(...given)) ?? '');
  const done = (name: string, ...given: string[]): boolean => call(name, ...given) === 'true';
  if (!done(names.begin, '')) return null;
  return {
    standard,
    get: (element) => call(names.get, element),
    set: (element, value) => done(names.set, element, value),
    commit: () => done(names.commit, ''),
    end: () => void call(names.end, ''),
  };
}
