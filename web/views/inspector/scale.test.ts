import { expect, test } from 'vitest';
import { fromSlider, stepsOf, toSlider } from './scale';

const linear = { min: 0, max: 1, integer: false, log: false };
const logarithmic = { min: 0, max: 1000, integer: false, log: true };
const packets = { min: 1, max: 1_000_000, integer: true, log: true };
const few = { min: 1, max: 5, integer: true, log: false };

test('the ends are exact', () => {
  for (const scale of [linear, logarithmic, packets, few]) {
    expect(fromSlider(0, scale)).toBe(scale.min);
    expect(fromSlider(stepsOf(scale), scale)).toBe(scale.max);
    expect(toSlider(scale.min, scale)).toBe(0);
    expect(toSlider(scale.max, scale)).toBe(stepsOf(scale));
    expect(toSlider(scale.max * 10, scale)).toBe(stepsOf(scale));
    expect(toSlider(scale.min - 1, scale)).toBe(0);
  }
});

test('each step has a value of its own, and leads back to itself', () => {
  for (const scale of [linear, logarithmic, packets, few])
    for (let place = 0; place <= stepsOf(scale); place += 1) {
      expect(toSlider(fromSlider(place, scale), scale)).toBe(place);
      if (place > 0) expect(fromSlider(place, scale)).toBeGreaterThan(fromSlider(place - 1, scale));
    }
  expect(stepsOf(few)).toBe(4);
});

test('a logarithmic slider steps by a few per cent, and by one where that is less', () => {
  const buffer = { min: 1, max: 1000, integer: true, log: true };
  for (let place = 1; place <= stepsOf(buffer); place += 1) {
    const [from, to] = [fromSlider(place - 1, buffer), fromSlider(place, buffer)];
    expect(to - from).toBeLessThanOrEqual(Math.max(1, from / 15));
  }
});

test('whole numbers stay whole', () => {
  for (let place = 0; place <= stepsOf(packets); place += 1)
    expect(Number.isInteger(fromSlider(place, packets))).toBe(true);
});
