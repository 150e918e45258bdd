/** Values at one time: of the network and the present, which are exact, or of a frame's thinned curves. */

import type { Directory, DirectorySeries } from '../../../generated/types';
import { type BranchPlot, cursorIn, type Frame, moment, runNow, shownFrame } from '../../../store';
import { FlowState, type PlotSection, type SceneSection } from '../../../worker/sections';
import { indexAt } from '../drawing/labels';

/**
 * The value of a series at time `t`, or its last one if `t` is later.
 * @returns NaN if the series has no value yet
 */
export function valueAt(section: PlotSection, series: number, t: number): number {
  const ys = section.y(series);
  if (!ys || ys.length === 0) return Number.NaN;
  // Nothing is known before the span asked for; allow for the width of a column.
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

/** The moment of the values beside the plots. */
export interface Reading {
  /** s */
  t: number;
  isNow: boolean;
  /** A frame with the network of that moment. Null until it has been computed: then the values are read from the curves. */
  exact: Frame | null;
}

/** The moment of the page: that of the crosshair, else now, whether or not the plots show it. */
export function readingOf(frame: Frame): Reading {
  const cursor = cursorIn(frame);
  if (cursor !== null) {
    const there = moment.getState().shown?.cursor === cursor;
    return { t: cursor, isNow: false, exact: there ? shownFrame() : null };
  }
  return { t: frame.now, isNow: true, exact: frame };
}

/** Whether a reading may be called "now": outside the plots that would read as their right end. */
export const isPresent = ({ t, isNow }: Reading, { t0, t1 }: Frame): boolean => isNow && t >= t0 && t <= t1;

/** The value of a series in a network, by number; NaN: the network does not have it. */
function valueInNetwork(
  series: DirectorySeries | undefined,
  directory: Directory,
  scene: SceneSection,
): number {
  const { kind, owner, fluid } = series ?? {};
  if (fluid) return Number.NaN;
  if (kind === 'queue') {
    const channel = directory.channels.findIndex((c) => c.id === owner);
    return channel < 0 ? Number.NaN : scene.queuedPackets(channel);
  }
  const flow = directory.flows.findIndex((f) => f.id === owner);
  if (flow < 0 || scene.state(flow) !== FlowState.running) return Number.NaN;
  if (kind === 'cwnd') return scene.cwnd(flow);
  if (kind === 'flight') return scene.inFlight(flow);
  if (kind === 'ssthresh') return scene.ssthresh(flow);
  if (kind === 'throughput') return scene.throughputMbps(flow);
  return Number.NaN;
}

/** Whether two series of different branches are of the same thing. */
const isSameSeries = (a: DirectorySeries, b: DirectorySeries) =>
  a.owner === b.owner && a.kind === b.kind && a.variable === b.variable && a.fluid === b.fluid;

/** The first of the values that is a number. */
const firstKnown = (...values: (() => number)[]) => {
  for (const value of values) {
    const found = value();
    if (!Number.isNaN(found)) return found;
  }
  return Number.NaN;
};

/**
 * The value of a series at the time of a frame's network, by number: a thinned curve ends with a column's smallest or largest value, which after a loss is far
 * from what is.
 */
export function valueNow({ directory, scene, plot, value, now }: Frame, series: number): number {
  const { owner } = directory.series[series] ?? {};
  const flow = directory.flows.findIndex((f) => f.id === owner);
  // The column of the curve at a flow's start has later values.
  if (flow >= 0 && scene.state(flow) === FlowState.waiting) return Number.NaN;
  return firstKnown(
    () => valueInNetwork(directory.series[series], directory, scene),
    // Where the run is known beyond now, the column of the curve may have a value although the series has none yet.
    () => value(series) ?? valueAt(plot, series, now),
  );
}

/** The value of a series at a reading: exact where it is known, else of the curve. */
export function valueIn(frame: Frame, series: number, { t, exact }: Reading): number {
  return exact ? valueNow(exact, series) : valueAt(frame.plot, series, t);
}

/** Times are written in nanoseconds: a smaller difference is none. */
const TIME_RESOLUTION_S = 1e-9;

/** Whether a moment is that of a fork or later, so that its branches may differ. */
export const isSinceFork = (t: number, forkS: number): boolean => t > forkS - TIME_RESOLUTION_S;

/** Whether the values of another branch are known exactly at a reading. */
function isExactInBranch(branch: BranchPlot, { t, isNow }: Reading): boolean {
  // Where a step ends between the events of one time, the branch is a nanosecond ahead.
  if (isNow) return Math.abs(branch.now - t) < 1.5 * TIME_RESOLUTION_S;
  const { shown } = moment.getState();
  return shown?.cursor === t && shown.other?.run === branch.run;
}

/**
 * The branch behind the run on screen after their fork, and how the values of both are read: both exactly, or both from curves, so that equal
 * runs show equal numbers.
 */
export function besideBranch(
  frame: Frame,
  reading: Reading,
  fork: { other: number; atS: number } | null,
): { branch: BranchPlot | undefined; both: Reading } {
  const after = fork !== null && isSinceFork(reading.t, fork.atS);
  const branch = after ? frame.others.find((b) => b.run === fork.other) : undefined;
  return {
    branch,
    both: branch && !isExactInBranch(branch, reading) ? { ...reading, exact: null } : reading,
  };
}

/** While a run moves, the branch behind it may be late by this share of the span shown. */
const LATE = 0.1;

/** The time at which values of a branch are read: if it is a little late, that of its last ones. */
export function timeIn(
  { t0, t1 }: Pick<Frame, 't0' | 't1'>,
  branch: BranchPlot | undefined,
  { t, isNow }: Reading,
): number {
  const late = branch && isNow && runNow().playing && t - branch.known < LATE * (t1 - t0);
  return late ? Math.min(t, branch.known) : t;
}

/** The value of a series in another branch, read as `besideBranch` says; NaN: not known. */
export function valueInBranch(
  frame: Frame,
  series: number,
  branch: BranchPlot | undefined,
  reading: Reading,
): number {
  const { isNow, exact } = reading;
  const t = timeIn(frame, branch, reading);
  if (!branch || t > branch.known) return Number.NaN;
  const ofCurve = () => valueAt(branch.plot, series, t);
  if (!exact) return ofCurve();
  if (isNow) return branch.value(series) ?? ofCurve();
  const { scene, directory, value } = moment.getState().shown?.other ?? {};
  if (!scene || !directory || !value) return ofCurve();
  const wanted = frame.directory.series[series];
  return firstKnown(
    () => valueInNetwork(wanted, directory, scene),
    () => value(directory.series.findIndex((s) => wanted && isSameSeries(s, wanted))) ?? ofCurve(),
  );
}

/** The time that values read from a frame stand for: the crosshair's, else now. */
export function momentIn(frame: Frame): number {
  return cursorIn(frame) ?? frame.now;
}
