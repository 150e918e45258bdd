/** Packet-delivery traces of links: the files of Mahimahi, and the mean rate that a channel has. */
import type { Channel, Trace } from '../generated/types';

/** Bytes that an opportunity serves. */
const OPPORTUNITY = 1504;

/** A larger file is no trace that the engine would accept. */
export const MAX_TRACE_FILE = 4_000_000;

/** The trace in a file, one time in ms a line; a string says what is wrong with it. */
export function readTrace(text: string, name: string): Trace | string {
  const gaps: number[] = [];
  let before = 0;
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  for (const [i, line] of lines.entries()) {
    if (!/^\s*\d{1,9}\s*$/.test(line)) return `Line ${i + 1} is not a whole number of milliseconds.`;
    const at = Number(line);
    if (at < before) return `Line ${i + 1} is earlier than the one before.`;
    gaps.push(at - before);
    before = at;
  }
  if (before === 0) return 'The trace lasts no time.';
  return { name: name.slice(0, 80), gapsMs: gaps.join(' ') };
}

/** The trace that a file is, by all that is in it; null: it is something else. A single number is no trace. */
export function recognisedTrace(text: string, name: string): Trace | null {
  if (text.length > MAX_TRACE_FILE || !/^\s*\d{1,9}\s*\n\s*\d/.test(text)) return null;
  const trace = readTrace(text, name);
  return typeof trace === 'string' ? null : trace;
}

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
