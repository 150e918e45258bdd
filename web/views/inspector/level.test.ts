import { describe, expect, it } from 'vitest';
import catalogue from '../../generated/catalogue.json';
import type { Directory, Param } from '../../generated/types';
import { losingFlows, maxFlowsAtQueue } from './level';

const params = catalogue.fluid as Param[];

describe('flows that lose together', () => {
  it.for<[string, object, number, { least: number; most: number }]>([
    ['all by default', {}, 10, { least: 10, most: 10 }],
    ['a number, never more than there are', { level: 'fixed', m: 12 }, 10, { least: 10, most: 10 }],
    ['0.6 of ten are six', { level: 'share', x: 0.6 }, 10, { least: 6, most: 10 }],
    ['at least one', { level: 'share', x: 0 }, 10, { least: 1, most: 10 }],
    ['a list has its bounds', { level: 'list', list: [2, 7, 40] }, 10, { least: 2, most: 10 }],
  ])('%s', ([, values, flows, expected]) => {
    expect(losingFlows(params, values as Record<string, number | string | number[]>, flows)).toEqual(
      expected,
    );
  });

  it('share the bottleneck with the most flows', () => {
    const channel = (id: string, rateMbps: number) => ({ id, link: id, rateMbps, removed: false });
    const flow = (id: string, path: number[]) => ({ id, path, removed: false });
    const directory = {
      channels: [channel('a', 10), channel('b', 10), channel('wide', 1000)],
      flows: [flow('1', [2, 0]), flow('2', [2, 1]), flow('3', [2, 1]), { ...flow('4', [1]), removed: true }],
    } as unknown as Directory;
    expect(maxFlowsAtQueue(directory)).toBe(2);
  });
});
