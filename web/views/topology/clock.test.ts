import { describe, expect, it } from 'vitest';
import { SceneClock } from './clock';

describe('scene clock', () => {
  it('moves between frames, never ahead of the latest and never back', () => {
    const clock = new SceneClock();
    let shown = 0;
    for (let real = 0; real < 2000; real += 16) {
      if (real % 48 === 0) clock.frame(real / 10_000, real);
      const t = clock.at(real);
      expect(t).toBeGreaterThanOrEqual(shown);
      expect(t).toBeLessThanOrEqual(real / 10_000);
      shown = t;
    }
    expect(clock.speed()).toBeCloseTo(0.1, 1);
  });

  it('begins again after a reset', () => {
    const clock = new SceneClock();
    clock.frame(5, 100);
    clock.at(200);
    clock.frame(0, 300);
    expect(clock.at(301)).toBe(0);
    expect(clock.speed()).toBe(0);
  });

  it('shows the latest frame at once if nothing is drawn in between', () => {
    const clock = new SceneClock();
    clock.frame(4, 100);
    expect(clock.at(101)).toBeLessThan(1);
    clock.settle();
    expect(clock.at(101)).toBe(4);
  });

  it('stands still when no frame comes', () => {
    const clock = new SceneClock();
    clock.frame(1, 100);
    expect(clock.settled(110)).toBe(false);
    expect(clock.settled(400)).toBe(true);
    expect(clock.at(10_000)).toBe(1);
  });
});
