/** The words for a change of a value, as undo and branches show them. */

/** Changes of one thing that follow each other within this time are one, ms. */
export const COALESCE_MS = 700;

/** "buffer 120 → 40" in three parts. */
export const CHANGE_OF_VALUE = /^(.+) (\S+) → (\S+)$/;

/** The label of a change in several steps: "buffer 120 → 90" and "buffer 90 → 40" are "buffer 120 → 40". */
export function joinedLabel(first: string, last: string): string {
  const [, what, before] = CHANGE_OF_VALUE.exec(first) ?? [];
  const [, same, , after] = CHANGE_OF_VALUE.exec(last) ?? [];
  if (what === undefined || what !== same) return last;
  // Back at its first value, it is still a step of its own.
  return before === after ? what : `${what} ${before} → ${after}`;
}
