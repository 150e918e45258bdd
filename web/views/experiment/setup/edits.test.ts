import { describe, expect, it } from 'vitest';
import { setDecimalMark } from '../../../drawing/format';
import type { Experiment } from '../../../generated/types';
import { experimentOf } from '../figure/testing';
import {
  addAxis,
  addMeasure,
  type Change,
  parseValues,
  removeAxis,
  removeMeasure,
  setValues,
  showMeasure,
  swapAxes,
  targetKind,
  targetOf,
  valuesText,
} from './edits';

const buffer = { name: 'Buffer', unit: 'packets', values: [5, 25], sets: [{ path: '/links/core/forward' }] };
const algorithm = {
  name: 'Algorithm',
  values: ['reno', 'cubic'],
  sets: [{ path: '/flows/*/algorithm' }, { path: '/flows/*/startS', values: [1, 2] }],
};
const document = experimentOf({
  axes: [buffer, algorithm],
  measures: [
    { name: 'A', of: 'a' },
    { name: 'B', of: 'b' },
    { name: 'C', of: 'c' },
  ],
  chart: { shows: [0, 2] },
  quick: { count: 2, values: [[5], ['cubic']] },
  published: [
    { at: [5, 'reno'], measure: 2, value: 1 },
    { at: [25, 'cubic'], value: 2 },
  ],
});

describe('axes', () => {
  it('are removed with their published values and quick values', () => {
    const left = removeAxis(0)(document);
    expect(left.axes?.map((a) => a.name)).toEqual(['Algorithm']);
    expect(left.quick?.values).toEqual([['cubic']]);
    expect(left.published).toEqual([]);
    const both = addAxis(buffer as never)(left);
    expect(both.quick?.values).toEqual([['cubic'], []]);
  });

  it('are swapped with their published values', () => {
    const turned = swapAxes(document);
    expect(turned.axes?.map((a) => a.name)).toEqual(['Algorithm', 'Buffer']);
    expect(turned.published?.[0]?.at).toEqual(['reno', 5]);
    expect(turned.quick?.values).toEqual([['cubic'], [5]]);
    expect(swapAxes(turned)).toEqual(document);
  });

  it('keep the harm measured along them when swapped, and lose it when removed', () => {
    const harm = { axis: 1, baseline: 'reno' };
    const of = (change: Change) =>
      change({ ...document, measures: [{ name: 'A', of: 'a', harm }] }).measures[0]?.harm;
    expect(of(swapAxes)).toEqual({ ...harm, axis: 0 });
    expect(of(removeAxis(0))).toEqual({ ...harm, axis: 0 });
    expect(of(removeAxis(1))).toBeNull();
  });

  it('keep matching entries when their values change', () => {
    const changed = setValues(1, ['cubic', 'vegas', 'reno'])(document);
    expect(changed.axes?.[1]?.sets[1]?.values).toEqual([2, 2, 1]);
    expect(changed.quick?.values).toEqual([[5], ['cubic']]);
    expect(setValues(0, { from: 1, to: 3, step: 1 })(document).quick?.values).toEqual([[], ['cubic']]);
  });
});

describe('measures', () => {
  it('are renumbered when one is removed', () => {
    const left = removeMeasure(0)(document);
    expect(left.measures.map((m) => m.name)).toEqual(['B', 'C']);
    expect(left.chart?.shows).toEqual([1]);
    expect(left.published).toEqual([{ at: [5, 'reno'], measure: 1, value: 1 }]);
  });

  it('are in the chart when added', () => {
    const more = addMeasure({ name: 'D', of: 'd' })(document);
    expect(more.chart?.shows).toEqual([0, 2, 3]);
    expect(showMeasure(1, true)(document).chart?.shows).toEqual([0, 1, 2]);
    expect(showMeasure(2, false)(document).chart?.shows).toEqual([0]);
  });
});

describe('targets', () => {
  it('are classified by their fields', () => {
    const values = [1, 2, 3];
    for (const kind of ['value', 'scaled', 'listed', 'fixed', 'copies', 'spread'] as const)
      expect(targetKind(targetOf({ path: '/flows/f1/startS' }, kind, values))).toBe(kind);
    expect(targetOf({ path: '/flows/f1/startS' }, 'copies', values).path).toBe('/flows/f1');
  });
});

describe('typed values', () => {
  it('are numbers, or names', () => {
    expect(parseValues('1, 2.5, 1e3')).toEqual([1, 2.5, 1000]);
    expect(parseValues('reno, cubic')).toEqual(['reno', 'cubic']);
    expect(parseValues('1, reno')).toEqual(['1', 'reno']);
    expect(parseValues(' , ')).toBeNull();
    expect(parseValues('a, b; c')).toEqual(['a, b', 'c']);
  });

  it('are numbers with groups of digits, and never the rest of a group', () => {
    expect(parseValues('10 000, 20\u202f000')).toEqual([10_000, 20_000]);
    expect(parseValues('1,000; 2,000')).toEqual([1000, 2000]);
    expect(parseValues('1,000')).toBeNull();
  });

  it('have commas as decimal marks where the language has', () => {
    setDecimalMark('comma');
    expect(parseValues('0,5; 1.000')).toEqual([0.5, 1000]);
    expect(parseValues('0,5, 1,5')).toEqual([0.5, 1.5]);
    expect(parseValues('5, 10')).toEqual([5, 10]);
    expect(parseValues('reno,cubic')).toEqual(['reno', 'cubic']);
    expect([valuesText([0.5, 1]), valuesText([5, 10])]).toEqual(['0,5; 1', '5, 10']);
    for (const values of [[0.5, 1.125], [2.5], [5, 10]])
      expect(parseValues(valuesText(values))).toEqual(values);
    setDecimalMark('point');
  });

  it('survive formatting and parsing', () => {
    for (const values of [[1, 2], ['a, b', 'c'], ['x']] as Experiment['published'][] | (string | number)[][])
      expect(parseValues(valuesText(values as (string | number)[]))).toEqual(values);
  });
});
