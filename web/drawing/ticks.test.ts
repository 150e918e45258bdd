import { describe, expect, it } from 'vitest';
import { logTicks, scaleEnd, timeTicks, valueTicks } from './ticks';

describe('ticks', () => {
  it('gives two to four values in every range and height of a plot', () => {
    for (const height of [40, 60, 80, 110, 160, 300]) {
      for (let max = 0.01; max < 1e6; max *= 1.13) {
        const ticks = valueTicks(0, max, height);
        expect(ticks.length, `0 … ${max} in ${height}`).toBeGreaterThanOrEqual(2);
        expect(ticks.length, `0 … ${max} in ${height}`).toBeLessThanOrEqual(4);
        expect(ticks[ticks.length - 1]).toBeLessThanOrEqual(max * (1 + 1e-9));
      }
    }
  });

  it('gives a low plot a round value as well', () => {
    expect(valueTicks(0, 21.6, 30)).toEqual([0, 20]);
    expect(valueTicks(0, 11, 30)).toEqual([0, 10]);
    expect(valueTicks(0, 1.1, 30)).toEqual([0, 1]);
  });

  it('keeps the scale fixed while the data fluctuate', () => {
    const end = scaleEnd(100, 0);
    expect(end).toBeGreaterThan(100);
    expect(scaleEnd(end * 0.7, end)).toBe(end);
    expect(scaleEnd(end * 1.01, end)).toBeGreaterThan(end);
    expect(scaleEnd(end * 0.3, end)).toBeLessThan(end);
    expect(scaleEnd(Number.NaN, 0)).toBe(1);
  });

  it('uses powers of ten on a logarithmic axis, with steps between them if they fit', () => {
    expect(logTicks(1, 100, 9)).toEqual([1, 2, 5, 10, 20, 50, 100]);
    expect(logTicks(1, 1e6, 5)).toEqual([1, 100, 1e4, 1e6]);
  });

  it('spaces time ticks by the width', () => {
    expect(timeTicks(12, 42, 800)).toEqual([15, 20, 25, 30, 35, 40]);
    expect(timeTicks(0, 60, 320).length).toBeLessThanOrEqual(4);
    expect(timeTicks(3, 3, 320)).toEqual([3]);
    // Sixths of a second are not round.
    expect(timeTicks(14.5, 19, 800)).toEqual([15, 16, 17, 18, 19]);
    expect(timeTicks(0, 4.5, 1000)).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5]);
  });
});
