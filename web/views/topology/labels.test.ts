import { describe, expect, it } from 'vitest';
import { besideLink, crosses, overlaps, place } from './labels';

const frame = { x: 0, y: 0, width: 400, height: 200 };

describe('labels', () => {
  it('do not overlap, and are left out without room', () => {
    const spot = { x: 10, y: 10, width: 50, height: 16 };
    const placed = place(
      [
        { key: 'a', places: [spot] },
        { key: 'b', places: [spot, { ...spot, y: 40 }] },
        { key: 'c', places: [spot, { ...spot, x: 380 }] },
      ],
      [],
      [],
      frame,
    );
    expect(placed.get('a')).toEqual(spot);
    expect(placed.get('b')?.y).toBe(40);
    expect(placed.has('c')).toBe(false);
  });

  it('do not overlap links', () => {
    const links = [
      { a: { x: 20, y: 20 }, b: { x: 200, y: 100 }, width: 8 },
      { a: { x: 20, y: 180 }, b: { x: 200, y: 100 }, width: 8 },
    ];
    const requests = links.map((line, i) => ({
      key: String(i),
      places: besideLink(line, { width: 90, height: 16 }),
    }));
    const placed = [...place(requests, [], links, frame).values()];
    expect(placed).toHaveLength(2);
    for (const box of placed) for (const line of links) expect(crosses(box, line)).toBe(false);
    const [first, second] = placed;
    expect(first && second && overlaps(first, second)).toBe(false);
  });

  it('may be beside a line', () => {
    const box = { x: 0, y: 0, width: 10, height: 10 };
    expect(crosses(box, { a: { x: -5, y: 5 }, b: { x: 15, y: 5 }, width: 0 })).toBe(true);
    expect(crosses(box, { a: { x: -5, y: 14 }, b: { x: 15, y: 14 }, width: 2 })).toBe(false);
    expect(crosses(box, { a: { x: -5, y: 10.5 }, b: { x: 15, y: 10.5 }, width: 2 })).toBe(true);
    expect(crosses(box, { a: { x: 12, y: -5 }, b: { x: 40, y: 50 }, width: 0 })).toBe(false);
  });
});
