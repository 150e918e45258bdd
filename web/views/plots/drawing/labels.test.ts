import { expect, test } from 'vitest';
import { piecesIn } from './labels';

/** 100 by 100 pixels: from 0 s to 10 s, and from 0 to 100. */
const area = {
  left: 0,
  top: 0,
  width: 100,
  height: 100,
  t0: 0,
  t1: 10,
  scale: { low: 0, end: 100, log: false },
};
const spot = (y: number) => ({ id: '', x: 20, y, width: 60, height: 14 });
const xs = Float64Array.from({ length: 101 }, (_, i) => i / 10);

test('a thinned curve disturbs a label between its extremes, where it has no points', () => {
  const dense = Float64Array.from(xs, (_, i) => (i % 2 === 0 ? 0 : 50));
  expect(piecesIn(spot(60), area, xs, [dense])).toBeGreaterThan(50);
  // Its highest values are on the line below the label, at 50.
  expect(piecesIn(spot(35), area, xs, [dense])).toBe(0);
});

test('gaps disturb nothing', () => {
  const gap = Float64Array.from(xs, (_, i) => (i < 10 ? 0 : i > 95 ? 100 : Number.NaN));
  expect(piecesIn(spot(40), area, xs, [gap])).toBe(0);
});
