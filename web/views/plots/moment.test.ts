import { describe, expect, it } from 'vitest';
import { decodePlot } from '../../worker/sections';
import { momentOf, valueAt } from './moment';

const none = Number.NaN;
const section = decodePlot(
  Float64Array.from([0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, none, none, 10, 12, 11, 13, none, none]),
  [7],
  4,
);

describe('values at a moment', () => {
  it('reads the curve at or before the time', () => {
    expect(valueAt(section, 7, 1)).toBe(10);
    expect(valueAt(section, 7, 1.7)).toBe(12);
    expect(valueAt(section, 7, 3.4)).toBe(13);
  });

  it('has none before the curve begins, and none for another series', () => {
    expect(valueAt(section, 7, 0.5)).toBeNaN();
    expect(valueAt(section, 7, -2)).toBeNaN();
    expect(valueAt(section, 1, 2)).toBeNaN();
  });

  it('never stands for the future', () => {
    expect(momentOf(null, 5)).toBe(5);
    expect(momentOf(9, 5)).toBe(5);
    expect(momentOf(2, 5)).toBe(2);
  });
});
