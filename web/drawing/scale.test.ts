import { expect, test } from 'vitest';
import { highestWith, logEnds, scaleTicks, sharesOf, spanAround, spanOfMost, valueAtShare } from './scale';

const log = { low: 1, end: 1000, log: true };
const straight = { low: 10, end: 30, log: false };

test('all decades have the same height', () => {
  expect(sharesOf(log)(10)).toBeCloseTo(1 / 3);
  expect(sharesOf(log)(100)).toBeCloseTo(2 / 3);
});

test('a linear scale is proportional to distance', () => {
  expect(sharesOf(straight)(15)).toBeCloseTo(0.25);
});

test('shares convert back to their values', () => {
  for (const scale of [log, straight]) {
    for (const share of [0, 0.3, 1]) expect(sharesOf(scale)(valueAtShare(scale, share))).toBeCloseTo(share);
  }
});

test('zero is just below a logarithmic scale, and NaN stays NaN', () => {
  expect(sharesOf(log)(0)).toBeLessThan(0);
  expect(sharesOf(log)(0)).toBeGreaterThan(-0.02);
  expect(sharesOf(log)(Number.NaN)).toBeNaN();
});

test('the ends of a logarithmic scale enclose the data and stay fixed', () => {
  const first = logEnds(3, 400, { low: 0, end: 1, log: false });
  expect(first.low).toBeLessThanOrEqual(3);
  expect(first.end).toBeGreaterThanOrEqual(400);
  const held = { ...first, log: true };
  expect(logEnds(4, 380, held)).toBe(held);
  expect(logEnds(0.2, 380, held).low).toBeLessThanOrEqual(0.2);
});

test('a logarithmic scale shows at most five decades', () => {
  const { low, end } = logEnds(1e-9, 100, { low: 0, end: 1, log: false });
  expect(end / low).toBeLessThanOrEqual(10 ** 6);
});

test('a constant curve has space on both sides', () => {
  const { low, end } = logEnds(7, 7, { low: 0, end: 1, log: false });
  expect(low).toBeLessThan(7);
  expect(end).toBeGreaterThan(7);
});

test('ticks are powers of ten, with steps between them if they fit', () => {
  expect(scaleTicks({ low: 1, end: 1e6, log: true }, 66)).toEqual([1, 1e3, 1e6]);
  expect(scaleTicks(log, 100)).toEqual([1, 10, 100, 1000]);
  expect(scaleTicks(log, 400)).toEqual([1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]);
});

test('ticks are round in the displayed unit', () => {
  // 0 … 10 Mb/s of packets of 1250 bytes are 0 … 1000 packets/s.
  const ticks = scaleTicks({ low: 0, end: 9, log: false }, 100, 100);
  for (const tick of ticks) expect((tick * 100) % 50).toBeCloseTo(0);
});

test('zooming keeps the middle, linear or logarithmic', () => {
  expect(spanAround(straight, 0.5)).toEqual({ low: 15, end: 25 });
  const { low, end } = spanAround({ low: 1, end: 10_000, log: true }, 0.5);
  expect(low).toBeCloseTo(10);
  expect(end).toBeCloseTo(1000);
});

test('moving keeps the span, and does not go below zero if values cannot', () => {
  expect(spanAround(straight, 1, 0.1)).toEqual({ low: 12, end: 32 });
  expect(spanAround(straight, 1, -2)).toEqual({ low: 0, end: 20 });
  expect(spanAround({ low: -1, end: 1, log: false }, 1, -0.5)).toEqual({ low: -2, end: 0 });
  expect(spanAround({ low: 0, end: 100, log: false }, 2)).toEqual({ low: 0, end: 200 });
});

test('zooming stops at the precision of numbers', () => {
  let scale = { low: 10, end: 30, log: false };
  for (let i = 0; i < 200; i++) scale = { ...spanAround(scale, 0.5), log: false };
  expect(scale.end).toBeGreaterThan(scale.low);
});

test('a fitted range leaves out a few extremes, and begins at zero unless the values are far from it', () => {
  const saw = Array.from({ length: 500 }, (_, i) => 5 + (i % 10));
  expect(spanOfMost([...saw, 900, 950], false)).toEqual({ low: 0, end: 16 });
  expect(spanOfMost([...saw.map((v) => v + 100), 900], false)).toEqual({ low: 104, end: 115 });
  expect(spanOfMost([...saw.map((v) => v - 10), 900], false)?.low).toBe(-5);
  expect(spanOfMost([...saw, 900], true)).toEqual({ low: 5, end: 16 });
  expect(spanOfMost([0, 0, 0], false)).toBeUndefined();
});

const link = { value: 20, kind: 'link' };
const bdp = { value: 28, kind: 'bdp' };

test('a reference line near the curves sets the end of the scale, one far above them does not', () => {
  expect(highestWith(12, [link], false)).toBe(20);
  expect(highestWith(4, [link], false)).toBe(4);
  expect(highestWith(4, [link], true)).toBe(20);
  expect(highestWith(0, [link], false)).toBe(20);
});

test('the BDP is compared with what the other lines make of the scale', () => {
  expect(highestWith(12, [bdp], false)).toBe(12);
  expect(highestWith(12, [bdp, link], false)).toBe(28);
});
