/**
 * Decoders of the columnar Float64 sections that the engine fills: plot, scene and marks.
 *
 * A section is a view into a pooled buffer. It is valid until the next frame arrives; copy what must live longer.
 * Nothing here allocates per sample: accessors read straight from the view.
 */

/** Curves thinned to two points a column (minimum and maximum, in the order in which they occurred). */
export interface PlotSection {
  /** Series numbers (indices of `Directory.series`) in this section, in the order of the request. */
  readonly series: readonly number[];
  /** Columns asked for; every array has twice as many points. */
  readonly columns: number;
  /** All of it: `x`, then the values of each series. */
  readonly data: Float64Array;
  /** Simulated time in s of every point. */
  readonly x: Float64Array;
  /** Values of a series by its number in the directory (NaN: no value there); undefined when it was not asked for. */
  y(series: number): Float64Array | undefined;
}

export function decodePlot(data: Float64Array, series: readonly number[], columns: number): PlotSection {
  const points = 2 * columns;
  const complete = data.length >= points * (series.length + 1);
  return {
    series,
    columns,
    data,
    x: complete ? data.subarray(0, points) : new Float64Array(0),
    y(number) {
      const place = series.indexOf(number);
      if (place < 0 || !complete) return undefined;
      return data.subarray(points * (place + 1), points * (place + 2));
    },
  };
}

export const FlowState = { waiting: 0, handshake: 1, running: 2, finished: 3, noRoute: 4 } as const;
export const PacketKind = { data: 0, ack: 1, retransmission: 2, control: 3 } as const;
export const DropCause = { queueFull: 0, early: 1, link: 2 } as const;

const HEAD = 8;
const CHANNEL = 8;
const FLOW = 8;
const PACKET = 6;
const SLOT = 2;
const DROP = 5;

/** The network at one moment. Indices: channels and flows as in the directory; packets, slots and drops in order. */
export class SceneSection {
  private readonly data: Float64Array;
  readonly now: number;
  readonly channelCount: number;
  readonly flowCount: number;
  /** 0 also when there are too many packets to list one by one. */
  readonly packetCount: number;
  readonly slotCount: number;
  readonly dropCount: number;
  /** Jain's index over the fairness window; NaN where it is undefined. */
  readonly jain: number;
  private readonly flows: number;
  private readonly packets: number;
  private readonly slots: number;
  private readonly drops: number;

  constructor(data: Float64Array) {
    this.data = data;
    const head = (i: number) => (data.length >= HEAD ? (data[i] as number) : 0);
    this.now = head(0);
    this.channelCount = head(1);
    this.flowCount = head(2);
    this.packetCount = Math.max(0, head(3));
    this.slotCount = head(4);
    this.dropCount = head(5);
    this.jain = data.length >= HEAD ? head(6) : Number.NaN;
    this.flows = HEAD + CHANNEL * this.channelCount;
    this.packets = this.flows + FLOW * this.flowCount;
    this.slots = this.packets + PACKET * this.packetCount;
    this.drops = this.slots + SLOT * this.slotCount;
  }

  private at(i: number): number {
    return this.data[i] ?? Number.NaN;
  }
  private channel(c: number, field: number): number {
    return this.at(HEAD + CHANNEL * c + field);
  }
  private flow(f: number, field: number): number {
    return this.at(this.flows + FLOW * f + field);
  }
  private packet(p: number, field: number): number {
    return this.at(this.packets + PACKET * p + field);
  }

  queuedPackets(c: number): number {
    return this.channel(c, 0);
  }
  queuedBytes(c: number): number {
    return this.channel(c, 1);
  }
  busy(c: number): boolean {
    return this.channel(c, 2) === 1;
  }
  /** Mb/s in the last sampling period. */
  carriedMbps(c: number): number {
    return this.channel(c, 3);
  }
  dropsSoFar(c: number): number {
    return this.channel(c, 4);
  }
  marksSoFar(c: number): number {
    return this.channel(c, 5);
  }
  /** Number of the first listed slot of a channel's queue, its head; use with `slotFlow(firstSlot + i)`. */
  firstSlot(c: number): number {
    return this.channel(c, 6);
  }
  slotsOf(c: number): number {
    return this.channel(c, 7);
  }

