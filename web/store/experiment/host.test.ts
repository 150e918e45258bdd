import { expect, test } from 'vitest';
import { workersFor } from './host';

test('one core is left to the page, and a phone uses few', () => {
  const workers = (cores: number, phone = false) => workersFor({ cores, phone }, false);
  expect([1, 2, 4, 16].map((cores) => workers(cores).workers)).toEqual([1, 1, 3, 15]);
  expect([2, 8].map((cores) => workers(cores, true).workers)).toEqual([1, 2]);
  expect(workers(1).rest).toBe(0);
});

test('while the laboratory runs it has a core, or half of the only one', () => {
  expect(workersFor({ cores: 8, phone: false }, true)).toEqual({ workers: 6, rest: 0 });
  expect(workersFor({ cores: 2, phone: false }, true)).toEqual({ workers: 1, rest: 0.5 });
  expect(workersFor({ cores: 8, phone: true }, true)).toEqual({ workers: 1, rest: 0 });
});
