/** Time and sequence numbers: which bytes of a flow were sent, acknowledged and dropped around a moment. */
import type { Directory, Moment } from '../../generated/types';

/** Whether a packet is sent, sent again or dropped. */
export type PacketKind = 'sent' | 'again' | 'dropped';

export interface Point {
  /** Simulated time, s. */
  t: number;
  /** Number of the first byte. */
  seq: number;
  kind: PacketKind;
}

export interface Sequence {
  /** The time span, s. */
  t0: number;
  t1: number;
  /** Ordered by time, like the ACKs. */
  points: Point[];
  /** `ack`: the next byte that is expected. */
  acks: { t: number; ack: number }[];
  /** Smallest and largest sequence number. */
  low: number;
  high: number;
}

/** Time on both sides of the moment, in base RTTs, with a minimum in seconds. */
const ROUND_TRIPS = 3;
const MIN_SPAN_S = 0.02;
/** Maximum number of moments to request. */
export const MAX_MOMENTS = 20_000;

/** Index of the flow to show (the selected or the first one; −1 if there is none), and the time span on both sides of the moment, s. */
export function aroundMoment(directory: Directory | null, selected: number): { flow: number; spanS: number } {
  const flow = selected >= 0 ? selected : (directory?.flows.findIndex((f) => !f.removed) ?? -1);
  const roundTripS = (directory?.flows[flow]?.baseRttMs ?? 0) / 1e3;
  return { flow, spanS: Math.max(MIN_SPAN_S, ROUND_TRIPS * roundTripS) };
}

/** Packets and ACKs of a flow between two times, s; null if there are fewer than two. */
export function sequenceOf(moments: readonly Moment[], from: number, t1: number): Sequence | null {
  const t0 = Math.max(0, from);
  const points: Point[] = [];
  const acks: Sequence['acks'] = [];
  for (const { atS: t, cause, effects, before } of moments) {
    if (t < t0 || t > t1) continue;
    // Reports of flows without a window have no sequence numbers.
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
