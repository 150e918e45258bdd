/** The span of time that the plots show. */

/** A span of simulated time in seconds. */
export interface Span {
  t0: number;
  t1: number;
}

/** The narrowest span: a packet's transmission time on a fast link is still visible. */
const MIN_SPAN = 1e-4;

/** Zooms around a time that stays under the pointer; stays within the run. A `factor` below 1 shows less. */
export function zoom(span: Span, around: number, factor: number, duration: number): Span {
  const width = Math.min(duration, Math.max(MIN_SPAN, (span.t1 - span.t0) * factor));
  const share = (around - span.t0) / (span.t1 - span.t0);
  return clamp({ t0: around - share * width, t1: around + (1 - share) * width }, duration);
}

/** Moves a span back into the run without changing its width. */
export function clamp(span: Span, duration: number): Span {
  const width = Math.min(duration, span.t1 - span.t0);
  const t0 = Math.max(0, Math.min(duration - width, span.t0));
  return { t0, t1: t0 + width };
}

/** The span between two times in either order, at least `MIN_SPAN` wide. */
export function between(a: number, b: number, duration: number): Span {
  const t0 = Math.max(0, Math.min(a, b));
  const t1 = Math.min(duration, Math.max(a, b));
  return clamp({ t0, t1: Math.max(t1, t0 + MIN_SPAN) }, duration);
}

/** Whether the span shows the whole run. */
export function isWhole(span: Span, duration: number): boolean {
  return span.t0 <= 0 && span.t1 >= duration;
}

/** Moves a span by a share of its width, within the run. */
export function pan(span: Span, share: number, duration: number): Span {
  const by = share * (span.t1 - span.t0);
  return clamp({ t0: span.t0 + by, t1: span.t1 + by }, duration);
}

/**
 * The span in which two times are under two fingers.
 * @param a position of a finger as a share of the width, and the time that it holds
 */
export function pinched(
  a: { share: number; t: number },
  b: { share: number; t: number },
  duration: number,
): Span | null {
  const width = (b.t - a.t) / (b.share - a.share);
  if (!(width > 0) || !Number.isFinite(width)) return null;
  const wide = Math.min(duration, Math.max(MIN_SPAN, width));
  return clamp({ t0: a.t - a.share * wide, t1: a.t + (1 - a.share) * wide }, duration);
}
