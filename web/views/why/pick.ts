/** Chooses the event that explains a point of a curve. */
import type { Moment } from '../../generated/types';

/** Smaller changes are rounding. */
const LEAST = 1e-9;

/** By how much a moment moved the window or the queue. */
function moved({ before, after }: Moment): number {
  if (before.cwnd != null && after.cwnd != null) return after.cwnd - before.cwnd;
  if (before.queue != null && after.queue != null) return after.queue - before.queue;
  return 0;
}

/** Whether the event is listed: it moved the curve, lost something, or has a mark on the timeline. */
export function matters(moment: Moment): boolean {
  return Math.abs(moved(moment)) > LEAST || moment.effects.some((e) => e.kind !== 'sent');
}

/** Whether the curve decreased. */
export const decreased = (moment: Moment) => moved(moment) < -LEAST;

/**
 * The moment that a point of the curve is about: of those within `reach` seconds a fall, which is what people ask for, the nearest
 * one; else the last one that moved the curve before the point. Its place in the list, −1 if there is none.
 */
export function pick(moments: readonly Moment[], atS: number, reach: number): number {
  let best = -1;
  moments.forEach((m, i) => {
    if (!decreased(m) || m.rule === undefined || Math.abs(m.atS - atS) > reach) return;
    const nearer = best < 0 || Math.abs(m.atS - atS) < Math.abs((moments[best] as Moment).atS - atS);
    if (nearer) best = i;
  });
  if (best >= 0) return best;
  moments.forEach((m, i) => {
    if (m.atS <= atS && matters(m)) best = i;
  });
  return best >= 0 ? best : moments.length - 1;
}

/** The next moment that matters in a direction; the same where there is none. */
export function next(moments: readonly Moment[], from: number, step: 1 | -1): number {
  for (let i = from + step; i >= 0 && i < moments.length; i += step) {
    if (matters(moments[i] as Moment)) return i;
  }
  return from;
}
