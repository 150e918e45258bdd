import { describe, expect, it } from 'vitest';
import cells from '../../../tests/fixtures/csv-cells.json';
import { csvCell, toCsv, tsvCell } from './csv';

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

  it.each(cells as [string, string][])('writes %j as %s, as the command line does', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });

  it('never hands a formula to a spreadsheet by the clipboard', () => {
    expect(tsvCell('=1+1')).toBe("'=1+1");
    expect(tsvCell('a\t=1+1\n')).toBe('a =1+1 ');
    expect(tsvCell('"=1+1')).toBe('"""=1+1"');
    expect(tsvCell('Buffer, packets')).toBe('Buffer, packets');
    expect(tsvCell(-5)).toBe('-5');
  });

  it('writes a head and rows', () => {
    expect(toCsv(['flow', 'goodput_mbps'], [['f1', 9.5]])).toBe('flow,goodput_mbps\r\nf1,9.5\r\n');
  });
});
