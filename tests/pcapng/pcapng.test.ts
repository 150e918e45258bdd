/** Captures as Wireshark's own analysis sees them, beside what the engine counted. */
import { describe, expect, test } from 'vitest';
import type { Channel, Flow, Scenario } from '../../web/generated/types';
import { dumbbell } from '../support/scenarios';
import { capture, captureBytes, type Seen } from './capture';

const droptail = (limitPackets: number) => ({ kind: 'droptail', params: { limitPackets } });
const core = (more: Partial<Channel> = {}): Channel => ({
  rateMbps: 10,
  delayMs: 20,
  queue: droptail(40),
  ...more,
});
const flow = (pair: number, algorithm: string, more: Partial<Flow> = {}): Flow => ({
  id: `f${pair}`,
  from: `s${pair}`,
  to: `d${pair}`,
  algorithm,
  ...more,
});
const scenario = (flows: Flow[], channel: Channel, more: Partial<Scenario> = {}): Scenario => ({
  version: 1,
  seed: 7,
  durationS: 15,
  ...dumbbell(flows.length, channel),
  flows,
  ...more,
});

const ecn = { ecn: true };
const marking = { kind: 'red', params: { limitPackets: 200, minTh: 10, maxTh: 60, maxP: 0.1, ecn: true } };

/** Two routes from router to router; the longer one is left at 5 s, and what comes after overtakes what is still on it. */
function detour(): Scenario {
  const document = scenario([flow(1, 'sack')], core({ delayMs: 60, queue: droptail(400) }), {
    durationS: 12,
  });
  document.nodes.push({ id: 'r3', kind: 'router' });
  const long = document.links.find((link) => link.id === 'core');
  if (long) long.b = 'r3';
  document.links.push({ id: 'rest', a: 'r3', b: 'r2', forward: core({ delayMs: 20, rateMbps: 100 }) });
  const short = { id: 'short', a: 'r1', b: 'r2', forward: core({ queue: droptail(400) }) };
  return { ...document, edits: [{ atS: 5, path: '/links/short', value: short }] };
}

const cases: Record<string, Scenario> = {
  'a drop-tail queue, four recoveries': scenario(
    [flow(1, 'tahoe'), flow(2, 'reno'), flow(3, 'newreno'), flow(4, 'cubic')],
    core(),
  ),
  'losses on the link, SACK': scenario([flow(1, 'sack'), flow(2, 'cubic')], core({ lossRate: 0.01 })),
  'losses on the link, without timestamps': scenario(
    [
      flow(1, 'sack', { stack: { kind: 'rfc', params: { timestamps: false } } }),
      flow(2, 'newreno', { stack: { kind: 'linux', params: { windowScaling: false } } }),
    ],
    core({ lossRate: 0.01 }),
  ),
  'marks instead of drops': scenario(
    [
      flow(1, 'reno', { stack: { kind: 'linux', params: ecn } }),
      flow(2, 'cubic', { stack: { kind: 'rfc', params: ecn } }),
    ],
    core({ queue: marking }),
  ),
  'the stack of 1999, without handshake': scenario(
    [flow(1, 'reno', { stack: { kind: 'ns2-1999' } }), flow(2, 'tahoe', { stack: { kind: 'ns2-1999' } })],
    core(),
  ),
  'packets that overtake each other': detour(),
};

const count = (seen: Seen[], what: (packet: Seen) => boolean) => seen.filter(what).length;
const hasData = (packet: Seen) => Number(packet['tcp.len']) > 0;
/** Wireshark calls a retransmission out of order where it comes within about a round trip of what it repairs. */
const isRepeated = (packet: Seen) =>
  packet['tcp.analysis.retransmission'] !== '' || packet['tcp.analysis.out_of_order'] !== '';

describe.each(Object.entries(cases))('%s', (_, document) => {
  test('tshark finds nothing malformed, and as many retransmissions as the engine made', async () => {
    const pairs = document.flows.map((_, i) => i + 1);
    const { results, seen } = await capture(
      document,
      pairs.map((i) => `in${i}`),
    );
    expect(results.flows.some((f) => f.retransmissions > 0)).toBe(true);
    for (const pair of pairs) {
      const packets = seen[`in${pair}`] ?? [];
      const found = results.flows[pair - 1];
      expect(count(packets, (p) => p['_ws.malformed'] !== '')).toBe(0);
      expect(count(packets, hasData), `data of f${pair}`).toBe(found?.sentPackets);
      expect(
        count(packets, (p) => hasData(p) && isRepeated(p)),
        `retransmissions of f${pair}`,
      ).toBe(found?.retransmissions);
      // At the sender nothing is missing, and windows are kept.
      for (const sign of ['lost_segment', 'ack_lost_segment', 'window_full'] as const) {
        expect(
          count(packets, (p) => p[`tcp.analysis.${sign}`] !== ''),
          sign,
        ).toBe(0);
      }
      // Headers alone are kept.
      expect(packets.every((p) => Number(p['frame.cap_len']) <= 80)).toBe(true);
    }
  });
});

