import { expect, test } from 'vitest';
import { beside } from './beside';

const phone = { width: 390, height: 844 };
const card = { width: 366, height: 170 };

test('a card goes below what it is about, above it, or beside it', () => {
  expect(beside({ left: 0, top: 48, width: 390, height: 132 }, card, phone)).toEqual({ left: 12, top: 188 });
  expect(beside({ left: 0, top: 672, width: 390, height: 108 }, card, phone).top).toBe(672 - 170 - 8);
  const wide = { width: 1280, height: 800 };
  expect(beside({ left: 936, top: 48, width: 344, height: 752 }, card, wide)).toEqual({
    left: 562,
    top: 104,
  });
});

test('where there is no room it covers as little as it can, and stays on screen', () => {
  const tall = beside({ left: 0, top: 180, width: 390, height: 560 }, card, phone);
  expect(tall).toEqual({ left: 12, top: 8 });
  const all = beside({ left: 0, top: 0, width: 390, height: 844 }, card, phone);
  expect(all.left).toBeGreaterThanOrEqual(8);
  expect(all.top + card.height).toBeLessThanOrEqual(844);
});
