import { expect, test } from 'vitest';
import type { Moment, Shown, State } from '../../generated/types';
import { qlogOf } from './qlog';

const packet = (more: Partial<Shown>): Shown => ({
  ack: 0,
  echo: false,
  flow: 0,
  len: 1000,
  marked: false,
  packet: 'data',
  sacks: 0,
  seq: 0,
  size: 1040,
  window: 0,
  ...more,
});
const state = (more: Partial<State> = {}): State => ({
  cwnd: 2,
  flight: 1,
  variables: [],
  recovering: false,
  ...more,
});
const moment = (atS: number, more: Partial<Moment>): Moment => ({
  atS,
  events: 0,
  cause: { kind: 'other' },
  effects: [],
  calls: [],
  before: state(),
  after: state(),
  ...more,
});
const sent = (more: Partial<Shown>) => ({ kind: 'sent' as const, ...packet(more) });

const run = [
  moment(0.1, { effects: [sent({ seq: 0 }), sent({ seq: 1000 })] }),
  // Packets from the receiver do not count.
  moment(0.15, { cause: { kind: 'data', ...packet({}) }, effects: [sent({ packet: 'control', len: 0 })] }),
  moment(0.2, {
    cause: { kind: 'ack', ...packet({ packet: 'ack', ack: 1000, len: 0, size: 40 }) },
    after: state({ cwnd: 3, srttMs: 100 }),
  }),
  moment(1.2, {
    cause: { kind: 'timer', timer: 'retransmit' },
    rule: 'timeout',
    effects: [{ kind: 'mark', mark: 'timeout' }, sent({ seq: 1000, packet: 'retransmission' })],
    after: state({ cwnd: 1, ssthresh: 2, recovering: true }),
  }),
  moment(1.3, {
    cause: { kind: 'ack', ...packet({ packet: 'ack', ack: 2000, len: 0, size: 40 }) },
    after: state({ ssthresh: 2 }),
  }),
];

const records = () =>
  qlogOf(run, 'title', 'about')
    .split('\u001e')
    .slice(1)
    .map((line) => JSON.parse(line));

test('the file is a JSON text sequence with the schema of the draft', () => {
  for (const line of qlogOf(run, 'title', 'about').trimEnd().split('\n')) expect(line[0]).toBe('\u001e');
  expect(records()[0]).toMatchObject({ file_schema: 'urn:ietf:params:qlog:file:sequential', title: 'title' });
});

test('packets are sent, acknowledged and lost by number, and retransmissions get new numbers', () => {
  const events = records()
    .slice(1)
    .map(({ time, name, data }) => [
      time,
      name.replace('quic:', ''),
      data.header?.packet_number ?? data.packet_numbers ?? data.timer_type ?? null,
    ]);
  const of = (kind: RegExp) => events.filter(([, name]) => kind.test(String(name)));
  expect(of(/packet_sent|packets_acked|packet_lost|timer/)).toEqual([
    [100, 'packet_sent', 0],
    [100, 'packet_sent', 1],
    [200, 'packets_acked', [0]],
    [1200, 'timer_updated', 'pto'],
    [1200, 'packet_lost', 1],
    [1200, 'packet_sent', 2],
    [1300, 'packets_acked', [2]],
  ]);
});

test('metrics are in bytes, with the longest segment as the MSS, and states follow the slow-start threshold', () => {
  const all = records();
  const windows = all
    .filter((r) => r.name === 'quic:recovery_metrics_updated')
    .map((r) => r.data.congestion_window);
  expect(windows).toEqual([2000, 3000, 1000, 2000]);
  const states = all.filter((r) => r.name === 'quic:congestion_state_updated').map((r) => r.data.new);
  expect(states).toEqual(['slow_start', 'recovery', 'congestion_avoidance']);
});

/** The required and the optional fields of an object in the CDDL of the drafts, with rules for their values. */
interface Shape {
  needs?: Record<string, Rule>;
  may?: Record<string, Rule>;
}
type Rule = Shape | ((value: unknown) => boolean);

