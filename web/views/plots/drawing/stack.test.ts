import { describe, expect, it } from 'vitest';
import type { PlotSpec } from '../../../drawing/spec';
import { arrange } from './stack';

const spec = (id: string, weight: number): PlotSpec => ({
  id,
  group: id,
  title: id,
  unit: '',
  curves: [],
  groups: [],
  references: [],
  weight,
  max: null,
  decimals: 1,
  channel: -1,
  units: [],
  factor: 1,
});
const specs = [
  spec('cwnd', 1.5),
  spec('queue', 1.15),
  spec('throughput', 1),
  spec('rtt', 1),
  spec('fairness', 0.75),
];
const sum = (a: number[]) => a.reduce((x, y) => x + y, 0);

describe('room of the plots', () => {
  it('is filled on a desktop, and shared by weight', () => {
    const { heights, readout } = arrange({ width: 1096, height: 464, specs, embed: false, pinned: [] });
    expect(readout).toBe(true);
    expect(sum(heights)).toBeLessThanOrEqual(464);
    expect(sum(heights)).toBeGreaterThan(455);
    expect(heights[0]).toBeGreaterThan(heights[4] ?? 0);
  });

  it('cuts no title in two where it scrolls', () => {
    for (let height = 200; height < 520; height += 7) {
      const rows = Array.from({ length: 6 }, (_, i) => spec(`p${i}`, 1));
      for (const width of [390, 1096]) {
        const { heights } = arrange({ width, height, specs: rows, embed: false, pinned: [] });
        let left = height;
        for (const h of heights) {
          if (h > left) break;
          left -= h;
        }
        if (sum(heights) > height) expect(left === 0 || left >= 40, `${left} px of ${height}`).toBe(true);
      }
    }
  });

  it('scrolls on a phone', () => {
    const { heights, readout } = arrange({ width: 390, height: 300, specs, embed: false, pinned: [] });
    expect(readout).toBe(false);
    for (const h of heights) expect(h).toBeGreaterThanOrEqual(110);
  });

  it('is filled on a phone, too, where the plots are alone', () => {
    const room = { width: 390, height: 460, specs: specs.slice(0, 2), embed: false, pinned: [] };
    expect(sum(arrange({ ...room, alone: true }).heights)).toBeGreaterThan(455);
    // On the page, too, where they are few; more than fit scroll there.
    expect(sum(arrange(room).heights)).toBeGreaterThan(455);
    expect(sum(arrange({ ...room, height: 200 }).heights)).toBeGreaterThan(210);
    expect(sum(arrange({ ...room, height: 200, alone: true }).heights)).toBeLessThanOrEqual(200);
  });

  it('shows what fits in an embed', () => {
    expect(
      arrange({ width: 406, height: 190, specs, embed: true, pinned: [] }).shown.map((s) => s.id),
    ).toEqual(['cwnd', 'queue']);
    expect(arrange({ width: 406, height: 10, specs, embed: true, pinned: [] }).shown).toHaveLength(1);
  });

  it('is kept in an embed, whatever the number of flows, with pinned plots first', () => {
    const line = { series: 0, flow: 0, name: '', role: 'line', place: 0 } as const;
    const crowded = specs.map((s) => ({ ...s, curves: Array(8).fill(line) }));
    const room = { width: 600, height: 190, specs: crowded, embed: true };
    const { shown, heights, pinned } = arrange({ ...room, pinned: ['rtt'] });
    expect(shown.map((s) => s.id)).toEqual(['rtt', 'cwnd']);
    expect(pinned).toBe(0);
    expect(sum(heights)).toBeLessThanOrEqual(190);
  });

  it('pinned plots come first, in their order, unless nothing else is left', () => {
    const room = { width: 900, height: 400, specs, embed: false };
    const two = arrange({ ...room, pinned: ['throughput'] });
    expect(two.pinned).toBe(1);
    expect(two.shown[0]?.id).toBe('throughput');
    expect(two.shown.map((s) => s.id).sort()).toEqual(specs.map((s) => s.id).sort());
    expect(arrange({ ...room, pinned: specs.map((s) => s.group) }).pinned).toBe(0);
  });

  it.each([1, 1.25, 1.5, 2, 3])(
    'is a number of columns of whole pixels, at %d pixels a pixel',
    (resolution) => {
      for (const width of [390, 1001, 1096, 1337]) {
        const room = { width, height: 464, specs, embed: false, pinned: [], resolution };
        const { plotWidth, columns, insets } = arrange(room);
        const pixels = ((plotWidth - insets.left) * resolution) / columns;
        expect(Math.abs(pixels - Math.round(pixels))).toBeLessThan(1e-9);
        expect(plotWidth).toBeLessThanOrEqual(width);
        expect(plotWidth).toBeGreaterThan(width - 240);
      }
    },
  );
});
