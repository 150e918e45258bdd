import { expect, test } from 'vitest';
import type { Directory } from '../generated/types';
import { groupsOf, spreadOf } from './groups';
import type { Curve } from './spec';

const directory = {
  flows: [{ algorithm: 'cubic' }, { algorithm: 'reno' }, { algorithm: 'cubic' }],
} as unknown as Directory;
const curve = (flow: number, role: Curve['role'] = 'line'): Curve => ({
  series: 10 + flow,
  flow,
  name: '',
  role,
  place: 0,
});

test('flows of one algorithm form a group; other curves do not', () => {
  const groups = groupsOf([curve(0), curve(1), curve(2), curve(0, 'ssthresh'), curve(-1)], directory, null);
  expect(groups.map((g) => [g.name, g.flow, g.series])).toEqual([
    ['cubic × 2', 0, [10, 12]],
    ['reno', 1, [11]],
  ]);
});

test('the spread of a column covers both points of all flows', () => {
  const spread = spreadOf([
    [1, 3, Number.NaN, Number.NaN],
    [5, 7, Number.NaN, Number.NaN],
  ]);
  expect([...spread.min]).toEqual([1, 1, Number.NaN, Number.NaN]);
  expect([...spread.mean]).toEqual([4, 4, Number.NaN, Number.NaN]);
  expect([...spread.max]).toEqual([7, 7, Number.NaN, Number.NaN]);
});

test('a flow without a value is left out', () => {
  const { mean } = spreadOf([
    [2, 2],
    [Number.NaN, 4],
    [Number.POSITIVE_INFINITY, Number.NaN],
  ]);
  expect(mean[0]).toBeCloseTo(8 / 3);
});
