import { describe, expect, it } from 'vitest';
import { layOutNames, numberTicks, spreadOut, valueDomain } from './scale';

describe('scales of values', () => {
  it('begin at zero, unless the variation would be invisible', () => {
    expect(valueDomain([12, 80], {})).toMatchObject({ lo: 0, cut: false });
    const narrow = valueDomain([0.95, 0.99], {});
    expect(narrow.cut).toBe(true);
    expect(narrow.lo).toBeLessThan(0.95);
    expect(narrow.lo).toBeGreaterThan(0.9);
    expect(valueDomain([0.95, 0.99], { zero: true })).toMatchObject({ lo: 0, cut: false });
    expect(valueDomain([-3, 5], {}).lo).toBeLessThan(-3);
  });

  it('hold all values and put ticks within their ends', () => {
    for (const values of [[3], [0], [-2, -1], [1e-6, 4e-6], [5, 5e6]]) {
      const { lo, hi, ticks } = valueDomain(values, {});
      expect(lo).toBeLessThanOrEqual(Math.min(...values));
      expect(hi).toBeGreaterThanOrEqual(Math.max(...values));
      expect(hi).toBeGreaterThan(lo);
      expect(ticks.length).toBeGreaterThan(0);
      for (const tick of ticks) expect(tick >= lo && tick <= hi).toBe(true);
    }
  });

  it('leave out values that a logarithmic axis cannot show', () => {
    const { lo, hi } = valueDomain([0, -1, 0.1, 10], { log: true });
    expect(lo).toBeGreaterThan(0.05);
    expect(hi).toBeGreaterThan(10);
    expect(valueDomain([], { log: true }).lo).toBeGreaterThan(0);
  });
});

describe('ticks', () => {
  it('are the values themselves if they fit', () => {
    expect(numberTicks([5, 10, 50, 100], false, 800)).toEqual([5, 10, 50, 100]);
    expect(numberTicks([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], false, 200).length).toBeLessThan(6);
    expect(numberTicks([17.3927, 23.00291], false, 800)).not.toContain(17.3927);
  });

  it('of names are broken into lines, slanted or left out before they touch', () => {
    expect(layOutNames(['reno', 'cubic'], 400)).toMatchObject({ every: 1, slanted: false, lines: 1 });
    const broken = layOutNames(['Pseudo-rate', 'Pseudo-rate, ACK spacing'], 180);
    expect(broken).toMatchObject({ slanted: false, lines: 2 });
    expect(broken.text('Pseudo-rate, ACK spacing')).toBe('Pseudo-rate,\nACK spacing');
    expect(layOutNames(['unbreakable-name', 'another-of-them', 'a third'], 120).slanted).toBe(true);
    const numbers = Array.from({ length: 50 }, (_, i) => String(i));
    expect(layOutNames(numbers, 300).slanted).toBe(false);
    expect(layOutNames(numbers, 300).every).toBeGreaterThan(2);
  });
});

describe('labels at the ends of lines', () => {
  it('move apart and stay near what they name', () => {
    expect(spreadOut([10, 100], 15, 0, 200)).toEqual([10, 100]);
    expect(spreadOut([50, 50, 50], 15, 0, 200)).toEqual([35, 50, 65]);
    expect(spreadOut([198, 199], 15, 0, 200)).toEqual([185, 200]);
    expect(spreadOut([2, 0], 15, 0, 200)).toEqual([15, 0]);
  });

  it('are dropped if there is no room', () => {
    expect(spreadOut([1, 2, 3], 15, 0, 20)).toBeNull();
  });
});
