/** Chooses the event that explains a point of a curve. */
import type { Moment } from '../../generated/types';

/** Smaller changes are rounding errors. */
const MIN_CHANGE = 1e-9;

/** The change of the window or the queue at a moment. */
function curveChange({ before, after }: Moment): number {
  if (before.cwnd != null && after.cwnd != null) return after.cwnd - before.cwnd;
  if (before.queue != null && after.queue != null) return after.queue - before.queue;
  return 0;
}

/** Whether the curve changed, a packet was dropped or marked, or the timeline has a mark. */
function isNotable(moment: Moment): boolean {
  return Math.abs(curveChange(moment)) > MIN_CHANGE || hasDropOrMark(moment);
}

/** Whether a packet was dropped or the timeline has a mark. At a queue, a marked packet counts as a dropped one does. */
const hasDropOrMark = ({ effects, after }: Moment) =>
  effects.some(
    (e) => e.kind === 'dropped' || e.kind === 'mark' || (e.kind === 'marked' && after.queue != null),
  );

/** Whether the curve decreased. */
export const decreased = (moment: Moment) => curveChange(moment) < -MIN_CHANGE;

/** Whether a rule reduced the window. A queue decreases with every departing packet, without a rule. */
export const reduced = (moment: Moment) => decreased(moment) && moment.rule != null;

/** Whether a packet was dropped or marked. */
export const signals = ({ effects }: Moment) =>
  effects.some((e) => e.kind === 'dropped' || e.kind === 'marked');

/** Whether a moment changed the course of the curve: a decrease, a drop, a mark of a packet at the queue or of the timeline, or a different rule from before. */
export function changesCourse(moments: readonly Moment[], place: number): boolean {
  const moment = moments[place];
  if (!moment) return false;
  if (reduced(moment) || hasDropOrMark(moment)) return true;
  if (moment.rule == null) return false;
  for (let i = place - 1; i >= 0; i -= 1) {
    const before = moments[i]?.rule;
    if (before != null) return before !== moment.rule;
  }
  return false;
}

/**
 * Index of the moment that explains a point of the curve: the nearest decrease, drop or mark within `reach` seconds, which is usually
 * what people want to know, or else the last change of the curve before the point. −1 if there is none.
 */
export function pickMoment(moments: readonly Moment[], atS: number, reach: number): number {
  let best = -1;
  const distance = (i: number) => Math.abs((moments[i] as Moment).atS - atS);
  moments.forEach((m, i) => {
    if (!(reduced(m) || hasDropOrMark(m)) || distance(i) > reach) return;
    if (best < 0 || distance(i) < distance(best)) best = i;
  });
  if (best >= 0) return best;
  moments.forEach((m, i) => {
    if (m.atS <= atS && isNotable(m)) best = i;
  });
  return best >= 0 ? best : moments.length - 1;
}

/** Index of the next moment in a direction that changed the course of the curve; null if there is none. */
export function nextChange(moments: readonly Moment[], from: number, step: 1 | -1): number | null {
  for (let i = from + step; i >= 0 && i < moments.length; i += step) {
    if (changesCourse(moments, i)) return i;
  }
  return null;
}
