import { expect, test } from 'vitest';
import { crosses, inside, overlaps } from '../topology/labels';
import { type Named, namesBeside } from './beside';

const GROUND = { x: 0, y: 0, width: 320, height: 200 };

test.each<[string, Named[]]>([
  ['apart', [20, 120, 240].map((x) => ({ x, y: 90, width: 50 }))],
  ['in a row', [200, 203, 207, 212, 260].map((x) => ({ x, y: 40, width: 56 }))],
  ['at one place at the right end', Array.from({ length: 8 }, () => ({ x: 310, y: 16, width: 60 }))],
  ['at one place in a corner', Array.from({ length: 6 }, () => ({ x: 8, y: 190, width: 60 }))],
  ['nearly at one place', [286, 288, 289, 289.5].map((x) => ({ x, y: 40, width: 52 }))],
])('names of dots %s are clear of each other, of all dots and of lines', (_, dots) => {
  const placed = namesBeside(dots, GROUND);
  placed.forEach((name, i) => {
    if (!name) throw new Error(`no room for name ${i}`);
    expect(inside(name.box, GROUND), `${i}`).toBe(true);
    for (const { x, y } of dots)
      expect(overlaps(name.box, { x: x - 4, y: y - 4, width: 8, height: 8 }), `${i}`).toBe(false);
    placed.forEach((other, j) => {
      if (j === i) return;
      if (other) expect(overlaps(name.box, other.box), `${i} and ${j}`).toBe(false);
      if (other?.line) expect(crosses(name.box, other.line), `${i} and the line of ${j}`).toBe(false);
    });
  });
});

test('a name beside its dot has no line to it', () => {
  const dot = { x: 8, y: 50, width: 40 };
  const [one, two] = namesBeside([dot, { ...dot }], GROUND);
  expect(one).toEqual({ box: { x: 16, y: 42, width: 40, height: 16 }, line: null });
  expect(two?.line).not.toBeNull();
});
