import { expect, test } from 'vitest';
import { readMeasurement } from './read';

/** Curves in short form: plot, name, times, values. */
function summary(text: string) {
  const curves = readMeasurement(text);
  return typeof curves === 'string' ? curves : curves.map((c) => [c.plot, c.name, [...c.t], [...c.y]]);
}

test('columns of CSV files are assigned to plots by their names, with the units given there', () => {
  const text = 'time_ms,cwnd,rtt_us,Throughput (Kbps),comment\n0,10,50000,8000,a\n500,20,,9000,b\n';
  expect(summary(text)).toEqual([
    ['cwnd', 'cwnd', [0, 0.5], [10, 20]],
    ['rtt', 'rtt_us', [0, 0.5], [50, Number.NaN]],
    ['throughput', 'Throughput (Kbps)', [0, 0.5], [8, 9]],
  ]);
});

test('quotes, semicolons and unordered rows are supported', () => {
  expect(summary('t;"queue; length"\r\n2;7\r\n1;5\r\n')).toEqual([
    ['queue', 'queue; length', [1, 2], [5, 7]],
  ]);
});

test('a table exported by the page can be imported', () => {
  const rows = ['f1,cwnd,packets,0,10,12,11', 'f1,cwnd,packets,1,12,14,13', 'f1,jain,index,0,1,1,1'];
  expect(summary(['owner,series,unit,time_s,min,max,last', ...rows, ''].join('\r\n'))).toEqual([
    ['cwnd', 'f1', [0, 1], [11, 13]],
  ]);
});

test('iperf3: windows become segments, µs become ms, and throughput is placed at the middle of its interval', () => {
  const stream = (start: number) => ({
    socket: 5,
    start,
    end: start + 1,
    seconds: 1,
    bits_per_second: 2e7,
    retransmits: 0,
    snd_cwnd: 14480,
    rtt: 41000,
  });
  const document = {
    start: { tcp_mss_default: 1448 },
    intervals: [
      { streams: [stream(0)], sum: {} },
      { streams: [stream(1)], sum: {} },
    ],
  };
  expect(summary(JSON.stringify(document))).toEqual([
    ['throughput', 'iperf3', [0.5, 1.5], [20, 20]],
    ['cwnd', 'iperf3', [1, 2], [10, 10]],
    ['rtt', 'iperf3', [1, 2], [41, 41]],
  ]);
});

test('unreadable files are refused with a reason', () => {
  expect(summary('a,b\n1,2\n')).toMatch(/no column “time”/);
  expect(summary('time,colour\n1,2\n')).toMatch(/No column name contains cwnd/);
  // Bytes are not packets.
  expect(summary('time,cwnd_bytes\n1,2\n')).toMatch(/No column name contains cwnd/);
  expect(summary('{"intervals": [')).toMatch(/not valid JSON/);
  expect(summary('{"intervals": []}')).toMatch(/does not contain intervals/);
});
