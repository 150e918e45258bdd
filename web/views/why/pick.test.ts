import { expect, test } from 'vitest';
import type { Moment } from '../../generated/types';
import { next, pick } from './pick';

const state = (cwnd: number) => ({ cwnd, variables: [], recovering: false });
const moment = (atS: number, from: number, to: number, rule?: 'avoidance' | 'loss'): Moment => ({
  atS,
  events: Math.round(atS * 1000),
  cause: { kind: 'other' },
  effects: [],
  before: state(from),
  after: state(to),
  ...(rule ? { rule } : {}),
});

const list = [
  moment(1, 10, 10.1, 'avoidance'),
  moment(1.1, 10.1, 10.1),
  moment(1.2, 10.1, 5, 'loss'),
  moment(1.3, 5, 5),
  moment(1.5, 5, 5.2, 'avoidance'),
];

test('a nearby decrease is chosen', () => {
  expect(pick(list, 1.1, 0.2)).toBe(2);
  expect(pick(list, 1.35, 0.2)).toBe(2);
});

test('otherwise the last event that moved the curve is chosen', () => {
  expect(pick(list, 1.05, 0.01)).toBe(0);
  expect(pick(list, 2, 0.01)).toBe(4);
  expect(pick([], 2, 0.1)).toBe(-1);
});

test('steps skip events that changed nothing', () => {
  expect(next(list, 2, 1)).toBe(4);
  expect(next(list, 2, -1)).toBe(0);
  expect(next(list, 4, 1)).toBe(4);
});
