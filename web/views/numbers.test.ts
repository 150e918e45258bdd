import { expect, test } from 'vitest';
import { numberText, parseNumber, parseNumbers, stepped } from '../ui/number';
import { matches, tagCounts, whenText } from './gallery/search';
import { nearestStop, SPEEDS, speedText, spokenSpeed } from './transport/speeds';

test('numbers are read as people write them', () => {
  expect([
    parseNumber('0,5'),
    parseNumber(' 1e3 '),
    parseNumber('x'),
    parseNumber(''),
    parseNumber('Infinity'),
  ]).toEqual([0.5, 1000, null, null, null]);
  // In decimal notation only.
  for (const text of ['0x10', '0b1', '0o7', '1_000', '1.2.3', '.', 'e3', '-'])
    expect(parseNumber(text), text).toBeNull();
  expect(['-3', '+3', '5.', '.5', '2E-3'].map((text) => parseNumber(text))).toEqual([-3, 3, 5, 0.5, 0.002]);
  expect([numberText(0.1 + 0.2), numberText(100)]).toEqual(['0.3', '100']);
});

test('lists of whole numbers are read as people write them, and nothing else', () => {
  expect(parseNumbers('1 2,3; 4', 1, 10)).toEqual([1, 2, 3, 4]);
  for (const text of ['', '1.5', '0 1', '11', 'two', '0x2', '1e99'])
    expect(parseNumbers(text, 1, 10)).toBeNull();
});

test('arrows step in the second digit', () => {
  expect([stepped(100, 1, true), stepped(0.4, -1, false), stepped(3, 1, true), stepped(0, 1, false)]).toEqual(
    [110, 0.39, 4, 0.1],
  );
});

test('speeds', () => {
  expect([0.005, 1, 2, Number.POSITIVE_INFINITY].map(speedText)).toEqual(['1/200', '1×', '2×', 'max']);
  expect(spokenSpeed(0.01)).toBe('1/100 of real time');
  expect(SPEEDS[nearestStop(0.004)]).toBe(0.005);
  expect(nearestStop(Number.POSITIVE_INFINITY)).toBe(SPEEDS.length - 1);
  expect(SPEEDS[nearestStop(1e7)]).toBe(Number.POSITIVE_INFINITY);
});

test('tags of the gallery keep their order, and count what is left beside those chosen', () => {
  const entries = [['reno', 'red'], ['reno', 'cubic'], ['reno', 'cubic', 'one'], ['red']];
  expect(tagCounts(entries, [])).toEqual([
    ['reno', 3],
    ['cubic', 2],
    ['red', 2],
  ]);
  expect(tagCounts(entries, ['cubic'])).toEqual([
    ['reno', 2],
    ['cubic', 2],
    ['red', 0],
  ]);
});

test('search and dates of the gallery', () => {
  expect(matches('reno FAIR', ['NewReno', 'fairness'])).toBe(true);
  expect(matches('bbr', ['NewReno'])).toBe(false);
  const now = new Date(2026, 10, 21, 12).getTime();
  expect(whenText(now - 3_600_000, now)).toBe('today');
  expect(whenText(now - 4 * 86_400_000, now)).toBe('Tuesday');
  expect(whenText(new Date(2026, 9, 14).getTime(), now)).toBe('14 Oct');
});
