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
  probes: [],
  recovering: false,
  ...more,
});
const moment = (atS: number, more: Partial<Moment>): Moment => ({
  atS,
  events: 0,
  cause: { kind: 'other' },
  effects: [],
  before: state(),
  after: state(),
  ...more,
});
const sent = (more: Partial<Shown>) => ({ kind: 'sent' as const, ...packet(more) });

const run = [
  moment(0.1, { effects: [sent({ seq: 0 }), sent({ seq: 1000 })] }),
  // What the receiver sends is none of the sender's.
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

test('it is a sequence of JSON texts under the schema of the draft', () => {
  for (const line of qlogOf(run, 'title', 'about').trimEnd().split('\n')) expect(line[0]).toBe('\u001e');
  expect(records()[0]).toMatchObject({ file_schema: 'urn:ietf:params:qlog:file:sequential', title: 'title' });
});

test('packets are sent, acknowledged and lost by their numbers, each copy with a new one', () => {
  const told = records()
    .slice(1)
    .map(({ time, name, data }) => [
      time,
      name.replace('quic:', ''),
      data.header?.packet_number ?? data.packet_numbers ?? data.timer_type ?? null,
    ]);
  const of = (kind: RegExp) => told.filter(([, name]) => kind.test(String(name)));
  expect(of(/packet_sent|packets_acked|packet_lost|timer/)).toEqual([
    [100, 'packet_sent', 0],
    [100, 'packet_sent', 1],
    [200, 'packets_acked', [0]],
    [1200, 'loss_timer_updated', 'pto'],
    [1200, 'packet_lost', 1],
    [1200, 'packet_sent', 2],
    [1300, 'packets_acked', [2]],
  ]);
});

test('metrics are bytes of segments as long as the longest, and states follow the threshold', () => {
  const all = records();
  const windows = all
    .filter((r) => r.name === 'quic:recovery_metrics_updated')
    .map((r) => r.data.congestion_window);
  expect(windows).toEqual([2000, 3000, 1000, 2000]);
  const states = all.filter((r) => r.name === 'quic:congestion_state_updated').map((r) => r.data.new);
  expect(states).toEqual(['slow_start', 'recovery', 'congestion_avoidance']);
});
