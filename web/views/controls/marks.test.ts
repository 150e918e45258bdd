import { expect, test } from 'vitest';
import { placeMarks, sliderRange } from './marks';

const buffer = { min: 1, max: 1_000_000, integer: true, log: true };
const share = { min: 0, max: 1, integer: false, log: false };
const delay = { min: 0, max: 100_000, integer: false, log: false };
const mark = (value: number, label = String(value)) => ({ value, label });

test('a slider extends around its marks, but never beyond the allowed range', () => {
  expect(sliderRange(buffer, [mark(120), mark(41.7)])).toMatchObject({ min: 10, max: 500 });
  expect(sliderRange(buffer, [mark(4)])).toMatchObject({ min: 1, max: 20 });
  expect(sliderRange(delay, [mark(23)])).toMatchObject({ min: 0, max: 50 });
  expect(sliderRange(share, [mark(0.9)])).toMatchObject({ min: 0, max: 1 });
  expect(sliderRange(share, [mark(0)])).toMatchObject({ min: 0, max: 1 });
});

test('labels that would overlap are placed in separate rows', () => {
  const at = (value: number) => value / 100;
  const rows = (values: number[], width: number) =>
    placeMarks(
      values.map((v) => mark(v, `mark ${v}`)),
      at,
      width,
    ).map((m) => [m.value, m.row]);
  expect(rows([90, 10], 300)).toEqual([
    [10, 0],
    [90, 0],
  ]);
  expect(rows([42, 43, 90], 240)).toEqual([
    [42, 0],
    [43, 1],
    [90, 0],
  ]);
});
