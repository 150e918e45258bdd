/** Packet-delivery traces of links: their duration and the mean rate of a channel. */
import type { Channel, Trace } from '../generated/types';

/** Bytes that an opportunity serves. */
const OPPORTUNITY = 1504;

/** Packets that a trace lets pass, and how long it lasts before it begins again, s. */
export function extentOf(trace: Trace): { packets: number; lastsS: number } {
  const gaps = trace.gapsMs.split(' ').filter(Boolean).map(Number);
  return { packets: gaps.length, lastsS: gaps.reduce((sum, gap) => sum + gap, 0) / 1000 };
}

const means = new WeakMap<Trace, number>();

/** What a channel carries in Mb/s: its rate, or the mean of its trace. */
export function meanRateMbps(channel: Channel): number {
  const { trace } = channel;
  if (!trace) return channel.rateMbps;
  let mean = means.get(trace);
  if (mean === undefined) {
    const { packets, lastsS } = extentOf(trace);
    mean =
      lastsS > 0 ? Number(((packets * OPPORTUNITY * 8) / lastsS / 1e6).toPrecision(4)) : channel.rateMbps;
    means.set(trace, mean);
  }
  return mean;
}
