/** What is the matter with this browser's storage, in words: what happened, why, and what to do. */
import type { Problem } from '../generated/types';
import { type StorageFault, storageError } from './database';

const WORDS: Record<StorageFault, string> = {
  absent:
    'This browser gives the page no storage, as private windows and some settings do. What is open lasts as long as this tab.',
  full: 'The storage of this browser is full. Delete works or results that you no longer need, or make room on the disk.',
  blocked: 'Another tab has an older version of this page open, which holds the storage. Close that tab.',
  newer: 'Another tab has a newer version of this page open. Reload this tab to go on with that version.',
  silent: 'The storage of this browser does not answer. Restarting the browser may help.',
  failed: 'The storage of this browser reported an error.',
};

export function storageWords(fault: StorageFault): string {
  return WORDS[fault];
}

export function storageProblem(error: unknown): Problem {
  const { fault, message } = storageError(error);
  return {
    pointer: '',
    problem: fault === 'failed' ? `${WORDS.failed} ${message}` : WORDS[fault],
    expected: '',
  };
}
