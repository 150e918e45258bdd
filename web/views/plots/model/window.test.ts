import { describe, expect, it, test } from 'vitest';
import { between, clamp, isWhole, pan, pinched, zoom } from './window';

describe('window of time', () => {
  it('zooms around the pointer and stays within the run', () => {
    expect(zoom({ t0: 10, t1: 20 }, 15, 0.5, 60)).toEqual({ t0: 12.5, t1: 17.5 });
    expect(zoom({ t0: 0, t1: 60 }, 10, 2, 60)).toEqual({ t0: 0, t1: 60 });
    expect(zoom({ t0: 50, t1: 60 }, 60, 2, 60)).toEqual({ t0: 40, t1: 60 });
  });

  it('keeps its width when it is moved back into the run', () => {
    expect(clamp({ t0: -5, t1: 5 }, 60)).toEqual({ t0: 0, t1: 10 });
    expect(clamp({ t0: 55, t1: 65 }, 60)).toEqual({ t0: 50, t1: 60 });
  });

  it('takes two times in either order', () => {
    expect(between(20, 10, 60)).toEqual({ t0: 10, t1: 20 });
    expect(between(5, 5, 60).t1).toBeGreaterThan(5);
    expect(isWhole(between(-1, 99, 60), 60)).toBe(true);
  });
});

test('panning keeps the width, and stops at the ends of the run', () => {
  expect(pan({ t0: 10, t1: 20 }, 0.5, 60)).toEqual({ t0: 15, t1: 25 });
  expect(pan({ t0: 10, t1: 20 }, -3, 60)).toEqual({ t0: 0, t1: 10 });
});

test('two fingers keep the times that they hold', () => {
  const span = pinched({ share: 0.25, t: 20 }, { share: 0.75, t: 30 }, 60);
  expect(span).toEqual({ t0: 15, t1: 35 });
  expect(pinched({ share: 0.5, t: 20 }, { share: 0.5, t: 30 }, 60)).toBeNull();
});
