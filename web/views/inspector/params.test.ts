import { describe, expect, it } from 'vitest';
import type { Param } from '../../generated/types';
import { changedValues, effectiveValue, relevantParams, rowsWhenFolded } from './params';

const common = { help: '', name: '', symbol: '', unit: '' };
const spacing: Param = {
  ...common,
  id: 'spacing',
  type: 'choice',
  default: 'auto',
  options: ['auto', 'ack', 'random'].map((id) => ({ id, name: id })),
};
const number = (id: string, when?: { param: string; is: string }): Param => ({
  ...common,
  id,
  type: 'number',
  default: 1,
  min: 0,
  max: 10,
  integer: false,
  log: false,
  ...(when ? { when } : {}),
});
const params = [
  spacing,
  number('interval', { param: 'spacing', is: 'random' }),
  number('mss'),
  number('rto'),
];
const ids = (list: Param[]) => list.map((p) => p.id);

describe('parameters', () => {
  it('are shown if their condition holds', () => {
    expect(ids(relevantParams(params, {}, {}))).toEqual(['spacing', 'mss', 'rto']);
    expect(ids(relevantParams(params, { spacing: 'random' }, {}))).toContain('interval');
  });

  it('resolve choices left to the algorithm', () => {
    expect(effectiveValue(params, {}, { spacing: 'random' }, 'spacing')).toBe('random');
    expect(ids(relevantParams(params, {}, { spacing: 'random' }))).toContain('interval');
    expect(ids(relevantParams(params, {}, { spacing: 'ack' }))).not.toContain('interval');
    // Values set by hand override the algorithm's choice.
    expect(ids(relevantParams(params, { spacing: 'ack' }, { spacing: 'random' }))).not.toContain('interval');
  });

  it('never hide changed values', () => {
    expect(ids(rowsWhenFolded(params, {}, 1))).toEqual(['spacing', 'interval']);
    expect(ids(rowsWhenFolded(params, { rto: 2 }, 1))).toEqual(['spacing', 'interval', 'rto']);
    expect(ids(rowsWhenFolded(params, {}, 9))).toEqual(ids(params));
    expect(ids(rowsWhenFolded(params, { rto: 1 }, 1))).toEqual(['spacing', 'interval']);
  });

  it('are changed if they differ from their defaults', () => {
    expect(changedValues(params, { rto: 2, mss: 1, spacing: 'auto' })).toEqual({ rto: 2 });
  });
});
