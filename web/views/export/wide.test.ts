import { expect, test } from 'vitest';
import { wideCsv } from './wide';

test('there is a row for each time and a column for each series, and values are held until the next', () => {
  const csv = wideCsv([
    { name: 'CUBIC cwnd, packets', text: 'time_s,min_packets,max_packets,last_packets\n0,1,2,2\n1,3,3,3\n' },
    { name: 'Reno cwnd', text: 'time_s,min_packets,max_packets,last_packets\n0.5,7,9,8\n1,6,6,6\n' },
  ]);
  expect(csv.split('\r\n')).toEqual([
    'time_s,"CUBIC cwnd, packets",Reno cwnd',
    '0,2,',
    '0.5,2,8',
    '1,3,6',
    '',
  ]);
});
