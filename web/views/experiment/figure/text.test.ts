import { describe, expect, it } from 'vitest';
import {
  columnDecimals,
  estimateText,
  formatEstimate,
  formatShort,
  textWidth,
  truncateText,
  wrapText,
} from './text';

describe('numbers of figures and tables', () => {
  it('have three digits, or a power of ten', () => {
    expect([0, 0.0123, 1.5, 98.76, 1234, 56_789].map((x) => formatShort(x))).toEqual([
      '0',
      '0.0123',
      '1.50',
      '98.8',
      '1234',
      '56\u202f789',
    ]);
    expect(formatShort(0.0000123)).toBe('1.23·10⁻⁵');
    expect(formatShort(-2.5e9)).toBe('−2.50·10⁹');
  });

  it('have the digits that their interval justifies', () => {
    expect(estimateText(0.93412, 0.0123)).toBe('0.934 ± 0.012');
    expect(estimateText(480.21, 35)).toBe('480 ± 35');
    expect(estimateText(480.21, null)).toBe('480');
    expect(estimateText(3, 0)).toBe('3.00 ± 0.00');
    expect(estimateText(66.951927, 1e-13)).toBe('67.0 ± 0.0');
    expect(estimateText(1234.5678, 0.001)).toBe('1234.57 ± 0.00');
    expect(estimateText(0.00001, 0.000_002)).toBe('1.00·10⁻⁵ ± 2.0·10⁻⁶');
  });
});

describe('a column of numbers', () => {
  it('has the decimals that most of them have', () => {
    const cells = [
      { value: 81.355, halfWidth: 0.043 },
      { value: 84.5, halfWidth: 2.2 },
      { value: 86.52, halfWidth: 0.97 },
      { value: 99.9993, halfWidth: 0.0014 },
      { value: 100, halfWidth: 0 },
    ];
    const decimals = columnDecimals(cells);
    expect(decimals).toBe(2);
    expect(cells.map(({ value, halfWidth }) => formatEstimate(value, halfWidth, decimals).value)).toEqual([
      '81.36',
      '84.50',
      '86.52',
      '100.00',
      '100.00',
    ]);
    expect(formatEstimate(0.0123, 0.0004, 1)).toEqual({ value: '0.012', halfWidth: '0.000' });
  });
});

describe('text', () => {
  it('is truncated if it does not fit', () => {
    expect(truncateText('short', 100)).toBe('short');
    const cut = truncateText('a rather long name of a series', 80);
    expect(cut.endsWith('…')).toBe(true);
    expect(textWidth(cut)).toBeLessThanOrEqual(80);
  });

  it('is broken into lines between words', () => {
    const lines = wrapText('one two three four five six', 80);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join(' ')).toBe('one two three four five six');
    for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(80);
  });
});
