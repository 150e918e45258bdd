import { expect, test } from 'vitest';
import { boxOf, rowsOf } from './box';

const rows = rowsOf([{ id: 'cwnd' }, { id: 'queue' }], [100, 80]);

test('a click selects nothing', () => {
  expect(boxOf({ x: 50, y: 50 }, { x: 54, y: 58 }, rows)).toBeNull();
});

test('a level drag selects time, in either direction', () => {
  const box = boxOf({ x: 90, y: 50 }, { x: 30, y: 62 }, rows);
  expect(box).toEqual({ time: { from: 30, to: 90 }, values: null });
});

test('a drag across an area of one plot selects time and values', () => {
  const box = boxOf({ x: 30, y: 170 }, { x: 90, y: 120 }, rows);
  expect(box).toEqual({ time: { from: 30, to: 90 }, values: { id: 'queue', from: 120, to: 170 } });
});

test('a steep drag selects only values', () => {
  expect(boxOf({ x: 30, y: 20 }, { x: 33, y: 70 }, rows)).toEqual({
    time: null,
    values: { id: 'cwnd', from: 20, to: 70 },
  });
});

test('a drag slightly beyond the edge stays in the same plot and is clipped', () => {
  expect(boxOf({ x: 30, y: 40 }, { x: 90, y: 110 }, rows)?.values).toEqual({ id: 'cwnd', from: 40, to: 100 });
});

test('a drag into another plot selects only time', () => {
  expect(boxOf({ x: 30, y: 40 }, { x: 90, y: 160 }, rows)).toEqual({
    time: { from: 30, to: 90 },
    values: null,
  });
});
