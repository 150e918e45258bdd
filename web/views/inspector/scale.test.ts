import { expect, test } from 'vitest';
import { fromSlider, STEPS, toSlider } from './scale';

const linear = { min: 0, max: 1, integer: false, log: false };
const logarithmic = { min: 0, max: 1000, integer: false, log: true };
const packets = { min: 1, max: 1_000_000, integer: true, log: true };

test('the ends are exact', () => {
  for (const scale of [linear, logarithmic, packets]) {
    expect(fromSlider(0, scale)).toBe(scale.min);
    expect(fromSlider(STEPS, scale)).toBe(scale.max);
    expect(toSlider(scale.min, scale)).toBe(0);
    expect(toSlider(scale.max, scale)).toBe(STEPS);
    expect(toSlider(scale.max * 10, scale)).toBe(STEPS);
  }
});

test('converting back and forth stays within one step', () => {
  for (const scale of [linear, logarithmic, packets]) {
    for (let place = 1; place < STEPS; place += 7) {
      expect(Math.abs(toSlider(fromSlider(place, scale), scale) - place)).toBeLessThanOrEqual(12);
    }
  }
});

test('whole numbers stay whole', () => {
  for (let place = 0; place <= STEPS; place += 1)
    expect(Number.isInteger(fromSlider(place, packets))).toBe(true);
});
