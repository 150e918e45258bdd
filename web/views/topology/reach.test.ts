import { expect, test } from 'vitest';
import type { Box } from './geometry';
import { FINGER, lineReach, reaches } from './reach';

const size = { width: 390, height: 132 };
const node = (x: number, y: number): Box => ({ x: x - 9, y: y - 9, width: 18, height: 18 });
const apart = (a: Box, b: Box) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

test('each of a few close things has the room of a finger, and shares none of it', () => {
  const things = [
    node(103, 22),
    node(103, 67),
    node(103, 112),
    node(136, 67),
    { x: 17, y: 13, width: 70, height: 17 },
    { x: 17, y: 58, width: 70, height: 17 },
  ];
  const areas = reaches(things, size);
  for (const [i, area] of areas.entries()) {
    expect(area.width, `width of ${i}`).toBeGreaterThanOrEqual(FINGER - 1);
    expect(area.height, `height of ${i}`).toBeGreaterThanOrEqual(FINGER - 1);
    for (const other of areas.slice(i + 1)) expect(apart(area, other)).toBe(true);
  }
});

test('where there is no room for all, they share what there is', () => {
  const areas = reaches(
    Array.from({ length: 10 }, (_, i) => node(100, 10 + 12 * i)),
    size,
  );
  for (const [i, area] of areas.entries()) {
    expect(area.height).toBeGreaterThanOrEqual(10);
    for (const other of areas.slice(i + 1)) expect(apart(area, other)).toBe(true);
  }
});

test('the band of a line is narrower where another line is near', () => {
  const line = (y: number) => ({ a: { x: 0, y }, b: { x: 100, y } });
  const lines = [line(0), line(30), line(200)] as const;
  expect(lineReach(lines[0], lines)).toBe(30);
  expect(lineReach(lines[2], lines)).toBe(FINGER);
  expect(lineReach(lines[0], [lines[0], line(5)])).toBe(24);
});
