import { expect, it } from 'vitest';
import { meanRateMbps } from './trace';

it('a channel has a mean rate', () => {
  // Four opportunities of 1504 bytes in 10 ms.
  const channel = { rateMbps: 1, delayMs: 1, trace: { gapsMs: '0 3 0 7' } };
  expect(meanRateMbps(channel)).toBe(4.813);
  expect(meanRateMbps({ rateMbps: 20, delayMs: 1 })).toBe(20);
});
