import { describe, expect, it } from 'vitest';
import { chosenPair, fade, pastOf, portraitLines } from './phase';

const words = {
  fairness: { label: 'equal windows', short: 'fairness' },
  full: { label: 'sum = BDP', short: 'BDP' },
  loss: { label: 'sum = BDP + buffer', short: 'loss' },
};

describe('phase portrait', () => {
  it('draws fairness and efficiency lines inside the frame', () => {
    const lines = portraitLines(100, 80, 120, words);
    expect(lines.map((l) => l.id)).toEqual(['fairness', 'full', 'loss']);
    expect(lines[1]).toMatchObject({ x0: 0, y0: 80, x1: 80, y1: 0 });
    expect(lines[2]).toMatchObject({ x0: 20, y0: 100, x1: 100, y1: 20 });
  });

  it('leaves out lines that are unknown or outside', () => {
    expect(portraitLines(100, 0, 250, words).map((l) => l.id)).toEqual(['fairness']);
  });

  it('has points where both flows have a value', () => {
    const past = (last: number) => pastOf([1, Number.NaN, 3, 4], [Number.NaN, 2, 5, 6], last);
    expect(past(3)).toEqual({ xs: [3, 4], ys: [5, 6] });
    // Up to the crosshair, not to now.
    expect(past(2)).toEqual({ xs: [3], ys: [5] });
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

  it('shows the selected flow and another, or the chosen pair while it exists', () => {
    const three = ['a', 'b', 'c'];
    expect(chosenPair(three, ['', ''], '')).toEqual(['a', 'b']);
    expect(chosenPair(three, ['', ''], 'c')).toEqual(['c', 'a']);
    expect(chosenPair(three, ['b', 'c'], 'a')).toEqual(['b', 'c']);
    expect(chosenPair(['a', 'c'], ['b', 'c'], '')).toEqual(['a', 'c']);
    expect(chosenPair(['a'], ['', ''], '')).toBeNull();
  });
});
