import { expect, test } from 'vitest';
import type { Moment } from '../../generated/types';
import { nextChange, pickMoment } from './pick';

const state = (cwnd: number) => ({ cwnd, variables: [], recovering: false });
const moment = (atS: number, from: number, to: number, rule?: 'avoidance' | 'loss'): Moment => ({
  atS,
  events: Math.round(atS * 1000),
  cause: { kind: 'other' },
  effects: [],
  calls: [],
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
  expect(pickMoment(list, 1.1, 0.2)).toBe(2);
  expect(pickMoment(list, 1.35, 0.2)).toBe(2);
});

test('otherwise the last event that moved the curve is chosen', () => {
  expect(pickMoment(list, 1.05, 0.01)).toBe(0);
  expect(pickMoment(list, 2, 0.01)).toBe(4);
  expect(pickMoment([], 2, 0.1)).toBe(-1);
});

test('steps go to changes in the course of the window, not to every ACK', () => {
  const more = [...list, moment(1.6, 5.2, 5.4, 'avoidance'), moment(1.7, 5.4, 5.6, 'avoidance')];
  expect(nextChange(more, 0, 1)).toBe(2);
  // A different rule from the one before.
  expect(nextChange(more, 2, 1)).toBe(4);
  expect(nextChange(more, 4, 1)).toBe(null);
  expect(nextChange(more, 6, -1)).toBe(4);
  expect(nextChange(more, 2, -1)).toBe(null);
});

test('a nearby drop is chosen, also for a queue', () => {
  const full = (atS: number, dropped: boolean): Moment => ({
    ...moment(atS, 0, 0),
    before: { queue: 60, variables: [], recovering: false },
    after: { queue: dropped ? 60 : 59, variables: [], recovering: false },
    effects: dropped ? [{ kind: 'dropped', cause: 'overflow', flow: 0, seq: 1 }] : [],
  });
  const queue = [full(1, false), full(1.1, true), full(1.2, false)];
  expect(pickMoment(queue, 1.2, 0.2)).toBe(1);
  expect(pickMoment(queue, 1.2, 0.05)).toBe(2);
});
