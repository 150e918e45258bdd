import { describe, expect, it } from 'vitest';
import { csvCell, toCsv } from './csv';

describe('CSV', () => {
  it('quotes what RFC 4180 asks to quote', () => {
    expect(csvCell('a "b", c')).toBe('"a ""b"", c"');
    expect(csvCell('two\nlines')).toBe('"two\nlines"');
    expect(csvCell('Reno')).toBe('Reno');
  });

  it('keeps digits and leaves out what is no number', () => {
    expect(csvCell(10.123456789)).toBe('10.123456789');
    expect(csvCell(Number.NaN)).toBe('');
    expect(csvCell(null)).toBe('');
  });

  it('never hands a formula to a spreadsheet', () => {
    expect(csvCell('=HYPERLINK("x")')).toBe('"\'=HYPERLINK(""x"")"');
  });

  it('writes a head and rows', () => {
    expect(toCsv(['flow', 'goodput_mbps'], [['f1', 9.5]])).toBe('flow,goodput_mbps\r\nf1,9.5\r\n');
  });
});