  state(f: number): number {
    return this.flow(f, 0);
  }
  /** packets */
  cwnd(f: number): number {
    return this.flow(f, 1);
  }
  /** packets; Infinity before the first loss */
  ssthresh(f: number): number {
    return this.flow(f, 2);
  }
  /** packets */
  flight(f: number): number {
    return this.flow(f, 3);
  }
  /** ms; NaN before the first sample */
  srttMs(f: number): number {
    return this.flow(f, 4);
  }
  /** Mb/s in the last sampling period */
  throughputMbps(f: number): number {
    return this.flow(f, 5);
  }
  retransmissions(f: number): number {
    return this.flow(f, 6);
  }
  timeouts(f: number): number {
    return this.flow(f, 7);
  }

  packetChannel(p: number): number {
    return this.packet(p, 0);
  }
  packetFlow(p: number): number {
    return this.packet(p, 1);
  }
  /** As `PacketKind`. */
  packetKind(p: number): number {
    return this.packet(p, 2) & 7;
  }
  /** Whether it carries a CE mark. */
  packetMarked(p: number): boolean {
    return (this.packet(p, 2) & 8) !== 0;
  }
  /** s: when its transmission starts */
  packetStart(p: number): number {
    return this.packet(p, 3);
  }
  /** s: when it arrives at the other end */
  packetArrival(p: number): number {
    return this.packet(p, 4);
  }
  packetBytes(p: number): number {
    return this.packet(p, 5);
  }

  slotFlow(s: number): number {
    return this.at(this.slots + SLOT * s);
  }
  /** As `packetKind`. */
  slotKind(s: number): number {
    return this.at(this.slots + SLOT * s + 1) & 7;
  }
  slotMarked(s: number): boolean {
    return (this.at(this.slots + SLOT * s + 1) & 8) !== 0;
  }

  dropTime(d: number): number {
    return this.at(this.drops + DROP * d);
  }
  dropChannel(d: number): number {
    return this.at(this.drops + DROP * d + 1);
  }
  dropFlow(d: number): number {
    return this.at(this.drops + DROP * d + 2);
  }
  dropSequence(d: number): number {
    return this.at(this.drops + DROP * d + 3);
  }
  dropCause(d: number): number {
    return this.at(this.drops + DROP * d + 4);
  }
}

export const MarkKind = { loss: 0, timeout: 1, ecn: 2, edit: 3, drop: 4 } as const;
const MARK = 3;

/** All marks of a run so far, in order of time; grows as frames bring more. */
export class MarkList {
  private data = new Float64Array(MARK * 256);
  /** How many marks there are. */
  count = 0;

  clear(): void {
    this.count = 0;
  }

  /** Appends a marks section whose first mark has the index `from`; what overlaps is taken once. */
  append(section: Float64Array, from = this.count): void {
    const skip = Math.max(0, this.count - from);
    const more = Math.floor(section.length / MARK) - skip;
    if (more <= 0 || from > this.count) return;
    const needed = MARK * (this.count + more);
    if (needed > this.data.length) {
      const grown = new Float64Array(Math.max(needed, 2 * this.data.length));
      grown.set(this.data.subarray(0, MARK * this.count));
      this.data = grown;
    }
    this.data.set(section.subarray(MARK * skip, MARK * (skip + more)), MARK * this.count);
    this.count += more;
  }

  /** s */
  time(i: number): number {
    return this.data[MARK * i] ?? Number.NaN;
  }
  /** Index in the directory's flows; -1 for an edit. */
  flow(i: number): number {
    return this.data[MARK * i + 1] ?? -1;
  }
  /** One of `MarkKind`. */
  kind(i: number): number {
    return this.data[MARK * i + 2] ?? -1;
  }
  /** Index of the first mark at `t` or later. */
  firstAt(t: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.time(middle) < t) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
