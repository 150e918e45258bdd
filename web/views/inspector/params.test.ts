import { describe, expect, it } from 'vitest';
import type { Param } from '../../generated/types';
import { effective, relevant, unfolded } from './params';

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
  it('show where their condition holds', () => {
    expect(ids(relevant(params, {}, {}))).toEqual(['spacing', 'mss', 'rto']);
    expect(ids(relevant(params, { spacing: 'random' }, {}))).toContain('interval');
  });

  it('know what a choice left to the algorithm comes to', () => {
    expect(effective(params, {}, { spacing: 'random' }, 'spacing')).toBe('random');
    expect(ids(relevant(params, {}, { spacing: 'random' }))).toContain('interval');
    expect(ids(relevant(params, {}, { spacing: 'ack' }))).not.toContain('interval');
    // What is set by hand stands above what the algorithm would choose.
    expect(ids(relevant(params, { spacing: 'ack' }, { spacing: 'random' }))).not.toContain('interval');
  });

  it('never hide what was changed', () => {
    expect(ids(unfolded(params, {}, 1))).toEqual(['spacing', 'interval']);
    expect(ids(unfolded(params, { rto: 2 }, 1))).toEqual(['spacing', 'interval', 'rto']);
    expect(ids(unfolded(params, {}, 9))).toEqual(ids(params));
  });
});
