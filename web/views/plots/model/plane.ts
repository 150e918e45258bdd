/** The throughput–delay plane: one dot for each flow, and its spread from seed to seed. */

import { scaleEnd } from '../../../drawing/ticks';
import type { FlowResults, Results, Statistic } from '../../../generated/types';

/** The delay on the horizontal axis: beyond that of empty queues, or the whole round-trip time. */
export type Delay = 'queueingMs' | 'rttMeanMs';

export interface Spread {
  /** Mean and standard deviation over the runs. */
  delay: { mean: number; sd: number };
  throughput: { mean: number; sd: number };
  runs: number;
}

export interface Dot {
  id: string;
  /** ms */
  delay: number;
  /** Mb/s */
  throughput: number;
  /** Null: there is only one run. */
  spread: Spread | null;
}

/** The flows that have both values. A flow without a measured delay is left out. */
export function dotsOf(
  results: Pick<Results, 'flows'>,
  delay: Delay,
  statistics: ReadonlyMap<string, Statistic> | null,
): Dot[] {
  return results.flows.flatMap((flow: FlowResults): Dot[] => {
    const at = flow[delay] ?? Number.NaN;
    if (!Number.isFinite(at) || !(flow.throughputMbps > 0)) return [];
    return [
      {
        id: flow.id,
        delay: at,
        throughput: flow.throughputMbps,
        spread: spreadOf(flow.id, delay, statistics),
      },
    ];
  });
}

function spreadOf(
  id: string,
  delay: Delay,
  statistics: ReadonlyMap<string, Statistic> | null,
): Spread | null {
  const x = statistics?.get(`flows/${id}/${delay}`);
  const y = statistics?.get(`flows/${id}/throughputMbps`);
  if (x?.sd == null || y?.sd == null) return null;
  return {
    delay: { mean: x.mean, sd: x.sd },
    throughput: { mean: y.mean, sd: y.sd },
    runs: Math.min(x.n, y.n),
  };
}

/** The upper ends of both axes, which are kept as long as they fit. */
export function endsOf(dots: readonly Dot[], before: readonly [number, number]): [number, number] {
  const most = (at: (dot: Dot) => number, far: (spread: Spread) => number) =>
    Math.max(0, ...dots.map((dot) => Math.max(at(dot), dot.spread ? far(dot.spread) : 0)));
  const x = most(
    (dot) => dot.delay,
    ({ delay }) => delay.mean + delay.sd,
  );
  const y = most(
    (dot) => dot.throughput,
    ({ throughput }) => throughput.mean + throughput.sd,
  );
  return [scaleEnd(x, before[0]), scaleEnd(y, before[1])];
}

/** A rectangle: left, top, width, height. */
export type Box = readonly [number, number, number, number];

/** Whether two rectangles have a point in common. */
export function overlap([ax, ay, aw, ah]: Box, [bx, by, bw, bh]: Box): boolean {
  return ax < bx + bw && bx < ax + aw && ay < by + bh && by < ay + ah;
}

/** Whether the first rectangle is inside the second. */
export function within([ax, ay, aw, ah]: Box, [bx, by, bw, bh]: Box): boolean {
  return ax >= bx && ay >= by && ax + aw <= bx + bw && ay + ah <= by + bh;
}

/** The dot nearest to a position, within `reach`; -1: there is none. In px. */
export function nearest(
  places: readonly (readonly [number, number])[],
  [x, y]: readonly [number, number],
  reach: number,
): number {
  let found = -1;
  let least = reach;
  places.forEach(([px, py], i) => {
    const far = Math.hypot(px - x, py - y);
    if (far <= least) [found, least] = [i, far];
  });
  return found;
}
