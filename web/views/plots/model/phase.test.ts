import { describe, expect, it } from 'vitest';
import type { Directory } from '../../../generated/types';
import {
  chosenPair,
  coursesOf,
  fade,
  findingOf,
  fromStart,
  type Intercepts,
  isSum,
  limitsOf,
  pastOf,
  portraitLines,
} from './phase';

const words = {
  fairness: { label: 'equal windows', short: 'fairness' },
  full: { label: 'sum = BDP', short: 'BDP' },
  loss: { label: 'sum = BDP + buffer', short: 'loss' },
};

describe('phase portrait', () => {
  it('draws fairness and efficiency lines inside the frame', () => {
    const lines = portraitLines(100, [80, 80], [120, 120], words);
    expect(lines.map((l) => l.id)).toEqual(['fairness', 'full', 'loss']);
    expect(lines[1]).toMatchObject({ x0: 0, y0: 80, x1: 80, y1: 0 });
    expect(lines[2]).toMatchObject({ x0: 20, y0: 100, x1: 100, y1: 20 });
  });

  it('has the lines of unequal round-trip times, where each window gives the rate W / R', () => {
    // 1000 packets/s, 20 and 100 ms, 60 packets in the buffer: BDPs of 20 and 100 packets, and with 60 ms of queue 80 and 160.
    const channel = { id: 'c', rateMbps: 12, limitPackets: 60, removed: false };
    const flow = (id: string, baseRttMs: number) => ({
      id,
      baseRttMs,
      bdpPackets: baseRttMs,
      path: [0],
      removed: false,
    });
    const directory = { channels: [channel], flows: [flow('a', 20), flow('b', 100)] } as unknown as Directory;
    const { full, loss, alone } = limitsOf(directory, 'cwnd', [0, 1]);
    expect([full, loss, alone]).toEqual([[20, 100], [80, 160], true]);
    expect(isSum(full as Intercepts)).toBe(false);
    const [, fullLine, lossLine] = portraitLines(100, full, loss, words);
    expect(fullLine).toMatchObject({ x0: 0, y0: 100, x1: 20, y1: 0 });
    // At a queueing delay of 60 ms, 100 packets of the second flow are 625 packets/s, which leaves 375 · 80 ms = 30 to the first.
    expect(lossLine).toMatchObject({ x0: 30, y0: 100, x1: 80, y1: 0 });
    expect(limitsOf(directory, 'throughput', [0, 1]).full).toEqual([12, 12]);
  });

  it('leaves out lines that are unknown or outside', () => {
    expect(portraitLines(100, null, [250, 250], words).map((l) => l.id)).toEqual(['fairness']);
  });

  it('has points where both flows have a value', () => {
    const past = (last: number) => pastOf([1, Number.NaN, 3, 4], [Number.NaN, 2, 5, 6], last);
    expect(past(3)).toEqual({ xs: [3, 4], ys: [5, 6] });
    // Up to the crosshair, not to now.
    expect(past(2)).toEqual({ xs: [3], ys: [5] });
  });

  it('has a flow alone on its axis until the other one starts', () => {
    const none = Number.NaN;
    const [a, b] = fromStart([none, 1, 2, 3, 4, 5], [none, none, none, none, 7, 8]);
    expect(pastOf(a, b, 5)).toEqual({ xs: [1, 2, 3, 4, 5], ys: [0, 0, 0, 7, 8] });
    // What begins with the view has started before; the first samples of two flows are not at the same moment.
    const apart: [number[], number[]] = [
      [1, 2, 3],
      [none, 5, 6],
    ];
    expect(fromStart(...apart)).toEqual(apart);
  });

  it('names the directions: both grow, both back off, one of them does', () => {
    const [xs, ys] = [[20], [10]] as [number[], number[]];
    const go = (n: number, x: number, y: number) => {
      for (let i = 0; i < n; i += 1) {
        xs.push((xs.at(-1) as number) + x);
        ys.push((ys.at(-1) as number) + y);
      }
    };
    go(40, 1, 1);
    go(1, 0, -25);
    go(30, 1, 1);
    go(1, -45, 0);
    go(20, 1, 1);
    go(1, -30, -30);
    const found = coursesOf(xs, ys, 100);
    expect(found.map((c) => c.kind)).toEqual(['grow', 'both', 'first', 'second']);
    const [grow, both, first] = found;
    // The longest growth after the first quarter, from the first back-off to the second.
    expect(grow && [grow.from >= 40, grow.to <= 71, grow.to - grow.from > 20]).toEqual([true, true, true]);
    const fell = (list: number[], c = first) => (list[c?.from ?? 0] as number) - (list[c?.to ?? 0] as number);
    expect([fell(xs) > 30, fell(ys) > 0]).toEqual([true, false]);
    expect([fell(xs, both) > 20, fell(ys, both) > 20]).toEqual([true, true]);
    expect(coursesOf([1, 2], [1, 2], 100)).toEqual([]);
  });

  it('fades a trajectory towards its beginning, without a gap', () => {
    const trail = fade(1000);
    expect(trail[0]?.from).toBe(0);
    expect(trail.at(-1)).toMatchObject({ to: 999, alpha: 1, recent: true });
    trail.slice(1).forEach((s, i) => {
      expect(s.from).toBe(trail[i]?.to);
      expect(s.alpha).toBeGreaterThan(trail[i]?.alpha ?? 1);
    });
    expect(fade(1)).toEqual([]);
    expect(fade(2)).toHaveLength(1);
  });

  it('finds means and the time above the full link in the second half of what is shown', () => {
    const times = Array.from({ length: 100 }, (_, i) => i + 1);
    const a = { times, values: times.map((t) => (t <= 60 ? 100 : t % 4 === 0 ? 30 : 10)) };
    // It starts later, and is recorded half as often.
    const b = { times: times.filter((t) => t > 10 && t % 2 === 0), values: Array<number>(45).fill(5) };
    const found = findingOf([a, b], [20, 100], [20, 20], 'cwnd');
    // 41 common times, of which the last 21 are 60 … 100: one with 100, ten with 30, ten with 10.
    expect(found?.meanX).toBeCloseTo((100 + 10 * 30 + 10 * 10) / 21);
    expect(found?.meanY).toBe(5);
    expect(found?.full).toBeCloseTo(11 / 21);
    expect(findingOf([a, b], [90, 100], [20, 20], 'cwnd')).toBeNull();
  });

  it('shows the selected flow and another, or the chosen pair while it exists', () => {
    const three = ['a', 'b', 'c'];
    expect(chosenPair(three, ['', ''], '')).toEqual(['a', 'b']);
    expect(chosenPair(three, ['', ''], 'c')).toEqual(['c', 'a']);
    expect(chosenPair(three, ['b', 'c'], 'a')).toEqual(['b', 'c']);
    expect(chosenPair(['a', 'c'], ['b', 'c'], '')).toEqual(['a', 'c']);
    expect(chosenPair(['a'], ['', ''], '')).toBeNull();
  });
});
