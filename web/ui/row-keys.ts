import { useState } from 'react';

/** Keys of the rows of a list; `next` was never used. */
export interface RowKeys {
  keys: readonly number[];
  next: number;
  /** Index of the row being removed, until the list is shorter. */
  gone: number | null;
}

/** The keys after the list has changed its length: the removed row loses its own, new ones are added at the end. */
export function fitted({ keys, next, gone }: RowKeys, length: number): RowKeys {
  const left = gone !== null && length < keys.length ? keys.toSpliced(gone, 1) : keys;
  const added = Math.max(0, length - left.length);
  const fresh = Array.from({ length: added }, (_, i) => next + i);
  return { keys: [...left.slice(0, length), ...fresh], next: next + added, gone: null };
}

/**
 * Keys for the rows of an edited list whose entries have no ids. Each stays with its entry, so that half-typed text does not move to the
 * next row when a row is removed. Call `remove` when a row is removed; the list may follow later, because the engine checks changes first.
 */
export function useRowKeys(length: number): { keys: readonly number[]; remove: (place: number) => void } {
  const [kept, setKept] = useState(() => fitted({ keys: [], next: 0, gone: null }, length));
  const now = kept.keys.length === length ? kept : fitted(kept, length);
  if (now !== kept) setKept(now);
  return { keys: now.keys, remove: (place) => setKept({ ...now, gone: place }) };
}
