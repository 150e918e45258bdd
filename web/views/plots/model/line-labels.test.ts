import { expect, test } from 'vitest';
import { densify, lineOf, placeOf } from './line-labels';

const line = { x0: 0, y0: 0, x1: 400, y1: 400 };

test('a name avoids the part of its line where the trajectory is', () => {
  // A trajectory on both sides of the first two thirds.
  const xs: number[] = [];
  const ys: number[] = [];
  for (let t = 0; t < 270; t += 4) {
    for (const off of [-12, 0, 12]) {
      xs.push(t - off);
      ys.push(t + off);
    }
  }
  const place = placeOf(line, [], 80, densify(xs, ys, 100));
  expect(place.x).toBeGreaterThan(300);
  expect(place.angle).toBeCloseTo(Math.PI / 4);
});

test('a name avoids other lines', () => {
  const cross = { x0: 0, y0: 80, x1: 80, y1: 0 };
  const free = placeOf(line, [], 80, []);
  const place = placeOf(line, [cross], 80, []);
  expect(Math.hypot(free.x - 40, free.y - 40)).toBeLessThan(50);
  expect(Math.hypot(place.x - 40, place.y - 40)).toBeGreaterThan(45);
});

test('two names do not cross', () => {
  const first = placeOf(line, [], 80, []);
  const second = placeOf({ x0: 0, y0: 60, x1: 60, y1: 0 }, [line, lineOf(first, 80)], 40, []);
  expect(Math.hypot(first.x - second.x, first.y - second.y)).toBeGreaterThan(16);
});

test('a long straight segment of a trajectory counts along its whole length', () => {
  expect(densify([0, 60], [0, 0]).length).toBeGreaterThan(20);
  expect(densify([0, 3], [0, 0])).toEqual([0, 0, 3, 0]);
});
