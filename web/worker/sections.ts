/**
 * Decoders of the columnar Float64 sections that the engine fills: plot, scene and marks. The engine generates their layout.
 *
 * A section is a view into a pooled buffer. It is valid until the next frame arrives; copy what must live longer.
 * Accessors read straight from the view, so nothing is allocated per sample.
 */
import {
  CE_MARK,
  MarkRecord,
  NOBODY,
  PlotColumn,
  SceneChannel,
  SceneClass,
  SceneDrop,
  SceneFlow,
  SceneHead,
  ScenePacket,
  SceneSlot,
} from '../generated/boundary';

export { DropCause, FlowState, MarkKind, PacketKind } from '../generated/boundary';

/** The reverse of an enumeration such as `FlowState`: names by number. */
export function namesOf<Name extends string>(codes: Readonly<Record<Name, number>>): Map<number, Name> {
  const names = new Map<number, Name>();
  for (const name in codes) names.set(codes[name], name);
  return names;
}

/** Curves thinned to two points a column (minimum and maximum, in the order in which they occurred). */
export interface PlotSection {
  /** Series numbers (indices of `Directory.series`) in this section, in the order of the request. */
  readonly series: readonly number[];
  /** Columns asked for. Every array has `PlotColumn.size` points for each column. */
  readonly columns: number;
  /** The whole section: `x`, then the values of each series. */
  readonly data: Float64Array;
  /** The simulated time of every point, s. */
  readonly x: Float64Array;
  /** The values of a series by its number in the directory; NaN: no value. Undefined if it was not asked for. */
  y(series: number): Float64Array | undefined;
}

export function decodePlot(data: Float64Array, series: readonly number[], columns: number): PlotSection {
  const points = PlotColumn.size * columns;
  const complete = data.length >= points * (series.length + 1);
  // A view takes more memory than its use takes time, and each is asked for several times in a frame.
  const views: Float64Array[] = [];
  return {
    series,
    columns,
    data,
    x: complete ? data.subarray(0, points) : new Float64Array(0),
    y(number) {
      const place = series.indexOf(number);
      if (place < 0 || !complete) return undefined;
      views[place] ??= data.subarray(points * (place + 1), points * (place + 2));
      return views[place];
    },
  };
}

/** The present values of series, by their numbers in the directory; NaN: no value yet; undefined: not among those asked for. */
export type PresentValue = (series: number) => number | undefined;

/** @param series their numbers, in the order of `values` */
export function decodeValues(values: Float64Array, series: readonly number[]): PresentValue {
  return (number) => values[series.indexOf(number)];
}

