import { useState } from 'react';

/** Keys of the rows of a list, one each; `next` was never given to any. */
export interface RowKeys {
  keys: readonly number[];
  next: number;
  /** Place of the row that has been taken out, from when it was asked for until the list is shorter. */
  gone: number | null;
}

/** The keys once the list has another length: the row that was taken out loses its own, new ones come at the end. */
export function fitted({ keys, next, gone }: RowKeys, length: number): RowKeys {
  const left = gone !== null && length < keys.length ? keys.toSpliced(gone, 1) : keys;
  const added = Math.max(0, length - left.length);
  const fresh = Array.from({ length: added }, (_, i) => next + i);
  return { keys: [...left.slice(0, length), ...fresh], next: next + added, gone: null };
}

/**
 * Keys for the rows of a list that is edited, where its entries have no ids: each stays with its entry, so that half-typed text
 * does not move to the neighbour when a row goes. Whoever takes a row out says so with `remove`; the list itself may follow later,
 * since the engine looks at changes first.
 */
export function useRowKeys(length: number): { keys: readonly number[]; remove: (place: number) => void } {
  const [kept, setKept] = useState(() => fitted({ keys: [], next: 0, gone: null }, length));
  const now = kept.keys.length === length ? kept : fitted(kept, length);
  if (now !== kept) setKept(now);
  return { keys: now.keys, remove: (place) => setKept({ ...now, gone: place }) };
}