const text = (value: unknown) => typeof value === 'string';
const uint = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const number = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const one =
  (...of: unknown[]) =>
  (value: unknown) =>
    of.includes(value);
const each = (rule: Rule) => (value: unknown) =>
  Array.isArray(value) && value.every((v) => faults(v, rule).length === 0);

const raw: Shape = { may: { length: uint, payload_length: uint } };
const header: Shape = { needs: { packet_type: one('1RTT') }, may: { packet_number: uint } };
const frame: Shape = { needs: { frame_type: one('stream'), stream_id: uint }, may: { offset: uint, raw } };

/** The first record of a sequence, draft-ietf-quic-qlog-main-schema-13, sections 4 to 7. */
const FILE: Shape = {
  needs: {
    file_schema: one('urn:ietf:params:qlog:file:sequential'),
    serialization_format: one('application/qlog+json-seq'),
    trace: {
      needs: { event_schemas: each(text) },
      may: {
        common_fields: {
          may: {
            time_format: one('relative_to_epoch', 'relative_to_previous_event'),
            reference_time: {
              needs: { clock_type: one('system', 'monotonic'), epoch: one('unknown') },
            },
          },
        },
        vantage_point: { needs: { type: one('client', 'server', 'network', 'unknown') } },
      },
    },
  },
  may: { title: text, description: text },
};

/** The events and fields of draft-ietf-quic-qlog-quic-events that are written. */
const EVENTS: Record<string, Shape> = {
  packet_sent: { needs: { header }, may: { raw, frames: each(frame) } },
  packet_received: { needs: { header }, may: { raw } },
  packets_acked: { may: { packet_number_space: one('application_data'), packet_numbers: each(uint) } },
  packet_lost: { may: { header, trigger: one('reordering_threshold', 'time_threshold', 'pto_expired') } },
  timer_updated: {
    needs: { event_type: one('set', 'expired', 'cancelled') },
    may: { timer_type: one('ack', 'pto', 'loss_timeout') },
  },
  recovery_metrics_updated: {
    may: {
      congestion_window: uint,
      ssthresh: uint,
      bytes_in_flight: uint,
      packets_in_flight: uint,
      smoothed_rtt: number,
    },
  },
  congestion_state_updated: { needs: { new: text }, may: { old: text } },
};

/** The places where a value breaks a rule. */
function faults(value: unknown, rule: Rule, at = ''): string[] {
  if (typeof rule === 'function') return rule(value) ? [] : [`${at}: ${JSON.stringify(value)}`];
  if (typeof value !== 'object' || value === null) return [`${at}: no object`];
  const { needs = {}, may = {} } = rule;
  const missing = Object.keys(needs).filter((key) => !(key in value));
  return [
    ...missing.map((key) => `${at}/${key}: missing`),
    ...Object.entries(value).flatMap(([key, item]) => {
      const own = needs[key] ?? may[key];
      return own ? faults(item, own, `${at}/${key}`) : [`${at}/${key}: not in the draft`];
    }),
  ];
}

test('each record has the fields that the drafts require, and no others', () => {
  const [file, ...events] = records();
  expect(faults(file, FILE)).toEqual([]);
  const seen = new Set<string>();
  let before = 0;
  for (const event of events) {
    const [space, name = ''] = event.name.split(':');
    expect(space).toBe('quic');
    expect(
      faults(event, { needs: { time: number, name: text, data: EVENTS[name] ?? (() => false) } }),
    ).toEqual([]);
    // Times are relative to the epoch and never decrease.
    expect(event.time).toBeGreaterThanOrEqual(before);
    before = event.time;
    seen.add(name);
  }
  expect([...seen].sort()).toEqual(Object.keys(EVENTS).sort());
  // The rules do detect faults.
  expect(faults({ header: { packet_number: -1 } }, EVENTS.packet_sent as Shape)).toEqual([
    '/header/packet_type: missing',
    '/header/packet_number: -1',
  ]);
});
