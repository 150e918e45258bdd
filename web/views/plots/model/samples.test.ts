import { expect, test } from 'vitest';
import { commonSamples, samplesOf } from './samples';

test('a span’s last value is the sample at its end, and the open span has none', () => {
  const csv = 'time_s,min_packets,max_packets,last_packets\n0,1,4,2\n0.008,2,9,3\n0.016,3,3,3\n';
  expect(samplesOf(csv)).toEqual({ times: [0.008, 0.016], values: [2, 3] });
  expect(samplesOf('')).toEqual({ times: [], values: [] });
});

test('two series have samples in common where both were recorded and both are finite', () => {
  const fine = { times: [1, 2, 3, 4, 5, 6], values: [10, 20, 30, Number.POSITIVE_INFINITY, 50, 60] };
  const coarse = { times: [2, 4, 6], values: [1, 2, 3] };
  expect(commonSamples(fine, coarse, 0, 10)).toEqual({ xs: [20, 60], ys: [1, 3] });
  expect(commonSamples(coarse, fine, 0, 5)).toEqual({ xs: [1], ys: [20] });
});
