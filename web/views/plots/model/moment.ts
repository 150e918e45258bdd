/** Values at one moment, read from a frame's thinned curves. */

import { type Frame, sessionNow } from '../../../store';
import { FlowState, type PlotSection } from '../../../worker/sections';
import { indexAt } from '../drawing/labels';

/**
 * The value of a series at time `t`, or its last one where `t` lies past it.
 * @returns NaN where the series has no value yet.
 */
export function valueAt(section: PlotSection, series: number, t: number): number {
  const ys = section.y(series);
  if (!ys || ys.length === 0) return Number.NaN;
  // Before the span that was asked for nothing is known; a column is not that exact.
  const column = (section.x[2] ?? Number.POSITIVE_INFINITY) - (section.x[0] as number);
  if (t < (section.x[0] as number) - column) return Number.NaN;
  let i = indexAt(section.x, t);
  if ((section.x[i] as number) > t && i > 0) i--;
  // A column holds its minimum and maximum; a gap of one column before "now" is not the end of the curve.
  for (let back = 0; back < 4 && i - back >= 0; back++) {
    const y = ys[i - back] as number;
    if (!Number.isNaN(y)) return y;
  }
  return Number.NaN;
}

/** The crosshair's moment, if the plots show it; else null. A running plot leaves a pinned crosshair behind, where it has no values. */
export function cursorIn({ t0, t1 }: Frame): number | null {
  const { cursor } = sessionNow();
  return cursor !== null && cursor >= t0 && cursor <= t1 ? cursor : null;
}

/** The moment that values beside the plots stand for: the page's, as far as the plots reach; and whether it is now. */
export function readingOf(frame: Frame): { t: number; isNow: boolean } {
  const cursor = cursorIn(frame);
  if (cursor !== null) return { t: momentOf(cursor, frame.now), isNow: false };
  return frame.now > frame.t1 ? { t: frame.t1, isNow: false } : { t: frame.now, isNow: true };
}

/**
 * The value of a series now, by number: a thinned curve ends with a column's smallest or largest value, which after a loss is far
 * from what is.
 */
export function valueNow({ directory, scene, plot, now }: Frame, series: number): number {
  const { kind, owner, fluid } = directory.series[series] ?? {};
  const flow = directory.flows.findIndex((f) => f.id === owner);
  if (!fluid && kind === 'queue') {
    const channel = directory.channels.findIndex((c) => c.id === owner);
    if (channel >= 0) return scene.queuedPackets(channel);
  }
  if (!fluid && flow >= 0 && scene.state(flow) === FlowState.running) {
    if (kind === 'cwnd') return scene.cwnd(flow);
    if (kind === 'flight') return scene.flight(flow);
    if (kind === 'throughput') return scene.throughputMbps(flow);
  }
  return valueAt(plot, series, now);
}

/** The time that values read from a frame stand for. */
export function momentIn(frame: Frame): number {
  return momentOf(cursorIn(frame), frame.now);
}

/** The time that the page's values stand for: the crosshair's, else now; never after now. */
export function momentOf(cursor: number | null, now: number): number {
  return cursor === null ? now : Math.min(cursor, now);
}
