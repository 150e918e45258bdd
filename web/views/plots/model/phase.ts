/** The geometry of the phase portrait: two flows against each other, with the lines of fairness and efficiency. */

import { scaleEnd } from '../../../drawing/ticks';
import type { Directory } from '../../../generated/types';
import { bottlenecksOf } from '../../../scenario/bottlenecks';
import type { Frame } from '../../../store';
import type { Portrait } from '../../../store/session';
import { phaseTexts as t } from './phase-texts';
import { commonSamples, type Samples } from './samples';
import { bdpOf } from './specs';

/** The name of a line. */
interface Name {
  label: string;
  /** Where there is little room. */
  short: string;
}

export interface Line extends Name {
  id: 'fairness' | 'full' | 'loss';
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/**
 * The lines of a portrait from 0 to `end` on both axes, as in Chiu and Jain (1989), figure 5: on the fairness line both flows have the
 * same, on an efficiency line they use all of the link.
 * @param full sum at which the link is full (its BDP, or its rate); 0: unknown
 * @param loss sum at which the buffer is full too; 0: it does not apply
 */
export function portraitLines(
  end: number,
  full: number,
  loss: number,
  words: Record<Line['id'], Name>,
): Line[] {
  const lines: Line[] = [{ id: 'fairness', ...words.fairness, x0: 0, y0: 0, x1: end, y1: end }];
  const sum = (id: 'full' | 'loss', total: number) => {
    if (!(total > 0) || total >= 2 * end) return;
    // From the upper left to the lower right, cut off at the frame.
    const over = Math.max(0, total - end);
    lines.push({ id, ...words[id], x0: over, y0: total - over, x1: total - over, y1: over });
  };
  sum('full', full);
  sum('loss', loss);
  return lines;
}

/** Points of the portrait up to an index, in order of time, where both flows have a value. */
export function pastOf(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  last: number,
): { xs: number[]; ys: number[] } {
  const xs: number[] = [];
  const ys: number[] = [];
  for (let i = 0; i < Math.min(a.length, b.length, last + 1); i++) {
    const x = a[i] as number;
    const y = b[i] as number;
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    xs.push(x);
    ys.push(y);
  }
  return { xs, ys };
}

/** A segment of the trajectory with one opacity. */
export interface TrailSegment {
  /** First and last point; segments share their ends. */
  from: number;
  to: number;
  alpha: number;
  recent: boolean;
}

const STRETCHES = 24;

/** A trajectory of `n` points in segments of increasing opacity, which shows the direction of time. */
export function fade(n: number): TrailSegment[] {
  if (n < 2) return [];
  const count = Math.min(STRETCHES, n - 1);
  return Array.from({ length: count }, (_, i) => ({
    from: Math.floor(((n - 1) * i) / count),
    to: Math.floor(((n - 1) * (i + 1)) / count),
    // Pale, but still visible on the background.
    alpha: 0.34 + 0.66 * ((i + 1) / count) ** 1.5,
    recent: i >= count * 0.8,
  }));
}

/** A part of a trajectory, from one point to another, in which both flows grow, both back off, or only the first or the second does. */
export interface Course {
  kind: 'grow' | 'both' | 'first' | 'second';
  from: number;
  to: number;
}

/** A flow backs off if it loses this share of its value within this many points. */
const LOST = 0.12;
const WITHIN = 4;
/** Both grow if each gains this share of the axes. */
const GAINED = 0.04;

/** The longest recent course of each kind, to name the directions of a trajectory. */
export function coursesOf(xs: readonly number[], ys: readonly number[], end: number): Course[] {
  const lost = (list: readonly number[], i: number) => {
    const least = Math.min(...list.slice(i + 1, i + 1 + WITHIN));
    return (list[i] as number) > 0 && least < (1 - LOST) * (list[i] as number);
  };
  const found: Course[] = [];
  let grows = 0;
  for (let i = 0; i < xs.length - 1; i += 1) {
    const [x, y] = [lost(xs, i), lost(ys, i)];
    if (!x && !y) continue;
    // The flows may not back off at the very same point.
    const later = Array.from({ length: WITHIN }, (_, k) => i + 1 + k);
    const both = (x || later.some((k) => lost(xs, k))) && (y || later.some((k) => lost(ys, k)));
    const to = Math.min(xs.length - 1, i + (both ? 2 : 1) * WITHIN);
    if (i > grows) found.push({ kind: 'grow', from: grows, to: i });
    found.push({ kind: both ? 'both' : x ? 'first' : 'second', from: i, to });
    grows = to;
    i = to - 1;
  }
  if (xs.length - 1 > grows) found.push({ kind: 'grow', from: grows, to: xs.length - 1 });
  const gain = (list: readonly number[], { from, to }: Course) =>
    ((list[to] as number) - (list[from] as number)) / end;
  const length = (c: Course) => Math.hypot(gain(xs, c), gain(ys, c));
  const recent = found.filter(
    (c) => c.from >= xs.length / 4 && (c.kind !== 'grow' || Math.min(gain(xs, c), gain(ys, c)) > GAINED),
  );
  return (['grow', 'both', 'first', 'second'] as const).flatMap((kind) => {
    const alike = recent.filter((c) => c.kind === kind);
    const longest = Math.max(...alike.map(length));
    return alike.find((c) => length(c) === longest) ?? [];
  });
}

/**
 * The two flows on the axes: the chosen ones if they exist, else the selected one and the first other.
 * @returns null if there are fewer than two
 */
export function chosenPair(
  present: readonly string[],
  wanted: readonly [string, string],
  selected: string,
): [string, string] | null {
  if (present.length < 2) return null;
  const usable = (id: string) => present.includes(id);
  const first = [wanted[0], selected, ...present].find((id) => usable(id) && id !== wanted[1]) ?? '';
  const second = [wanted[1], ...present].find((id) => usable(id) && id !== first) ?? '';
  return [first, second];
}

/** The bottleneck that two flows share, as a number of a channel; -1: there is none. */
export function sharedBottleneck(directory: Directory, a: number, b: number): number {
  const other = directory.flows[b]?.path ?? [];
  const shared = (directory.flows[a]?.path ?? []).filter((c) => other.includes(c));
  const narrow = bottlenecksOf(directory);
  return shared.find((c) => narrow.has(c)) ?? -1;
}

export interface PortraitData {
  /** Values of the two flows at the times of the frame's plots. */
  a: ArrayLike<number>;
  b: ArrayLike<number>;
  /** Upper end of both axes. */
  end: number;
  lines: Line[];
}

/**
 * The data of a portrait of two flows, by number.
 * @param before the end of its axes so far, which is kept as long as it fits
 */
export function portraitData(
  { directory, plot }: Pick<Frame, 'directory' | 'plot'>,
  quantity: Portrait['quantity'],
  [a, b]: readonly [number, number],
  before = 0,
): PortraitData {
  const [ya = [], yb = []] = seriesOfPair(directory, quantity, [a, b]).map((series) => plot.y(series));
  const channel = sharedBottleneck(directory, a, b);
  const windows = quantity === 'cwnd';
  const { full, loss } = sumsOf(directory, quantity, [a, b]);
  let most = windows ? 0 : full;
  const whole = pastOf(ya, yb, Number.POSITIVE_INFINITY);
  for (const list of [whole.xs, whole.ys]) for (const v of list) most = Math.max(most, v);
  const end = scaleEnd(Math.max(most, loss * 0.6), before);
  const alone = directory.flows.filter((f) => !f.removed && f.path.includes(channel)).length <= 2;
  const level = windows ? 'BDP' : t.linkRate;
  const words = {
    fairness: { label: windows ? t.equalWindows : t.equalRates, short: t.equal },
    // If other flows use the link, the two reach this line only when these leave them all of it.
    full: { label: t.sum(level, alone ? t.linkFull : t.fullByTwo), short: level },
    loss: { label: t.sum(t.bdpAndBuffer, t.loss), short: t.loss },
  };
  return { a: ya, b: yb, end, lines: portraitLines(end, full, loss, words) };
}

/** The series of a quantity of two flows, by number. */
export function seriesOfPair(
  { series, flows }: Directory,
  quantity: Portrait['quantity'],
  [a, b]: readonly [number, number],
): [number, number] {
  const of = (flow: number) => series.findIndex((s) => s.kind === quantity && s.owner === flows[flow]?.id);
  return [of(a), of(b)];
}

/**
 * The sums of two flows at which something becomes full; 0: unknown, or there is none.
 * @returns `full`: their link, at its BDP in packets or its rate in Mb/s; `loss`: for windows, its buffer too
 */
export function sumsOf(
  directory: Directory,
  quantity: Portrait['quantity'],
  [a, b]: readonly [number, number],
): { full: number; loss: number } {
  const bottleneck = sharedBottleneck(directory, a, b);
  const channel = directory.channels[bottleneck];
  if (quantity !== 'cwnd') return { full: channel?.rateMbps ?? 0, loss: 0 };
  const full = bdpOf(directory, bottleneck);
  const limit = channel?.limitPackets ?? 0;
  return { full, loss: limit > 0 ? full + limit : 0 };
}

export interface Finding {
  /** Means of the two flows. */
  meanX: number;
  meanY: number;
  /** The larger mean over the smaller one. */
  ratio: number;
  /** For windows, the share of time in which their sum exceeds the BDP; for rates, their mean sum over the link's rate; null: unknown. */
  full: number | null;
}

/** Fewer samples than this do not allow a statement. */
const MIN_SAMPLES = 16;

/**
 * What the second half of a trajectory shows.
 * @param samples of both flows, at regular times
 * @param span the time that the portrait shows, s
 */
export function findingOf(
  samples: readonly [Samples, Samples],
  span: readonly [number, number],
  full: number,
  quantity: Portrait['quantity'],
): Finding | null {
  const { xs, ys } = commonSamples(...samples, ...span);
  const from = Math.floor(xs.length / 2);
  const n = xs.length - from;
  if (n < MIN_SAMPLES) return null;
  let [sumX, sumY, above] = [0, 0, 0];
  for (let i = from; i < xs.length; i += 1) {
    const [x, y] = [xs[i] as number, ys[i] as number];
    sumX += x;
    sumY += y;
    if (x + y > full) above += 1;
  }
  const [meanX, meanY] = [sumX / n, sumY / n];
  const least = Math.min(meanX, meanY);
  if (!(least > 0)) return null;
  const share = quantity === 'cwnd' ? above / n : (meanX + meanY) / full;
  return { meanX, meanY, ratio: Math.max(meanX, meanY) / least, full: full > 0 ? share : null };
}

/** The time of the first point of a portrait, s. */
export function timeOf(times: ArrayLike<number>, a: ArrayLike<number>, b: ArrayLike<number>): number {
  for (let i = 0; i < times.length; i += 1) {
    if (Number.isFinite(a[i]) && Number.isFinite(b[i])) return times[i] as number;
  }
  return Number.NaN;
}

/** The flows on the axes, by number, and their common quantity; null: there are fewer than two flows. */
export function portraitOf(
  { flows }: Pick<Directory, 'flows'>,
  { quantity, pair: wanted }: Portrait,
  selected: string,
): {
  ids: [string, string];
  flows: [number, number];
  quantity: Portrait['quantity'];
  windows: boolean;
} | null {
  const present = flows.flatMap((f) => (f.removed ? [] : [f.id]));
  const ids = chosenPair(present, wanted, selected);
  if (!ids) return null;
  const [a, b] = ids.map((id) => flows.findIndex((f) => f.id === id)) as [number, number];
  // Windows only if both flows have one.
  const windows = [a, b].every((i) => flows[i]?.window !== 'none');
  return { ids, flows: [a, b], quantity: windows ? quantity : 'throughput', windows };
}
