/**
 * The span of time shown while a run plays: mostly before now, a little after it, never past the end.
 *
 * It moves by whole columns, so that a column once drawn keeps its place in the next frame and does not shimmer.
 */
export function followWindow(
  now: number,
  durationS: number,
  width: number,
  columns: number,
): { t0: number; t1: number } {
  const span = Math.min(width, durationS);
  const column = span / columns;
  const t0 = Math.floor(followStart(now, durationS, width) / column) * column;
  return { t0, t1: t0 + span };
}

/** The start of that span before it is rounded to a column, s: the same in plots of any width. */
export function followStart(now: number, durationS: number, width: number): number {
  const span = Math.min(width, durationS);
  const end = Math.min(Math.max(now + AHEAD * span, span), durationS);
  return Math.max(0, end - span);
}

const AHEAD = 0.15;
