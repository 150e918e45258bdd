/** The geometry of the phase portrait: two flows against each other, with the lines of fairness and efficiency. */

import { scaleEnd } from '../../../drawing/ticks';
import type { Directory } from '../../../generated/types';
import { bottlenecksOf } from '../../../scenario/bottlenecks';
import type { Frame } from '../../../store';
import type { Portrait } from '../../../store/session';
import { phaseTexts as t } from './phase-texts';
import { commonSamples, type Samples } from './samples';

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

/** Where a line meets the axes: what each of the two flows has on it if the other one has nothing. */
export type Intercepts = readonly [x: number, y: number];

/**
 * The lines of a portrait from 0 to `end` on both axes, as in Chiu and Jain (1989), figure 5: on the fairness line both flows have the
 * same, on an efficiency line they use all of the link.
 * @param full where the link is full; null: unknown
 * @param loss where the buffer is full too; null: it does not apply
 */
export function portraitLines(
  end: number,
  full: Intercepts | null,
  loss: Intercepts | null,
  words: Record<Line['id'], Name>,
): Line[] {
  const lines: Line[] = [{ id: 'fairness', ...words.fairness, x0: 0, y0: 0, x1: end, y1: end }];
  const efficiency = (id: 'full' | 'loss', at: Intercepts | null) => {
    if (!at || shareOf(end, end, at) <= 1) return;
    // From the upper left to the lower right, cut off at the frame.
    const [y0, x1] = [Math.min(at[1], end), Math.min(at[0], end)];
    const [x0, y1] = [at[0] - (at[0] / at[1]) * y0, at[1] - (at[1] / at[0]) * x1];
    lines.push({ id, ...words[id], x0, y0, x1, y1 });
  };
  efficiency('full', full);
  efficiency('loss', loss);
  return lines;
}

/** How far a point is on its way from the origin to a line: 1 on the line, more beyond it. */
const shareOf = (x: number, y: number, at: Intercepts) => x / at[0] + y / at[1];

/** How many points apart the first values of two flows are that were sampled at different moments. */
const APART = 2;

/** The values of two flows, of which the one that starts later has 0 until then: so its partner moves along an axis. */
export function fromStart(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
): [ArrayLike<number>, ArrayLike<number>] {
  const first = (list: ArrayLike<number>) => {
    let i = 0;
    while (i < list.length && !Number.isFinite(list[i])) i += 1;
    return i;
  };
  const [startA, startB] = [first(a), first(b)];
  const filled = (list: ArrayLike<number>, from: number, until: number) =>
    until - from > APART ? Array.from(list, (v, i) => (i >= from && i < until ? 0 : v)) : list;
  return [filled(a, startB, startA), filled(b, startA, startB)];
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
  const [first, second] = seriesOfPair(directory, quantity, [a, b]);
  const [ya, yb] = fromStart(plot.y(first) ?? [], plot.y(second) ?? []);
  const windows = quantity === 'cwnd';
  const { full, loss, alone } = limitsOf(directory, quantity, [a, b]);
  let most = windows ? 0 : (full?.[0] ?? 0);
  const whole = pastOf(ya, yb, Number.POSITIVE_INFINITY);
  for (const list of [whole.xs, whole.ys]) for (const v of list) most = Math.max(most, v);
  // Beyond the middle of the line of loss there is room for its name.
  const middle = loss ? 1.2 / shareOf(1, 1, loss) : 0;
  const end = scaleEnd(Math.max(most, middle), before);
  const level = windows ? 'BDP' : t.linkRate;
  // With unequal round-trip times the lines have no sum of windows.
  const name = (at: Intercepts | null, of: string, what: string) =>
    at && isSum(at) ? t.sum(of, what) : what;
  const words = {
    fairness: { label: windows ? t.equalWindows : t.equalRates, short: t.equal },
    // If other flows use the link, the two reach this line only when these leave them all of it.
    full: {
      label: name(full, level, alone ? t.linkFull : t.fullByTwo),
      short: full && isSum(full) ? level : t.full,
    },
    loss: { label: name(loss, t.bdpAndBuffer, loss && isSum(loss) ? t.loss : t.bufferFull), short: t.loss },
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

export interface Limits {
  /** Where the bottleneck of both is full: for windows without a queue, for rates in Mb/s; null: unknown. */
  full: Intercepts | null;
  /** Where its buffer is full too; null: unknown, without a limit, or for rates. */
  loss: Intercepts | null;
  /** No other flow uses it. */
  alone: boolean;
}

/**
 * Where two flows fill the bottleneck that they share.
 *
 * With a queueing delay of q, a window of W packets gives the rate W / (R + q), where R is the flow's base RTT. So the link of C packets/s
 * is full without a queue where W₁/(C·R₁) + W₂/(C·R₂) = 1, and with B packets in its buffer, where q = B/C, on the line with
 * C·R + B in place of C·R. With equal round-trip times these are sums of windows: the BDP, and the BDP and the buffer.
 */
export function limitsOf(
  directory: Directory,
  quantity: Portrait['quantity'],
  pair: readonly [number, number],
): Limits {
  const bottleneck = sharedBottleneck(directory, ...pair);
  const channel = directory.channels[bottleneck];
  const alone = directory.flows.filter((f) => !f.removed && f.path.includes(bottleneck)).length <= 2;
  const known = (x: number, y: number): Intercepts | null => (x > 0 && y > 0 ? [x, y] : null);
  if (!channel) return { full: null, loss: null, alone };
  if (quantity !== 'cwnd') return { full: known(channel.rateMbps, channel.rateMbps), loss: null, alone };
  const [x, y] = pair.map((flow) => {
    const { bdpPackets = Number.NaN, path = [] } = directory.flows[flow] ?? {};
    // The flow's own BDP is that of the slowest link on its path.
    const slowest = Math.min(...path.map((c) => directory.channels[c]?.rateMbps ?? Number.NaN));
    return (bdpPackets * channel.rateMbps) / slowest;
  }) as [number, number];
  const limit = channel.limitPackets ?? 0;
  return { full: known(x, y), loss: limit > 0 ? known(x + limit, y + limit) : null, alone };
}

/** Whether points of a line have the same sum, but for the rounding of round-trip times. */
export const isSum = ([x, y]: Intercepts) => Math.abs(x - y) <= 0.01 * Math.max(x, y);

export interface Finding {
  /** Means of the two flows. */
  meanX: number;
  meanY: number;
  /** The larger mean over the smaller one. */
  ratio: number;
  /** For windows, the share of time in which they are more than the link needs; for rates, their mean sum over the link's rate; null: unknown. */
  full: number | null;
}

/** Fewer samples than this do not allow a statement. */
const MIN_SAMPLES = 16;

/**
 * What the second half of a trajectory shows.
 * @param samples of both flows, at regular times
 * @param span the time that the portrait shows, s
 * @param full where the link is full; null: unknown
 */
export function findingOf(
  samples: readonly [Samples, Samples],
  span: readonly [number, number],
  full: Intercepts | null,
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
    if (full && shareOf(x, y, full) > 1) above += 1;
  }
  const [meanX, meanY] = [sumX / n, sumY / n];
  const least = Math.min(meanX, meanY);
  if (!(least > 0)) return null;
  const share = full && (quantity === 'cwnd' ? above / n : shareOf(meanX, meanY, full));
  return { meanX, meanY, ratio: Math.max(meanX, meanY) / least, full: share };
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
