import { describe, expect, it } from 'vitest';
import { portraitLines, portraitPoints } from './phase';

const words = { equal: 'fairness', full: 'full' };

describe('phase portrait', () => {
  it('draws fairness and efficiency lines inside the frame', () => {
    const lines = portraitLines(100, 80, 120, words);
    expect(lines.map((l) => l.id)).toEqual(['fairness', 'full', 'loss']);
    expect(lines[1]).toMatchObject({ x0: 0, y0: 80, x1: 80, y1: 0 });
    expect(lines[2]).toMatchObject({ x0: 20, y0: 100, x1: 100, y1: 20 });
  });

  it('leaves out what is unknown or outside', () => {
    expect(portraitLines(100, 0, 250, words).map((l) => l.id)).toEqual(['fairness']);
  });

  it('takes moments at which both flows have a value', () => {
    expect(portraitPoints([1, Number.NaN, 3, 4], [Number.NaN, 2, 5, 6])).toEqual({ xs: [3, 4], ys: [5, 6] });
  });
});
