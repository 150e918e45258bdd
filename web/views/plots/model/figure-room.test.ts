import { expect, test } from 'vitest';
import { arrangeFigure, PADDING, slotOf } from './figure-room';

const text = { stacked: 180, head: 40, beside: 160 };
/** The side of a square with its margins. */
const side = ({ width, height }: { width: number; height: number }) => Math.min(width - 60, height - 28);

test('in a wide panel the text is beside the picture, which has the whole height', () => {
  const { arrangement, room } = arrangeFigure({ width: 1058, height: 460 }, text, side);
  expect(arrangement).toBe('beside');
  expect(side(room)).toBe(460 - 2 * PADDING.y - 28);
  expect(room.width).toBe(1058 - 2 * PADDING.x - text.beside);
});

test('in a high panel the text is above and below the picture, which has the whole width', () => {
  const { arrangement, room } = arrangeFigure({ width: 500, height: 900 }, text, side);
  expect(arrangement).toBe('stacked');
  expect(side(room)).toBe(500 - 2 * PADDING.x - 60);
});

test('where neither fits, the picture is whole below its head, and the rest is scrolled to', () => {
  const { arrangement, room } = arrangeFigure({ width: 390, height: 310 }, text, side);
  expect(arrangement).toBe('below');
  expect(room.height).toBe(310 - 2 * PADDING.y - text.head);
});

test('figures share a row only if there is room for their text', () => {
  expect(slotOf(1, 1058)).toBe(1058);
  expect(slotOf(2, 1058)).toBe(529);
  expect(slotOf(3, 1058)).toBe(529);
  expect(slotOf(2, 430)).toBe(430);
});
