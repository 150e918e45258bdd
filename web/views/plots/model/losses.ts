/** Synchronisation of losses: congestion events and the flows that each hits, from the marks of drops. */

import { packetBytes } from '../../../drawing/units';
import type { Directory, Scenario } from '../../../generated/types';
import { MarkKind, type MarkList } from '../../../worker/sections';

/** The part of a mark list that is used here. */
export type Marks = Pick<MarkList, 'count' | 'time' | 'flow' | 'kind'>;

/**
 * How long after a drop another one belongs to the same event, s: a round trip through full queues, because until then no sender can have
 * reacted. The engine's synchronisation level uses the queue at the time of the drop, which is full for drop-tail.
 */
export function eventGapS(directory: Directory, flow: number): number {
  const { path = [], baseRttMs = 0 } = directory.flows[flow] ?? {};
  const bytes = packetBytes(directory, flow);
  const waits = path.map((c) => {
    const { limitPackets = 0, rateMbps = 0, bottleneck = false } = directory.channels[c] ?? {};
    return bottleneck && rateMbps > 0 && bytes > 0 ? (limitPackets * bytes * 8) / (rateMbps * 1e6) : 0;
  });
  return baseRttMs / 1e3 + waits.reduce((a, b) => a + b, 0);
}

/** From when on events count at a time, s: as in the results from the start of the measurement, before it from the start of the run. */
export function countedFromS({ sampling }: Pick<Scenario, 'sampling'>, now: number): number {
  const fromS = sampling?.measureFromS ?? 0;
  return now > fromS ? fromS : 0;
}

/** Counts events by flow and by pair as the run goes on. Queues are not distinguished, because a mark does not name its queue. */
export class LossEvents {
  /** Events that hit both flows, and on the diagonal those that hit the flow. Flows × flows, row by row. */
  private together: Uint32Array;
  /** All events so far. */
  count = 0;
  private readonly n: number;
  private readonly gaps: readonly number[];
  private hit = new Set<number>();
  private last = Number.NEGATIVE_INFINITY;
  private next = 0;
  private now = 0;
  private fromS = 0;

  constructor(directory: Directory) {
    this.n = directory.flows.length;
    this.gaps = directory.flows.map((_, f) => eventGapS(directory, f));
    this.together = new Uint32Array(this.n * this.n);
  }

  /** Counts the marks between two times in s. If the last one counted is not between them, counts anew. */
  advance(marks: Marks, now: number, fromS = 0): void {
    if (now < this.now || fromS !== this.fromS || marks.count < this.next) this.restart();
    this.now = now;
    this.fromS = fromS;
    for (; this.next < marks.count && marks.time(this.next) <= now; this.next++) {
      const flow = marks.flow(this.next);
      const t = marks.time(this.next);
      if (t < fromS || marks.kind(this.next) !== MarkKind.drop || flow < 0 || flow >= this.n) continue;
      if (t - this.last >= (this.gaps[flow] ?? 0)) this.hit.clear();
      this.last = t;
      this.add(flow);
    }
  }

  private add(flow: number): void {
    if (this.hit.has(flow)) return;
    if (this.hit.size === 0) this.count += 1;
    this.bump(flow, flow);
    for (const other of this.hit) {
      this.bump(flow, other);
      this.bump(other, flow);
    }
    this.hit.add(flow);
  }

  private bump(a: number, b: number): void {
    const place = a * this.n + b;
    this.together[place] = (this.together[place] ?? 0) + 1;
  }

  private restart(): void {
    this.together.fill(0);
    this.count = 0;
    this.hit.clear();
    this.last = Number.NEGATIVE_INFINITY;
    this.next = 0;
  }

  /** Events that hit both flows; for the same flow twice, those that hit it. */
  both(a: number, b: number): number {
    return this.together[a * this.n + b] ?? 0;
  }

  /** The mean share of flows that an event hits; null without an event. */
  meanShare(flows: readonly number[]): number | null {
    if (this.count === 0 || flows.length === 0) return null;
    const hits = flows.reduce((sum, f) => sum + this.both(f, f), 0);
    return hits / (this.count * flows.length);
  }

  /** Of the events that hit `a`, the share that also hit `b`; null without an event. */
  share(a: number, b: number): number | null {
    const events = this.both(a, a);
    return events > 0 ? this.both(a, b) / events : null;
  }
}
