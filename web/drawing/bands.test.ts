import { expect, test, vi } from 'vitest';
import { BandLayer, type BandLine } from './bands';
import { columnsBetween, rangeOfBands } from './reach';

// The browser draws the shapes; these tests count the calls.
vi.stubGlobal(
  'Path2D',
  class {
    moveTo() {}
    lineTo() {}
    closePath() {}
  },
);

/** A band of 10 s in ten columns: in column c from c to 10 + c; the first has none. */
function line(): BandLine {
  const values = Array.from({ length: 10 }, (_, c) =>
    c === 0 ? Array(5).fill(Number.NaN) : [c, c + 4, c + 5, c + 6, c + 10],
  );
  return { colour: '#000', band: { durationS: 10, columns: 10, values: Float32Array.from(values.flat()) } };
}

/** A canvas that counts calls. */
function setUp() {
  const made: { width: number; height: number }[] = [];
  const copies: number[] = [];
  const own = { fill() {}, stroke() {} };
  const layer = new BandLayer((width, height) => {
    made.push({ width, height });
    return { getContext: () => own } as unknown as HTMLCanvasElement;
  });
  const plot = {
    save() {},
    restore() {},
    beginPath() {},
    rect() {},
    clip() {},
    drawImage: (_: unknown, x: number) => copies.push(x),
  } as unknown as CanvasRenderingContext2D;
  return { layer, plot, made, copies };
}

const higher = { low: 0, end: 40, log: false };

const area = (t0: number, t1: number, more = {}) => ({
  left: 50,
  top: 10,
  width: 400,
  height: 100,
  t0,
  t1,
  scale: { low: 0, end: 20, log: false },
  ...more,
});

test('a picture that only scrolls is drawn once and then copied', () => {
  const { layer, plot, made, copies } = setUp();
  const lines = [line()];
  layer.paint(plot, lines, area(0, 4), 1);
  expect(made).toEqual([{ width: 800, height: 100 }]);
  for (let t = 0; t <= 4; t += 0.1) layer.paint(plot, lines, area(t, t + 4), 1);
  expect(made).toHaveLength(1);
  // 100 pixels per second: at second 1 its start is one second to the left.
  layer.paint(plot, lines, area(1, 5), 1);
  expect(copies.at(-1)).toBeCloseTo(50 - 100);
  // Outside the drawn part.
  layer.paint(plot, lines, area(5, 9), 1);
  expect(made).toHaveLength(2);
});

test('another scale, size, zoom or list of bands needs a new picture', () => {
  const { layer, plot, made } = setUp();
  const lines = [line()];
  layer.paint(plot, lines, area(0, 4), 1);
  layer.paint(plot, lines, area(0, 4, { scale: higher }), 1);
  layer.paint(plot, lines, area(0, 4, { scale: higher, height: 60 }), 1);
  layer.paint(plot, lines, area(0, 3, { scale: higher, height: 60 }), 1);
  layer.paint(plot, [line()], area(0, 3, { scale: higher, height: 60 }), 1);
  expect(made).toHaveLength(5);
  layer.paint(plot, [], area(0, 3), 1);
  expect(made).toHaveLength(5);
});

test('the range of a band covers only the visible part', () => {
  expect(rangeOfBands([line()], 4.5, 5.5)).toEqual({ min: 3, max: 16 });
  expect(rangeOfBands([line()], 0, 10)).toEqual({ min: 1, max: 19 });
  expect(rangeOfBands([], 0, 10)).toEqual({ min: Number.NaN, max: Number.NaN });
  expect(columnsBetween(line().band, 0, 10)).toEqual({ first: 0, last: 9 });
});
