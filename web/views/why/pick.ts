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

/** Whether it moved the curve, lost something, or was marked on the timeline. */
function matters(moment: Moment): boolean {
  return Math.abs(moved(moment)) > LEAST || lost(moment);
}

/** Whether a packet was dropped, or something was marked on the timeline. */
const lost = (moment: Moment) => moment.effects.some((e) => e.kind === 'dropped' || e.kind === 'mark');

/** Whether the curve decreased. */
export const decreased = (moment: Moment) => moved(moment) < -LEAST;

/** Whether a rule reduced the window. A queue decreases with every packet that leaves it, and by no rule. */
export const reduced = (moment: Moment) => decreased(moment) && moment.rule != null;

/** Whether a moment changed the curve's course: a decrease, a drop or a mark, or another rule than before. */
export function turns(moments: readonly Moment[], place: number): boolean {
  const moment = moments[place];
  if (!moment) return false;
  if (reduced(moment) || lost(moment)) return true;
  if (moment.rule == null) return false;
  for (let i = place - 1; i >= 0; i -= 1) {
    const before = moments[i]?.rule;
    if (before != null) return before !== moment.rule;
  }
  return false;
}

/**
 * The moment that a point of the curve is about: the nearest decrease, drop or mark within `reach` seconds, which is what people ask for;
 * else the last one that moved the curve before the point. Its place in the list, −1 if there is none.
 */
export function pick(moments: readonly Moment[], atS: number, reach: number): number {
  let best = -1;
  const distance = (i: number) => Math.abs((moments[i] as Moment).atS - atS);
  moments.forEach((m, i) => {
    if (!(reduced(m) || lost(m)) || distance(i) > reach) return;
    if (best < 0 || distance(i) < distance(best)) best = i;
  });
  if (best >= 0) return best;
  moments.forEach((m, i) => {
    if (m.atS <= atS && matters(m)) best = i;
  });
  return best >= 0 ? best : moments.length - 1;
}

/** The next moment in a direction that changed the curve's course; null: there is none in sight. */
export function next(moments: readonly Moment[], from: number, step: 1 | -1): number | null {
  for (let i = from + step; i >= 0 && i < moments.length; i += step) {
    if (turns(moments, i)) return i;
  }
  return null;
}
