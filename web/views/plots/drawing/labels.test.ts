import { expect, test, vi } from 'vitest';
import { type Reference, reference } from '../../../drawing/spec';
import { Labels, piecesIn } from './labels';

// Colours come from the page's style sheets.
vi.mock('../../../ui/palette', () => ({ palette: () => ({ token: {} }) }));

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

const buffer = (value: number, more: Partial<Reference> = {}): Reference => ({
  ...reference('buffer', 'buffer', value),
  ...more,
});
const place = (labels: Labels, references: Reference[], curves: Float64Array[] = []) =>
  labels.place((text) => 2 * text.length, references, area, xs, curves).map(({ text, x }) => ({ text, x }));

test('a former limit and that of the other branch have one name', () => {
  const placed = place(new Labels(), [
    buffer(40, { fromS: 6 }),
    buffer(80, { untilS: 6 }),
    buffer(80, { fromS: 6, pale: true }),
  ]);
  expect(placed.map(({ text }) => text)).toEqual(['buffer 40', 'buffer 80']);
  // That of the former limit: above its own line.
  expect(placed[1]?.x).toBeLessThan(60);
});

test('a former limit has no name over a curve, and a limit has', () => {
  const everywhere = Float64Array.from(xs, (_, i) => (i % 2 === 0 ? 0 : 100));
  const references = [buffer(40), buffer(80, { pale: true })];
  expect(place(new Labels(), references, [everywhere]).map(({ text }) => text)).toEqual(['buffer 40']);
});

test('names are placed again as soon as other lines are in view', () => {
  const labels = new Labels();
  expect(place(labels, [buffer(80)])).toHaveLength(1);
  expect(place(labels, [buffer(40)])[0]?.text).toBe('buffer 40');
});
