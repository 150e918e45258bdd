import { expect, test } from 'vitest';
import { besideOf, densify, type Ends, lineOf, nameOf, type Place } from './line-labels';

const line = { x0: 0, y0: 0, x1: 400, y1: 400 };
const frame = { x0: 0, y0: 0, x1: 400, y1: 400 };
const placeOf = (of: Ends, others: readonly Ends[], wide: number, points: readonly number[]): Place =>
  nameOf(of, others, [wide], points, frame, false).place;

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

test('a name stands at the free end of its line', () => {
  expect(nameOf(line, [], [80], [], frame, false).place.x).toBeLessThan(100);
  expect(nameOf(line, [], [80], [], frame, true).place.x).toBeGreaterThan(300);
});

test('a name that another line would cross gives way to a shorter one', () => {
  const short = { x0: 0, y0: 100, x1: 100, y1: 0 };
  const found = nameOf(short, [line], [100, 24], [], frame, false);
  expect(found.text).toBe(1);
  // It is on one side of the line through the middle.
  expect(Math.abs(found.place.x - found.place.y)).toBeGreaterThan(24);
});

test('a line too short for its name has it beside its middle, level and inside the frame', () => {
  const { place, text } = nameOf({ x0: 0, y0: 390, x1: 10, y1: 400 }, [], [120, 60], [], frame, false);
  expect(text).toBe(1);
  expect(place.angle).toBe(0);
  expect(place.x - 30).toBeGreaterThanOrEqual(0);
  expect(place.y).toBeLessThan(400);
});

test('the label of a point on a line is off the line', () => {
  // A point on a rising line, as the start of two flows with equal windows.
  const rising = { x0: 0, y0: 400, x1: 400, y1: 0 };
  const place = besideOf([30, 370], 34, [rising], [], frame);
  const [x0, x1] = [place.x - 17, place.x + 17];
  // The line is at y = 400 − x: above the whole box, or below it.
  expect(400 - x0 < place.y - 8 || 400 - x1 > place.y + 8).toBe(true);
});

test('a label says whether it covers anything', () => {
  expect(besideOf([200, 200], 34, [], [], frame).isClear).toBe(true);
  // Lines 10 px apart leave no room for a text.
  const grid = Array.from({ length: 40 }, (_, i) => ({ x0: 0, y0: 10 * i, x1: 400, y1: 10 * i }));
  expect(besideOf([200, 200], 34, grid, [], frame).isClear).toBe(false);
});

test('a long straight segment of a trajectory counts along its whole length', () => {
  expect(densify([0, 60], [0, 0]).length).toBeGreaterThan(20);
  expect(densify([0, 3], [0, 0])).toEqual([0, 0, 3, 0]);
});
