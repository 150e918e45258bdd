import { describe, expect, test } from 'vitest';
import { toScreen, toWorld, zoomed } from './geometry';
import { zoomedAbout } from './use-zoom';

const fit = { sx: 2, sy: 3, tx: 40, ty: 10 };
const before = { k: 1.5, x: -20, y: 8 };
const from = { x: 120, y: 90 };
const to = { x: 150, y: 60 };

describe('zoom about a spot', () => {
  test('what was there is shown where it goes', () => {
    const spot = toWorld(zoomed(fit, before), from);
    const shown = toScreen(zoomed(fit, zoomedAbout(before, 3, from, to)), spot);
    expect(shown.x).toBeCloseTo(to.x, 9);
    expect(shown.y).toBeCloseTo(to.y, 9);
  });

  test('ends at its limits, and stays on the spot there too', () => {
    for (const [k, kept] of [
      [100, 8],
      [0.001, 0.4],
    ] as const) {
      const zoom = zoomedAbout(before, k, from, from);
      expect(zoom.k).toBe(kept);
      const spot = toWorld(zoomed(fit, before), from);
      expect(toScreen(zoomed(fit, zoom), spot).x).toBeCloseTo(from.x, 9);
    }
  });
});
