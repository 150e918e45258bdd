import { describe, expect, it } from 'vitest';
import cells from '../../../tests/fixtures/csv-cells.json';
import { csvCell, toCsv, tsvCell } from './csv';

describe('CSV', () => {
  it('quotes cells as RFC 4180 requires', () => {
    expect(csvCell('a "b", c')).toBe('"a ""b"", c"');
    expect(csvCell('two\nlines')).toBe('"two\nlines"');
    expect(csvCell('Reno')).toBe('Reno');
  });

  it('keeps all digits and leaves NaN empty', () => {
    expect(csvCell(10.123456789)).toBe('10.123456789');
    expect(csvCell(Number.NaN)).toBe('');
    expect(csvCell(null)).toBe('');
  });

  it.each(cells as [string, string][])('writes %j as %s, as the command line does', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });

  it('never copies a formula to the clipboard', () => {
    expect(tsvCell('=1+1')).toBe("'=1+1");
    expect(tsvCell('a\t=1+1\n')).toBe('a =1+1 ');
    expect(tsvCell('"=1+1')).toBe('"""=1+1"');
    expect(tsvCell('Buffer, packets')).toBe('Buffer, packets');
    expect(tsvCell(-5)).toBe('-5');
  });

  it('writes a header and rows', () => {
    expect(toCsv(['flow', 'goodput_mbps'], [['f1', 9.5]])).toBe('flow,goodput_mbps\r\nf1,9.5\r\n');
  });
});
