/** Packet-delivery traces of links: their duration, and the mean rate of a channel. */
import type { Channel, Trace } from '../generated/types';

/** Bytes that one delivery opportunity serves. */
const OPPORTUNITY_BYTES = 1504;

/** Number of opportunities in a trace, and its duration before it repeats, s. */
export function traceExtent(trace: Trace): { packets: number; durationS: number } {
  const gaps = trace.gapsMs.split(' ').filter(Boolean).map(Number);
  return { packets: gaps.length, durationS: gaps.reduce((sum, gap) => sum + gap, 0) / 1000 };
}

const means = new WeakMap<Trace, number>();

/** Mean rate of a channel, Mb/s: its rate, or the mean of its trace. */
export function meanRateMbps(channel: Channel): number {
  const { trace } = channel;
  if (!trace) return channel.rateMbps;
  let mean = means.get(trace);
  if (mean === undefined) {
    const { packets, durationS } = traceExtent(trace);
    mean =
      durationS > 0
        ? Number(((packets * OPPORTUNITY_BYTES * 8) / durationS / 1e6).toPrecision(4))
        : channel.rateMbps;
    means.set(trace, mean);
  }
  return mean;
}