test('checksums are right over whole packets, and lengths are those that the engine counts', async () => {
  const document = cases['losses on the link, SACK'] as Scenario;
  const { results, seen } = await capture({ ...document, durationS: 3 }, ['in1'], ['--snaplen', '65535']);
  const packets = seen.in1 ?? [];
  expect(packets.length).toBeGreaterThan(1000);
  const good = '1';
  for (const what of ['ip.checksum.status', 'tcp.checksum.status'] as const) {
    expect(count(packets, (p) => p[what] !== good)).toBe(0);
  }
  expect(packets.every((p) => p['frame.cap_len'] === p['frame.len'])).toBe(true);
  const channel = results.queues.find((q) => q.id === 'in1/forward');
  const forward = packets.filter((p) => p['frame.interface_name'] === 'in1/forward');
  expect(forward.length).toBe(channel?.arrivals);
});

test('SYNs negotiate what the stack has, and ACKs carry SACK blocks', async () => {
  const timed = await capture(cases['losses on the link, SACK'] as Scenario, ['in1']);
  const bare = await capture(cases['losses on the link, without timestamps'] as Scenario, ['in1', 'in2']);
  const negotiated = (seen: Seen[] = []) => {
    const syn = seen.find((p) => p['tcp.flags.syn'] === '1' || p['tcp.flags.syn'] === 'True');
    const has = (field: keyof Seen) => syn?.[field] !== '';
    return {
      mss: syn?.['tcp.options.mss_val'],
      sack: has('tcp.options.sack_perm'),
      timestamps: has('tcp.options.timestamp.tsval'),
      scale: has('tcp.options.wscale.shift'),
    };
  };
  const all = { mss: '1448', sack: true, timestamps: true, scale: true };
  expect(negotiated(timed.seen.in1)).toEqual(all);
  expect(negotiated(bare.seen.in1)).toEqual({ ...all, timestamps: false });
  expect(negotiated(bare.seen.in2)).toEqual({ ...all, sack: false, scale: false });
  const blocks = (seen: Seen[] = []) => count(seen, (p) => p['tcp.options.sack_le'] !== '');
  expect(blocks(timed.seen.in1)).toBeGreaterThan(20);
  expect(blocks(bare.seen.in1)).toBeGreaterThan(20);
  expect(blocks(bare.seen.in2)).toBe(0);
});

test('ECN bits are the marks of the queue and the answers to them', async () => {
  const { results, seen } = await capture(cases['marks instead of drops'] as Scenario, [
    'in1',
    'core@r2',
    'core',
  ]);
  const ce = (packets: Seen[] = []) => count(packets, (p) => p['ip.dsfield.ecn'] === '3');
  const queue = results.queues.find((q) => q.id === 'core/forward');
  expect(queue?.marks).toBeGreaterThan(50);
  // Marks are set before the link: the last ones are already in flight at its beginning.
  expect(ce(seen.core)).toBe(queue?.marks);
  expect(ce(seen['core@r2'])).toBeLessThanOrEqual(queue?.marks ?? 0);
  expect(ce(seen['core@r2'])).toBeGreaterThan((queue?.marks ?? 0) - 20);
  expect(ce(seen.in1)).toBe(0);
  const on = (value: string) => value === '1' || value === 'True';
  expect(count(seen.in1 ?? [], (p) => on(p['tcp.flags.cwr']) && hasData(p))).toBeGreaterThan(3);
  expect(count(seen.in1 ?? [], (p) => on(p['tcp.flags.ece']) && !on(p['tcp.flags.syn']))).toBeGreaterThan(3);
});

