import { describe, expect, it } from 'vitest';
import {
  at,
  barBox,
  barRows,
  fitTo,
  linkWidth,
  NAMED_ROW,
  queueBar,
  toScreen,
  toWorld,
  track,
  zoomed,
} from './geometry';

const margin = { left: 100, right: 80, top: 40, bottom: 20 };

describe('geometry of the drawing', () => {
  it('shows all nodes inside the margins', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 600, y: 200 },
      { x: 300, y: 100 },
    ];
    for (const size of [
      { width: 1096, height: 256 },
      { width: 390, height: 124 },
      { width: 406, height: 96 },
    ]) {
      const fit = fitTo(points, size, margin);
      for (const p of points.map((q) => toScreen(fit, q))) {
        expect(p.x).toBeGreaterThanOrEqual(margin.left - 1e-6);
        expect(p.x).toBeLessThanOrEqual(size.width - margin.right + 1e-6);
        expect(p.y).toBeGreaterThanOrEqual(margin.top - 1e-6);
        expect(p.y).toBeLessThanOrEqual(size.height - margin.bottom + 1e-6);
      }
    }
  });

  it('goes to the screen and back, zoomed or not', () => {
    const fit = zoomed(
      fitTo(
        [
          { x: 0, y: 0 },
          { x: 9, y: 5 },
        ],
        { width: 800, height: 300 },
        margin,
      ),
      { k: 2, x: 5, y: -3 },
    );
    const back = toWorld(fit, toScreen(fit, { x: 3, y: 4 }));
    expect(back.x).toBeCloseTo(3);
    expect(back.y).toBeCloseTo(4);
  });

  it('centres a single node, or none', () => {
    expect(toScreen(fitTo([{ x: 7, y: 7 }], { width: 380, height: 160 }, margin), { x: 7, y: 7 })).toEqual({
      x: 200,
      y: 90,
    });
    expect(fitTo([], { width: 380, height: 160 }, margin).sx).toBe(1);
  });

  it('draws a faster link wider', () => {
    const widths = [0.1, 1, 10, 100, 1000, 10000].map(linkWidth);
    expect(widths).toEqual([...widths].sort((a, b) => a - b));
    expect(widths[1]).toBe(4);
  });

  it('keeps data above and its ACKs below a link that goes right', () => {
    const right = track({ x: 0, y: 0 }, { x: 100, y: 0 }, 10, 20);
    expect(right.length).toBe(70);
    expect(at(right, 0, 5)).toEqual({ x: 10, y: -5 });
    const left = track({ x: 100, y: 0 }, { x: 0, y: 0 }, 20, 10);
    expect(at(left, 0, 5).y).toBe(5);
  });

  it('gives a queue one slot a packet while there is room', () => {
    expect(queueBar(560, 40, false)).toMatchObject({ slots: 40, perSlot: 1 });
    const long = queueBar(560, 333, false);
    expect(long?.slots).toBeLessThan(70);
    expect((long?.slots ?? 0) * (long?.perSlot ?? 0)).toBeCloseTo(333);
    expect(queueBar(40, 40, false)).toBeUndefined();
    const small = queueBar(560, 5, false);
    expect((small?.head ?? 0) - (small?.tail ?? 0)).toBe(60);
  });

  it('bounds a slanted bar', () => {
    const slanted = track({ x: 0, y: 0 }, { x: 100, y: 100 }, 0, 0);
    const box = barBox(slanted, {
      tail: 0,
      head: slanted.length,
      height: 10,
      slots: 1,
      perSlot: 1,
      open: false,
      aside: 0,
    });
    expect(box.width).toBeCloseTo(100 + 10 / Math.SQRT2);
  });
});

describe('rows of a bar', () => {
  const bar = queueBar(560, 40, false, { rows: 3 });
  if (!bar) throw new Error('no bar');

  it('has one in the middle for a queue without classes', () => {
    const { height, middles } = barRows(bar, 1);
    expect(middles).toEqual([0]);
    expect(height).toBeLessThan(bar.height);
  });

  it('makes a bar higher if their names would have no room', () => {
    for (const compact of [false, true]) {
      const heights = [1, 2, 3].map((rows) => queueBar(560, 40, compact, { rows }));
      expect(heights.map((b, i) => b && barRows(b, i + 1).height >= NAMED_ROW)).toEqual([true, true, true]);
      expect(heights[0]?.height).toBe(compact ? 22 : 28);
    }
  });

  it('has one for each class, apart from each other and inside the frame', () => {
    const { height, middles } = barRows(bar, 3);
    const rows = middles.map((m) => [m - height / 2, m + height / 2] as const);
    expect(rows[0]?.[0]).toBeCloseTo(-(rows[2]?.[1] ?? 0));
    expect(rows[0]?.[0]).toBeGreaterThan(-bar.height / 2);
    expect(rows[1]?.[0]).toBeGreaterThan(rows[0]?.[1] ?? 0);
    expect(rows[2]?.[0]).toBeGreaterThan(rows[1]?.[1] ?? 0);
  });
});
