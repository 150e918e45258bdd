/** Messages about this browser's storage: what happened, why, and what to do. */
import type { Problem } from '../generated/types';
import { type StorageFault, storageError } from './database';
import { storageTexts } from './texts';

export function storageMessage(fault: StorageFault): string {
  return storageTexts[fault];
}

export function storageProblem(error: unknown): Problem {
  const { fault, message } = storageError(error);
  return {
    pointer: '',
    problem: fault === 'failed' ? `${storageTexts.failed} ${message}` : storageTexts[fault],
    expected: '',
  };
}
