import { expect, test } from 'vitest';
import { highest } from '../../../drawing/measured';
import { measuredLines } from './measured';

const curve = {
  plot: 'cwnd',
  name: 'a',
  t: Float64Array.of(0, 1, 2),
  y: Float64Array.of(5, Number.NaN, 9),
} as const;
const file = { id: 1, name: 'a.csv', shiftS: 10, curves: [curve, { ...curve, plot: 'rtt' } as const] };

test('a plot has the measured curves of its kind, shifted to the file’s start time', () => {
  const lines = measuredLines([file], 'cwnd');
  expect(lines).toHaveLength(1);
  expect(measuredLines([file], 'queue')).toEqual([]);
  // 0 to 2 s of the file are 10 to 12 s of the run.
  expect(highest(lines, 0, 9)).toBe(0);
  expect(highest(lines, 0, 11)).toBe(5);
  expect(highest(lines, 10.5, 20)).toBe(9);
  expect(highest([], 0, 1)).toBe(0);
});

test('files have different dashes', () => {
  const [one, other] = measuredLines([file, { ...file, id: 2 }], 'cwnd');
  expect(one?.dash).not.toEqual(other?.dash);
});
