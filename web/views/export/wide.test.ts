import { expect, test } from 'vitest';
import { ownerNames, wideCsv } from './wide';

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

test('owners are named as in the plots, and by their ids where names are equal', () => {
  const channel = (id: string, from: string, to: string) => ({ id, from, to });
  const directory = {
    flows: [{ id: 'f1' }, { id: 'f2' }, { id: 'f3' }],
    channels: [
      channel('core/forward', 'r1', 'r2'),
      channel('spare/forward', 'r1', 'r2'),
      channel('in/forward', 's1', 'r1'),
    ],
  } as Parameters<typeof ownerNames>[0];
  const flows = ['CUBIC', 'Mine', 'Mine'];
  const names = ownerNames(
    directory,
    (flow) => flows[flow] ?? '',
    (id) => (id === 's1' ? 'Server' : id),
  );
  expect([...names]).toEqual([
    ['f1', 'CUBIC'],
    ['in/forward', 'Server to r1'],
  ]);
});
