import { describe, expect, it } from 'vitest';
import { meanRateMbps, readTrace, recognisedTrace } from './trace';

describe('packet-delivery traces', () => {
  it('reads files as gaps', () => {
    expect(readTrace('0\n3\n3\n10\n', 'a')).toEqual({ name: 'a', gapsMs: '0 3 0 7' });
    expect(readTrace('1\r\n2\r\n', 'a')).toEqual({ name: 'a', gapsMs: '1 1' });
  });

  it('refuses what is no trace and says where', () => {
    expect(readTrace('', 'a')).toContain('Line 1');
    expect(readTrace('1\n\n2', 'a')).toContain('Line 2');
    expect(readTrace('5\n4', 'a')).toContain('Line 2');
    expect(readTrace('1\n-2', 'a')).toContain('Line 2');
    expect(readTrace('0\n0', 'a')).toContain('no time');
  });

  it('has a mean rate', () => {
    // Four opportunities of 1504 bytes in 10 ms.
    const channel = { rateMbps: 1, delayMs: 1, trace: { gapsMs: '0 3 0 7' } };
    expect(meanRateMbps(channel)).toBe(4.813);
    expect(meanRateMbps({ rateMbps: 20, delayMs: 1 })).toBe(20);
  });
});

it('a file that is a trace is recognised by what is in it, whatever it is called', () => {
  expect(recognisedTrace('0\n5\n5\r\n12\n', 'packets.csv')).toEqual({
    name: 'packets.csv',
    gapsMs: '0 5 0 7',
  });
  // One number, times that go back, fractions, a head, a second column, JSON.
  for (const text of ['7\n', '3\n2\n', '0.5\n1.5\n', 'time\n1\n2\n', '1,2\n3,4\n', '{"version":1}', '0\n0\n'])
    expect(recognisedTrace(text, 'other.csv')).toBeNull();
});
