import { afterEach, describe, expect, it } from 'vitest';
import { setDecimalMark } from '../drawing/format';
import { numberText, parseNumber, parseNumbers } from './number';

afterEach(() => setDecimalMark('point'));

describe('groups of three digits', () => {
  it('are read with spaces of every kind between them', () => {
    for (const mark of ['point', 'comma'] as const) {
      setDecimalMark(mark);
      for (const space of [' ', '\u00a0', '\u202f']) {
        expect(parseNumber(`1${space}000`)).toBe(1000);
        expect(parseNumber(`-12${space}345${space}678`)).toBe(-12345678);
        expect(parseNumber(`1${space}000,5`)).toBe(1000.5);
      }
    }
    for (const text of ['1 00', '1 0000', '1000 000', '1 000 00', '0 500', '1 2', '1 000,000 000'])
      expect(parseNumber(text), text).toBeNull();
  });

  it('are read with the mark that is no decimal mark in the language', () => {
    const read = () => ['1,000', '1.000', '1,125', '1.125', '1,000.5', '1.000,5'].map((t) => parseNumber(t));
    expect(read()).toEqual([1000, 1, 1125, 1.125, 1000.5, 1000.5]);
    setDecimalMark('comma');
    expect(read()).toEqual([1, 1000, 1.125, 1125, 1000.5, 1000.5]);
  });

  it('are read with either mark where it occurs twice', () => {
    for (const mark of ['point', 'comma'] as const) {
      setDecimalMark(mark);
      expect(['1,000,000', '1.000.000'].map((t) => parseNumber(t))).toEqual([1e6, 1e6]);
      for (const text of ['1,000,00', '1.000,000.000', '1,000,5', '1,00,000'])
        expect(parseNumber(text), text).toBeNull();
    }
  });

  it('are refused in whole numbers where the mark could be the decimal mark', () => {
    expect(['1,000', '1.000', '1000', '1.5', '1.0'].map((t) => parseNumber(t, true))).toEqual([
      1000,
      null,
      1000,
      1.5,
      1,
    ]);
    setDecimalMark('comma');
    expect(['1,000', '1.000'].map((t) => parseNumber(t, true))).toEqual([null, 1000]);
  });
});

describe('decimal marks', () => {
  it('are read in both forms', () => {
    for (const mark of ['point', 'comma'] as const) {
      setDecimalMark(mark);
      expect(
        ['1,5', '1.5', '12,25', '0,125', '0.125', '1000,125', '1000.125', '1,5e3'].map((t) => parseNumber(t)),
      ).toEqual([1.5, 1.5, 12.25, 0.125, 0.125, 1000.125, 1000.125, 1500]);
    }
  });

  it('are written in that of the language, which is read again', () => {
    expect([12.5, 0.125, 1e-7, 20000].map(numberText)).toEqual(['12.5', '0.125', '1e-7', '20000']);
    setDecimalMark('comma');
    expect([12.5, 0.125, 1e-7, 20000].map(numberText)).toEqual(['12,5', '0,125', '1e-7', '20000']);
    for (const value of [12.5, 1.125, 1.5e-7, 123.456]) expect(parseNumber(numberText(value))).toBe(value);
  });
});

it('lists of whole numbers never take the rest of a group for a number', () => {
  expect(parseNumbers('100 200, 300', 0, 1e6)).toEqual([100, 200, 300]);
  expect(parseNumbers('5 10\u202f000 1\u00a0000\u00a0000', 0, 1e6)).toEqual([5, 10000, 1e6]);
  for (const text of ['1,000', '1 000', '1.000', '2 1,050'])
    expect(parseNumbers(text, 0, 1e6), text).toBeNull();
});
