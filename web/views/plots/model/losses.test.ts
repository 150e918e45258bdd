import { expect, test } from 'vitest';
import type { Directory } from '../../../generated/types';
import { countedFromS, eventGapS, LossEvents } from './losses';

/** 20 Mb/s, 40 ms, 100 kB in flight: packets of 1500 bytes, 60 of which wait for 36 ms. */
const flow = { path: [0], baseRttMs: 40, bdpPackets: 100_000 / 1500 };
const directory = {
  channels: [{ rateMbps: 20, limitPackets: 60, bottleneck: true }],
  flows: [flow, flow, flow],
} as unknown as Directory;

const list = (of: [number, number, number?][]) => ({
  count: of.length,
  time: (i: number) => of[i]?.[0] ?? Number.NaN,
  flow: (i: number) => of[i]?.[1] ?? -1,
  kind: (i: number) => of[i]?.[2] ?? 4,
});

test('an event lasts until drops are further apart than a round trip through a full queue', () => {
  expect(eventGapS(directory, 0)).toBeCloseTo(0.076);
});

test('flows that drop within one event lose together', () => {
  const events = new LossEvents(directory);
  // One event hits flows 0 and 1, the next one flow 0 twice, the third flows 0 and 2. A detected loss is not a drop.
  const marks = list([
    [1, 0],
    [1.05, 1],
    [2, 0],
    [2.01, 0],
    [2.02, 1, 0],
    [3, 2],
    [3.07, 0],
  ]);
  events.advance(marks, 10);
  expect(events.both(0, 0)).toBe(3);
  expect(events.both(0, 1)).toBe(1);
  expect(events.share(0, 1)).toBeCloseTo(1 / 3);
  expect(events.share(1, 0)).toBe(1);
  expect(events.share(1, 2)).toBe(0);
  // Three events with two, one and two of three flows.
  expect(events.count).toBe(3);
  expect(events.meanShare([0, 1, 2])).toBeCloseTo(5 / 9);
});

test('events are counted once, and removed when the run goes back', () => {
  const events = new LossEvents(directory);
  const marks = list([
    [1, 0],
    [1.01, 1],
    [5, 0],
  ]);
  events.advance(marks, 2);
  events.advance(marks, 3);
  expect(events.both(0, 0)).toBe(1);
  events.advance(marks, 9);
  expect(events.both(0, 0)).toBe(2);
  events.advance(marks, 1.005);
  expect([events.both(0, 0), events.both(0, 1)]).toEqual([1, 0]);
  expect(events.count).toBe(1);
  expect(events.share(2, 0)).toBeNull();
});

test('as in the results, events count from the start of the measurement on', () => {
  const scenario = { sampling: { measureFromS: 20 } };
  expect([5, 20, 25].map((now) => countedFromS(scenario, now))).toEqual([0, 0, 20]);
  const events = new LossEvents(directory);
  const marks = list([
    [5, 0],
    [19, 1],
    [21, 0],
    [22, 0],
    [22.01, 1],
  ]);
  events.advance(marks, 10);
  expect([events.count, events.both(0, 0)]).toEqual([1, 1]);
  events.advance(marks, 30, 20);
  expect([events.count, events.both(0, 0), events.both(1, 1), events.both(0, 1)]).toEqual([2, 2, 1, 1]);
  events.advance(marks, 10);
  expect(events.count).toBe(1);
});
