import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  decimalsFor,
  formatNumber,
  formatPlain,
  formatTick,
  formatTime,
  formatTrimmed,
  formatValue,
  formatVariable,
  timeDecimals,
} from './format';

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

  it('gives a fraction three decimals, in a formula without trailing zeros', () => {
    const values = [0.0123, 0.3486, 0.7, 1.5, 38.25, 1234.5, 39];
    expect(values.map(formatVariable)).toEqual(['0.0123', '0.349', '0.700', '1.50', '38.25', '1235', '39']);
    expect(values.map(formatTrimmed)).toEqual(['0.0123', '0.349', '0.7', '1.5', '38.25', '1235', '39']);
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

  it('writes a plain number without groups or trailing zeros', () => {
    expect([0.1, -3.5, 20000, 1234.5678, 1e-7].map(formatPlain)).toEqual([
      '0.1',
      '−3.5',
      '20000',
      '1234.57',
      '0.0000001',
    ]);
  });
});

describe('the decimal mark', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  /** The module on a page in this language. */
  async function inLanguage(lang: string) {
    vi.resetModules();
    vi.stubGlobal('document', { documentElement: {} });
    vi.stubGlobal('location', { search: `?lang=${lang}`, hash: '' });
    vi.stubGlobal('navigator', { languages: [] });
    return { format: await import('./format'), page: await import('../language/language') };
  }

  it('is that of the language, which can change', async () => {
    const { format, page } = await inLanguage('de');
    const all = () => [
      format.formatValue(12345.5, 1),
      format.formatTick(0.25),
      format.formatNumber(0.5),
      format.formatTime(1.5, 60),
    ];
    expect(all()).toEqual(['12\u202f345,5', '0,25', '0,5', '1,50 s']);
    page.setLanguage('en');
    expect(all()).toEqual(['12\u202f345.5', '0.25', '0.5', '1.50 s']);
    expect(formatNumber(0.5)).toBe('0.5');
  });

  it('is what an embedding page has chosen, whatever the language', async () => {
    const { format } = await inLanguage('de');
    format.setDecimalMark('point');
    expect(format.formatValue(1.5, 1)).toBe('1.5');
    format.setDecimalMark('comma');
    expect(format.formatValue(1.5, 1)).toBe('1,5');
  });
});
