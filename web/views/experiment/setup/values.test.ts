import { expect, it } from 'vitest';
import type { Parameter } from './parameters';
import { rangeOfAxis, valuesProblem } from './values';

const parameter = (path: string, more: Partial<Parameter>): Parameter => ({
  ...{ path, name: '', unit: '', help: '', now: 1, range: null, options: null, family: '' },
  ...more,
});
const range = { min: 1, max: 1_000_000, integer: true, log: true };
const ids = ['reno', 'cubic', 'vegas', 'bbr', 'dctcp', 'htcp', 'scalable'];
const parameters = [
  parameter('/buffer', { range, unit: 'packets' }),
  parameter('/algorithm', { options: ids.map((id) => ({ id, name: id })) }),
];
const problem = (text: string, path: string, more = {}) =>
  valuesProblem(text, { sets: [{ path, ...more }] }, parameters);

it('values outside the range of their parameter are named in words', () => {
  const range = 'a whole number from 1 to 1\u202f000\u202f000 packets.';
  expect(problem('0, 10', '/buffer')).toBe(`“0” is not ${range}`);
  expect(problem('10, abc', '/buffer')).toBe(`“abc” is not ${range}`);
  expect(problem('abc', '/buffer')).toBe(`“abc” is not ${range}`);
  expect(problem('3.7', '/buffer')).toBe(`“3.7” is not ${range}`);
  expect(problem('10, 20', '/buffer')).toBeNull();
});

it('unknown names are named with some that are known', () => {
  expect(problem('reno, cubbic', '/algorithm')).toBe(
    '“cubbic” is not known here. Known are: reno, cubic, vegas, bbr, dctcp, htcp, …',
  );
  expect(problem('reno, scalable', '/algorithm')).toBeNull();
});

it('a value is in the list only once', () => {
  expect(problem('5, 5, 10', '/buffer')).toBe('5 is in the list twice.');
  expect(problem('', '/buffer')).toBe('Enter numbers or names, separated by commas.');
});

it('values that a parameter gets in another form are left to the engine', () => {
  expect(problem('0, 10', '/buffer', { times: 2 })).toBeNull();
  expect(problem('0, 10', '/unknown')).toBeNull();
  expect(rangeOfAxis({ sets: [{ path: '/buffer' }] }, parameters)).toEqual(range);
  expect(rangeOfAxis({ sets: [{ path: '/buffer', times: 2 }] }, parameters)).toBeNull();
});
