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
  const end = Math.min(Math.max(now + AHEAD * span, span), durationS);
  const t0 = Math.max(0, Math.floor((end - span) / column) * column);
  return { t0, t1: t0 + span };
}

const AHEAD = 0.15;
