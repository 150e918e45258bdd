import { expect, test } from 'vitest';
import { trace } from './trace';

const area = {
  left: 100,
  top: 0,
  width: 200,
  height: 50,
  t0: 10,
  t1: 20,
  scale: { low: 0, end: 10, log: false },
};

function drawn(xs: number[], ys: number[], more = {}) {
  const out: string[] = [];
  const pen = {
    moveTo: (x: number, y: number) => out.push(`M${x} ${y}`),
    lineTo: (x: number, y: number) => out.push(`L${x} ${y}`),
  };
  trace(pen, { xs, ys }, { ...area, ...more });
  return out.join(' ');
}

test('time runs to the right, values upwards', () => {
  expect(drawn([10, 15, 20], [0, 5, 10])).toBe('M100 50 L200 25 L300 0');
});

test('NaN leaves a gap, and repeated points are drawn once', () => {
  expect(drawn([10, 10, 12, 14], [5, 5, Number.NaN, 5])).toBe('M100 25 M180 25');
});

test('infinite values are clamped near the canvas', () => {
  expect(drawn([10], [Number.POSITIVE_INFINITY])).toBe('M100 -200');
  expect(drawn([10], [-1e12])).toBe('M100 250');
});

test('a logarithmic scale', () => {
  expect(drawn([10, 20], [1, 10], { scale: { low: 1, end: 100, log: true } })).toBe('M100 50 L300 25');
});
