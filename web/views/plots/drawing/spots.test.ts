import { describe, expect, it } from 'vitest';
import { chooseSpot, spotsFor } from './spots';

const area = { x: 72, y: 12, width: 600, height: 80 };
const size = { width: 70, height: 14 };

describe('labels of reference lines', () => {
  it('are inside the plot', () => {
    for (let y = area.y; y <= area.y + area.height; y += 4) {
      for (const spot of spotsFor(y, size, area)) {
        expect(spot.x).toBeGreaterThanOrEqual(area.x);
        expect(spot.x + spot.width).toBeLessThanOrEqual(area.x + area.width);
        expect(spot.y + spot.height).toBeLessThanOrEqual(area.y + area.height);
      }
    }
  });

  it('are at the emptiest end, and stay while nothing disturbs them', () => {
    const spots = spotsFor(50, size, area);
    const crowd = (s: { id: string }) => (s.id.endsWith('right') ? 5 : 0);
    const first = chooseSpot(spots, crowd);
    expect(first.id).toBe('above middle');
    expect(chooseSpot(spots, () => 0).id).toBe('above right');
    expect(chooseSpot(spots, () => 0, first).id).toBe('above middle');
  });
});
