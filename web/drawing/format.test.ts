import { describe, expect, it } from 'vitest';
import { decimalsFor, formatTick, formatTime, formatValue, timeDecimals } from './format';

describe('format', () => {
  it('writes about three digits', () => {
    expect([0, 0.42, 5, 42, 420, 4200].map((v) => decimalsFor(v))).toEqual([0, 2, 2, 1, 0, 0]);
  });

  it('groups from five digits up, with a true minus', () => {
    expect(formatValue(1234, 0)).toBe('1234');
    expect(formatValue(35792, 0)).toBe('35\u202f792');
    expect(formatValue(-1.5, 1)).toBe('−1.5');
    expect(formatValue(-0.01, 1)).toBe('0.0');
  });

  it('marks a missing value', () => {
    expect(formatValue(Number.NaN, 2)).toBe('–');
    expect(formatValue(Number.POSITIVE_INFINITY, 2)).toBe('∞');
  });

  it('keeps ticks short', () => {
    expect([0, 0.25, 50, 20000, 250000, 3e6].map(formatTick)).toEqual([
      '0',
      '0.25',
      '50',
      '20000',
      '250k',
      '3M',
    ]);
  });

  it('gives a time as many digits as the visible span resolves', () => {
    expect([600, 60, 30, 1, 0.01].map(timeDecimals)).toEqual([1, 2, 2, 4, 6]);
    expect(formatTime(31.4159, 30)).toBe('31.42 s');
  });
});