test('Accurate ECN counts in the ACE field and in its option what the queue marked', async () => {
  const accurate = { ecn: true, ecnFeedback: 'accurate' };
  const step = { kind: 'step', params: { limitPackets: 200, thresholdPackets: 15 } };
  const { results, seen } = await capture(
    scenario(
      [
        flow(1, 'dctcp', { stack: { kind: 'rfc', params: accurate } }),
        flow(2, 'dctcp', { stack: { kind: 'rfc', params: { ...accurate, ectCodepoint: 'ect1' } } }),
        flow(3, 'dctcp', { stack: { kind: 'rfc', params: { ecnFeedback: 'ace', ecn: true } } }),
      ],
      core({ queue: step, lossRate: 0.001 }),
    ),
    ['in1', 'in2', 'in3', 'core@r2'],
  );
  const on = (value: string) => value === '1' || value === 'True';
  const bit = (value: string, place: number) => (on(value) ? 1 << place : 0);
  // Of SYNs tshark shows the bits, of what follows the number.
  const ace = (p: Seen) =>
    p['tcp.flags.ace'] !== ''
      ? Number(p['tcp.flags.ace'])
      : bit(p['tcp.flags.ae'], 2) | bit(p['tcp.flags.cwr'], 1) | bit(p['tcp.flags.ece'], 0);
  expect(results.queues.find((q) => q.id === 'core/forward')?.marks).toBeGreaterThan(100);
  for (const [place, codepoint] of [
    ['in1', '2'],
    ['in2', '1'],
    ['in3', '2'],
  ] as const) {
    const packets = seen[place] ?? [];
    expect(count(packets, (p) => p['_ws.malformed'] !== '')).toBe(0);
    const [sent, answers] = ['forward', 'backward'].map((d) =>
      packets.filter((p) => p['frame.interface_name'] === `${place}/${d}`),
    );
    if (!sent?.[0] || !answers?.[0]) throw new Error('no packets');
    // RFC 9768, section 3.1: 7 asks for it, 2 grants it to a SYN that was Not-ECT, the next packet says the same of the SYN/ACK.
    expect([ace(sent[0]), ace(answers[0]), ...sent.slice(1, 4).map(ace)]).toEqual([7, 2, 2, 5, 5]);
    // Retransmissions are Not-ECT (RFC 3168, section 6.1.5).
    const data = sent.filter(hasData);
    expect(data.every((p) => p['ip.dsfield.ecn'] === (isRepeated(p) ? '0' : codepoint))).toBe(true);
    expect(count(data, isRepeated)).toBeGreaterThan(0);
    expect(answers.every((p) => p['ip.dsfield.ecn'] === '0')).toBe(true);
    // Counters begin at 5 and 0, and move together: the field by packets, the option by bytes.
    const after = answers.slice(1);
    expect(ace(after[0] as Seen)).toBe(5);
    const ect = codepoint === '2' ? 'tcp.options.acc_ecn.ee0b' : 'tcp.options.acc_ecn.ee1b';
    const bytes = after.map((p) => p['tcp.options.acc_ecn.eceb']);
    if (place === 'in3') {
      expect(bytes.every((value) => value === '')).toBe(true);
      continue;
    }
    expect(Number(after[0]?.[ect])).toBeGreaterThan(1);
    const full = after.filter((p) => Number(p['tcp.options.acc_ecn.eceb']) % 1448 === 0);
    expect(full.length).toBeGreaterThan(after.length * 0.9);
    for (const p of full) expect(ace(p)).toBe((5 + Number(p['tcp.options.acc_ecn.eceb']) / 1448) % 8);
    expect(Number(bytes.at(-1))).toBeGreaterThan(1448 * 20);
  }
});

test('what the link loses is there at its beginning, says so, and is not there at its end', async () => {
  const { results, seen } = await capture(cases['losses on the link, SACK'] as Scenario, ['core', 'core@r2']);
  const lostThere = (direction: string) =>
    results.queues.find((q) => q.id === `core/${direction}`)?.linkLosses ?? 0;
  const lost = (packets: Seen[] = []) =>
    count(packets, (p) => p['frame.comment'].includes('Lost on this link'));
  expect(lostThere('forward')).toBeGreaterThan(20);
  // At each end what leaves it is there before it is lost.
  expect(lost(seen.core)).toBe(lostThere('forward'));
  expect(lost(seen['core@r2'])).toBe(lostThere('backward'));
});

test('transfers are connections of their own; datagrams are UDP', async () => {
  const web = { kind: 'web', params: { slots: 4 } };
  const cbr = { kind: 'cbr', params: { rateMbps: 2 } };
  const document = scenario(
    [flow(1, 'cubic', { traffic: web }), flow(2, 'udp', { traffic: cbr }), flow(3, 'tfrc')],
    core({ lossRate: 0.005 }),
    { durationS: 10 },
  );
  const { results, seen } = await capture(document, ['in1', 'in2', 'in3']);
  const [transfers, datagrams, rate] = results.flows;
  for (const packets of Object.values(seen)) expect(count(packets, (p) => p['_ws.malformed'] !== '')).toBe(0);
  const streams = new Set(seen.in1?.map((p) => p['tcp.stream']));
  expect(streams.size).toBeGreaterThan(20);
  expect(count(seen.in1 ?? [], (p) => hasData(p) && isRepeated(p))).toBe(transfers?.retransmissions);
  expect(count(seen.in2 ?? [], (p) => p['udp.length'] !== '')).toBe(datagrams?.sentPackets);
  const sent = seen.in3?.filter((p) => p['frame.interface_name'] === 'in3/forward') ?? [];
  expect(count(sent, (p) => p['udp.length'] !== '')).toBe(rate?.sentPackets);
});

test('a capture changes nothing, is the same each time, and keeps to its window', async () => {
  const document = cases['losses on the link, SACK'] as Scenario;
  const tapped = await capture(document, ['core']);
  const plain = await capture(document, []);
  expect(tapped.results).toEqual(plain.results);
  const [once, again] = [await captureBytes(document, 'in1'), await captureBytes(document, 'in1')];
  expect(once.equals(again)).toBe(true);
  const { seen } = await capture(document, ['core'], ['--pcap-window', '5..6']);
  expect(seen.core?.length).toBeGreaterThan(500);
  expect(seen.core?.length).toBeLessThan((tapped.seen.core?.length ?? 0) / 5);
});

test('a link that is not there is refused by name', async () => {
  const document = cases['losses on the link, SACK'] as Scenario;
  await expect(captureBytes(document, 'nowhere')).rejects.toThrow(
    /unknown link "nowhere"; expected one of in1, in2, core/,
  );
  await expect(captureBytes(document, 'core@d1')).rejects.toThrow(/"d1" is not an end of core/);
});
