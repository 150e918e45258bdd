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

describe('the height of the plots', () => {
  it('fills a desktop panel, shared by weight', () => {
    const { heights, readout } = arrange({ width: 1096, height: 464, specs, embed: false, pinned: [] });
    expect(readout).toBe(true);
    expect(sum(heights)).toBeLessThanOrEqual(464);
    expect(sum(heights)).toBeGreaterThan(455);
    expect(heights[0]).toBeGreaterThan(heights[4] ?? 0);
  });

  it('cuts through no title where it scrolls', () => {
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

  it('makes a plot whole that is nearly whole at the lower edge', () => {
    const phone = { width: 390, specs, embed: false, pinned: [] };
    const free = arrange({ ...phone, height: 300 }).heights;
    const three = sum(free.slice(0, 3));
    expect(sum(arrange({ ...phone, height: three - 9 }).heights.slice(0, 3))).toBe(three - 9);
    // What comes below keeps its height.
    expect(arrange({ ...phone, height: three - 9 }).heights.slice(3)).toEqual(free.slice(3));
  });

  it('makes the last plot whole although it is as low as can be', () => {
    const line = { series: 0, flow: 0, name: '', role: 'line', place: 0 } as const;
    const crowded = specs.map((s) => (s.weight < 1 ? s : { ...s, curves: Array(4).fill(line) }));
    const desk = { width: 1096, specs: crowded, embed: false, pinned: [] };
    const least = sum(arrange({ ...desk, height: 400 }).heights);
    const { heights } = arrange({ ...desk, height: least - 11 });
    expect(sum(heights)).toBe(least - 11);
    expect(Math.min(...heights)).toBe(80);
  });

  it.each([2, 3, 5])('of %d plots stays readable when a selection adds those of its variables', (n) => {
    const variables = [1, 2, 3, 4].map((i) => ({ ...spec(`v${i}`, 1), group: 'variables' }));
    const lasting = specs.slice(0, n);
    const room = { width: 1096, height: 464, embed: false, pinned: [] };
    const before = arrange({ ...room, specs: lasting }).heights;
    const after = arrange({ ...room, specs: [...lasting, ...variables] }).heights;
    before.forEach((h, i) => {
      expect(after[i]).toBeGreaterThanOrEqual(Math.min(h, 140));
    });
    // An embed cannot scroll: there all plots share the height.
    expect(
      sum(arrange({ ...room, embed: true, specs: [...lasting, ...variables] }).heights),
    ).toBeLessThanOrEqual(464);
  });

  it('is fixed on a phone, which scrolls', () => {
    const { heights, readout } = arrange({ width: 390, height: 300, specs, embed: false, pinned: [] });
    expect(readout).toBe(false);
    for (const h of heights) expect(h).toBeGreaterThanOrEqual(110);
  });

  it('fills a phone if there is nothing but plots', () => {
    const room = { width: 390, height: 460, specs: specs.slice(0, 2), embed: false, pinned: [] };
    expect(sum(arrange({ ...room, alone: true }).heights)).toBeGreaterThan(455);
    // So does the page if there are few plots; if more than fit, it scrolls.
    expect(sum(arrange(room).heights)).toBeGreaterThan(455);
    expect(sum(arrange({ ...room, height: 240 }).heights)).toBeGreaterThan(250);
    expect(sum(arrange({ ...room, height: 200, alone: true }).heights)).toBeLessThanOrEqual(200);
  });

  it('shows two plots on a phone held sideways', () => {
    const room = { width: 474, specs, embed: false, pinned: [] };
    expect(arrange({ ...room, height: 166 }).heights.slice(0, 2)).toEqual([83, 83]);
    expect(arrange({ ...room, height: 100 }).heights[0]).toBeGreaterThanOrEqual(80);
  });

  it('shows as many plots as fit in an embed', () => {
    expect(
      arrange({ width: 406, height: 190, specs, embed: true, pinned: [] }).shown.map((s) => s.id),
    ).toEqual(['cwnd', 'queue']);
    expect(arrange({ width: 406, height: 10, specs, embed: true, pinned: [] }).shown).toHaveLength(1);
  });

  it('is the same in an embed for any number of flows, with pinned plots first', () => {
    const line = { series: 0, flow: 0, name: '', role: 'line', place: 0 } as const;
    const crowded = specs.map((s) => ({ ...s, curves: Array(8).fill(line) }));
    const room = { width: 600, height: 190, specs: crowded, embed: true };
    const { shown, heights, pinned } = arrange({ ...room, pinned: ['rtt'] });
    expect(shown.map((s) => s.id)).toEqual(['rtt', 'cwnd']);
    expect(pinned).toBe(0);
    expect(sum(heights)).toBeLessThanOrEqual(190);
  });

  it('has pinned plots first, in their order, unless no other is left', () => {
    const room = { width: 900, height: 400, specs, embed: false };
    const two = arrange({ ...room, pinned: ['throughput'] });
    expect(two.pinned).toBe(1);
    expect(two.shown[0]?.id).toBe('throughput');
    expect(two.shown.map((s) => s.id).sort()).toEqual(specs.map((s) => s.id).sort());
    expect(arrange({ ...room, pinned: specs.map((s) => s.group) }).pinned).toBe(0);
  });

  it.each([1, 1.25, 1.5, 2, 3])(
    'has columns of a whole number of device pixels, at a pixel ratio of %d',
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