/** A class of a queue's packets. */
export interface QueuedClass {
  /** Backlog, packets. */
  queued: number;
  /** Number of its first listed slot, the next packet to be sent; use with `slotFlow(firstSlot + i)`. */
  firstSlot: number;
  slots: number;
}

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
  private readonly classes: number;
  private readonly flows: number;
  private readonly packets: number;
  private readonly slots: number;
  private readonly drops: number;

  constructor(data: Float64Array) {
    this.data = data;
    const whole = data.length >= SceneHead.size;
    const head = (field: number) => (whole ? (data[field] ?? 0) : 0);
    this.now = head(SceneHead.now);
    this.channelCount = head(SceneHead.channels);
    this.flowCount = head(SceneHead.flows);
    this.packetCount = head(SceneHead.packets);
    this.slotCount = head(SceneHead.slots);
    this.dropCount = head(SceneHead.drops);
    this.jain = whole ? head(SceneHead.jain) : Number.NaN;
    this.classes = SceneHead.size + SceneChannel.size * this.channelCount;
    this.flows = this.classes + SceneClass.size * head(SceneHead.classes);
    this.packets = this.flows + SceneFlow.size * this.flowCount;
    this.slots = this.packets + ScenePacket.size * this.packetCount;
    this.drops = this.slots + SceneSlot.size * this.slotCount;
  }

  private at(i: number): number {
    return this.data[i] ?? Number.NaN;
  }
  private channel(c: number, field: number): number {
    return this.at(SceneHead.size + SceneChannel.size * c + field);
  }
  private flow(f: number, field: number): number {
    return this.at(this.flows + SceneFlow.size * f + field);
  }
  private packet(p: number, field: number): number {
    return this.at(this.packets + ScenePacket.size * p + field);
  }
  private slot(s: number, field: number): number {
    return this.at(this.slots + SceneSlot.size * s + field);
  }
  private drop(d: number, field: number): number {
    return this.at(this.drops + SceneDrop.size * d + field);
  }

  queuedPackets(c: number): number {
    return this.channel(c, SceneChannel.queuedPackets);
  }
  queuedBytes(c: number): number {
    return this.channel(c, SceneChannel.queuedBytes);
  }
  busy(c: number): boolean {
    return this.channel(c, SceneChannel.busy) === 1;
  }
  /** Mb/s in the last sampling period. */
  carriedMbps(c: number): number {
    return this.channel(c, SceneChannel.carriedMbps);
  }
  dropsSoFar(c: number): number {
    return this.channel(c, SceneChannel.drops);
  }
  marksSoFar(c: number): number {
    return this.channel(c, SceneChannel.marks);
  }
  /** Number of the first listed slot of a channel's queue, its head; use with `slotFlow(firstSlot + i)`. */
  firstSlot(c: number): number {
    return this.channel(c, SceneChannel.firstSlot);
  }
  slotsOf(c: number): number {
    return this.channel(c, SceneChannel.slots);
  }
  /** The classes of a queue in the order of the catalogue row; one if its discipline has none. */
  classesOf(c: number): QueuedClass[] {
    // A channel that has just been added is in the drawing before it is in a scene.
    if (c >= this.channelCount) return [];
    const first = this.channel(c, SceneChannel.firstClass);
    return Array.from({ length: this.channel(c, SceneChannel.classes) }, (_, i) => {
      const record = this.classes + SceneClass.size * (first + i);
      return {
        queued: this.at(record + SceneClass.queuedPackets),
        firstSlot: this.at(record + SceneClass.firstSlot),
        slots: this.at(record + SceneClass.slots),
      };
    });
  }

  state(f: number): number {
    return this.flow(f, SceneFlow.state);
  }
  /** packets */
  cwnd(f: number): number {
    return this.flow(f, SceneFlow.cwnd);
  }
  /** packets; Infinity before the first loss */
  ssthresh(f: number): number {
    return this.flow(f, SceneFlow.ssthresh);
  }
  /** packets */
  inFlight(f: number): number {
    return this.flow(f, SceneFlow.flight);
  }
  /** ms; NaN before the first sample */
  srttMs(f: number): number {
    return this.flow(f, SceneFlow.srttMs);
  }
  /** Mb/s in the last sampling period */
  throughputMbps(f: number): number {
    return this.flow(f, SceneFlow.throughputMbps);
  }
  retransmissions(f: number): number {
    return this.flow(f, SceneFlow.retransmissions);
  }
  timeouts(f: number): number {
    return this.flow(f, SceneFlow.timeouts);
  }

  packetChannel(p: number): number {
    return this.packet(p, ScenePacket.channel);
  }
  packetFlow(p: number): number {
    return this.packet(p, ScenePacket.flow);
  }
  /** As `PacketKind`. */
  packetKind(p: number): number {
    return this.packet(p, ScenePacket.kind) & ~CE_MARK;
  }
  /** Whether it carries a CE mark. */
  packetMarked(p: number): boolean {
    return (this.packet(p, ScenePacket.kind) & CE_MARK) !== 0;
  }
  /** s: when its transmission starts */
  packetStart(p: number): number {
    return this.packet(p, ScenePacket.start);
  }
  /** s: when it arrives at the other end */
  packetArrival(p: number): number {
    return this.packet(p, ScenePacket.arrival);
  }
  packetBytes(p: number): number {
    return this.packet(p, ScenePacket.bytes);
  }

  slotFlow(s: number): number {
    return this.slot(s, SceneSlot.flow);
  }
  /** As `packetKind`. */
  slotKind(s: number): number {
    return this.slot(s, SceneSlot.kind) & ~CE_MARK;
  }
  slotMarked(s: number): boolean {
    return (this.slot(s, SceneSlot.kind) & CE_MARK) !== 0;
  }

  /** s */
  dropTime(d: number): number {
    return this.drop(d, SceneDrop.time);
  }
  dropChannel(d: number): number {
    return this.drop(d, SceneDrop.channel);
  }
  dropFlow(d: number): number {
    return this.drop(d, SceneDrop.flow);
  }
  dropSequence(d: number): number {
    return this.drop(d, SceneDrop.sequence);
  }
  /** As `DropCause`. */
  dropCause(d: number): number {
    return this.drop(d, SceneDrop.cause);
  }
}

/** The length of a scene's head and channels, which say what its queues hold. */
export function channelsIn(scene: Float64Array): number {
  const end = SceneHead.size + SceneChannel.size * (scene[SceneHead.channels] ?? 0);
  return Math.min(scene.length, end);
}

/** How many marks a section of this length holds. */
export function marksIn(length: number): number {
  return Math.floor(length / MarkRecord.size);
}

/** All marks of a run so far, ordered by time. */
export class MarkList {
  private data: Float64Array;
  /** How many marks there are. */
  count: number;

  /** @param section is read in place; without it the list is empty */
  constructor(section?: Float64Array) {
    this.data = section ?? new Float64Array(MarkRecord.size * 256);
    this.count = section ? marksIn(section.length) : 0;
  }

  clear(): void {
    this.count = 0;
  }

  /** Appends a section whose first mark has the index `from`. Marks that are in the list already are skipped. */
  append(section: Float64Array, from = this.count): void {
    const skip = Math.max(0, this.count - from);
    const more = marksIn(section.length) - skip;
    if (more <= 0 || from > this.count) return;
    const needed = MarkRecord.size * (this.count + more);
    if (needed > this.data.length) {
      const grown = new Float64Array(Math.max(needed, 2 * this.data.length));
      grown.set(this.data.subarray(0, MarkRecord.size * this.count));
      this.data = grown;
    }
    this.data.set(
      section.subarray(MarkRecord.size * skip, MarkRecord.size * (skip + more)),
      MarkRecord.size * this.count,
    );
    this.count += more;
  }

  /** s */
  time(i: number): number {
    return this.data[MarkRecord.size * i + MarkRecord.time] ?? Number.NaN;
  }
  /** Index in the directory's flows; `NOBODY` for an edit. */
  flow(i: number): number {
    return this.data[MarkRecord.size * i + MarkRecord.flow] ?? NOBODY;
  }
  /** One of `MarkKind`. */
  kind(i: number): number {
    return this.data[MarkRecord.size * i + MarkRecord.kind] ?? -1;
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
