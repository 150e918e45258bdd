/**
 * A sender's events as qlog (draft-ietf-quic-qlog-main-schema-13, draft-ietf-quic-qlog-quic-events-12), as QUIC events as far as
 * they have the same meaning for TCP. Packets are numbered in the order in which they are sent, retransmissions included.
 */
import type { Moment, Shown, State } from '../../generated/types';

/** RFC 7464: before each record. */
const SEPARATOR = '\u001e';

interface Sent {
  number: number;
  seq: number;
  len: number;
  over: boolean;
}

type Data = Record<string, unknown>;

/** @param moments of one flow @param title of the file @param about what was simulated */
export function qlogOf(moments: readonly Moment[], title: string, about: string): string {
  const records: unknown[] = [
    {
      file_schema: 'urn:ietf:params:qlog:file:sequential',
      serialization_format: 'application/qlog+json-seq',
      title,
      description: about,
      trace: {
        common_fields: {
          time_format: 'relative_to_epoch',
          // Simulated time: the epoch is the start of the run.
          reference_time: { clock_type: 'monotonic', epoch: 'unknown' },
        },
        vantage_point: { type: 'client' },
        event_schemas: ['urn:ietf:params:qlog:events:quic-12'],
      },
    },
  ];
  const packets: Sent[] = [];
  // Windows are in segments; the longest segment sent is taken as the MSS.
  let mss = 0;
  for (const moment of moments) for (const { len } of sentBySender(moment)) mss = Math.max(mss, len);
  let [state, metrics, acked] = ['', '', 0];
  for (const moment of moments) {
    const log = (name: string, data: Data) =>
      records.push({ time: Number((moment.atS * 1e3).toFixed(6)), name: `quic:${name}`, data });
    if (moment.cause.kind === 'ack') {
      log('packet_received', { header: { packet_type: '1RTT' }, raw: { length: moment.cause.size } });
      const numbers: number[] = [];
      for (; acked < packets.length && (packets[acked] as Sent).over; acked += 1);
      for (const packet of packets.slice(acked)) {
        if (packet.over || packet.seq + packet.len > moment.cause.ack) continue;
        packet.over = true;
        numbers.push(packet.number);
      }
      if (numbers.length > 0)
        log('packets_acked', { packet_number_space: 'application_data', packet_numbers: numbers });
    }
    if (moment.effects.some((e) => e.kind === 'mark' && e.mark === 'timeout'))
      log('timer_updated', { event_type: 'expired', timer_type: 'pto' });
    for (const packet of sentBySender(moment)) {
      const again = packet.packet === 'retransmission';
      const before = again ? packets.findLast((p) => p.seq === packet.seq && !p.over) : undefined;
      if (before) {
        before.over = true;
        log('packet_lost', {
          header: { packet_type: '1RTT', packet_number: before.number },
          trigger: moment.rule === 'timeout' ? 'pto_expired' : 'reordering_threshold',
        });
      }
      const number = packets.length;
      if (packet.len > 0) packets.push({ number, seq: packet.seq, len: packet.len, over: false });
      log('packet_sent', {
        header: { packet_type: '1RTT', ...(packet.len > 0 ? { packet_number: number } : {}) },
        raw: { length: packet.size, payload_length: packet.len },
        frames:
          packet.len > 0
            ? [
                {
                  frame_type: 'stream',
                  stream_id: 0,
                  offset: packet.seq,
                  raw: { payload_length: packet.len },
                },
              ]
            : [],
      });
    }
    const now = metricsOf(moment.after, mss);
    if (JSON.stringify(now) !== metrics) {
      metrics = JSON.stringify(now);
      log('recovery_metrics_updated', now);
    }
    const phase = phaseOf(moment.after);
    if (phase !== state) {
      log('congestion_state_updated', { ...(state === '' ? {} : { old: state }), new: phase });
      state = phase;
    }
  }
  return records.map((record) => `${SEPARATOR}${JSON.stringify(record)}\n`).join('');
}

/** The packets that the sender sent at a moment. ACKs, and packets sent when data arrive, are the receiver's. */
function sentBySender({ cause, effects }: Moment): Shown[] {
  if (cause.kind === 'data') return [];
  return effects.flatMap((e) => (e.kind === 'sent' && e.packet !== 'ack' ? [e] : []));
}

function metricsOf({ cwnd, ssthresh, flight, srttMs }: State, mss: number): Data {
  const bytes = (packets: number | null | undefined) =>
    packets == null || mss === 0 ? undefined : Math.round(packets * mss);
  return {
    congestion_window: bytes(cwnd),
    ssthresh: bytes(ssthresh),
    bytes_in_flight: bytes(flight),
    packets_in_flight: flight == null ? undefined : Math.round(flight),
    smoothed_rtt: srttMs ?? undefined,
  };
}

function phaseOf({ cwnd, ssthresh, recovering }: State): string {
  if (recovering) return 'recovery';
  return ssthresh == null || (cwnd ?? 0) < ssthresh ? 'slow_start' : 'congestion_avoidance';
}
