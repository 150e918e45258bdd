/** Time and sequence numbers: which bytes of a flow were sent, acknowledged and dropped around a moment. */
import type { Directory, Moment } from '../../generated/types';

/** What becomes of a packet. */
export type Fate = 'sent' | 'again' | 'dropped';

export interface Point {
  /** Simulated time, s. */
  t: number;
  /** Number of the first byte. */
  seq: number;
  kind: Fate;
}

export interface Sequence {
  /** The stretch, simulated s. */
  t0: number;
  t1: number;
  /** In order of time, as are the ACKs. */
  points: Point[];
  /** `ack`: the next byte that is expected. */
  acks: { t: number; ack: number }[];
  /** Smallest and largest byte's number. */
  low: number;
  high: number;
}

/** On both sides of the moment, in round trips without a queue; at least so many seconds. */
const ROUND_TRIPS = 3;
const LEAST_S = 0.02;
/** At most so many moments are asked for. */
export const MOST_MOMENTS = 20_000;

/** The flow that is looked at, by number (the selected one, or the first; −1: there is none), and how far to both sides of a moment, s. */
export function aroundMoment(directory: Directory | null, selected: number): { flow: number; spanS: number } {
  const flow = selected >= 0 ? selected : (directory?.flows.findIndex((f) => !f.removed) ?? -1);
  const roundTripS = (directory?.flows[flow]?.baseRttMs ?? 0) / 1e3;
  return { flow, spanS: Math.max(LEAST_S, ROUND_TRIPS * roundTripS) };
}

/** Packets and ACKs among the moments of a flow from a time to another, s; null where there are fewer than two. */
export function sequenceOf(moments: readonly Moment[], t0: number, t1: number): Sequence | null {
  const points: Point[] = [];
  const acks: Sequence['acks'] = [];
  for (const { atS: t, cause, effects, before } of moments) {
    if (t < t0 || t > t1) continue;
    // The reports of a flow without a window number no bytes.
    if (cause.kind === 'ack' && before.cwnd != null) acks.push({ t, ack: cause.ack });
    for (const e of effects) {
      if (e.kind === 'sent' && e.len > 0)
        points.push({ t, seq: e.seq, kind: e.packet === 'retransmission' ? 'again' : 'sent' });
      else if (e.kind === 'dropped') points.push({ t, seq: e.seq, kind: 'dropped' });
    }
  }
  if (points.length + acks.length < 2) return null;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const seq of [...points.map((p) => p.seq), ...acks.map((a) => a.ack)]) {
    low = Math.min(low, seq);
    high = Math.max(high, seq);
  }
  return { t0, t1, points, acks, low, high };
}
