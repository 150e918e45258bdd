import { expect, test } from 'vitest';
import type { Moment } from '../../generated/types';
import { search } from './search';

const moment = (atS: number, cwnd: number): Moment => ({
  atS,
  events: Math.round(atS * 1000),
  cause: { kind: 'other' },
  effects: [],
  calls: [],
  before: { cwnd: 10, variables: [], recovering: false },
  after: { cwnd, variables: [], recovering: false },
});

/** A moment each tenth of a second; the window decreases at 3 s and at 17 s. */
const run = Array.from({ length: 200 }, (_, i) => moment(i / 10, i === 30 || i === 170 ? 5 : 10));
const MOST = 25;

function looking(fromS: number, toS: number) {
  const asked: number[] = [];
  const ask = async (from: number, to: number) => {
    asked.push(to - from);
    return run.filter((m) => m.atS >= from && m.atS <= to).slice(0, MOST);
  };
  const wanted = (moments: readonly Moment[], i: number) => (moments[i]?.after.cwnd ?? 10) < 10;
  const found = search({ ask, most: MOST, fromS, toS, spanS: 0.5, wanted }).then((m) => m?.atS ?? null);
  return { found, asked };
}

test('the next decrease is found far ahead, although no answer holds all moments up to it', async () => {
  const { found, asked } = looking(3, 20);
  expect(await found).toBe(17);
  expect(asked.length).toBeLessThan(20);
});

test('the nearest one before is found, and not the one that the search begins at', async () => {
  expect(await looking(17, 0).found).toBe(3);
  expect(await looking(16.95, 0).found).toBe(3);
});

test('where there is none, the search ends at the end of the run', async () => {
  expect(await looking(17, 19.9).found).toBe(null);
  expect(await looking(3, 0).found).toBe(null);
});

test('a moment is compared with the one before it, also at the seam of two answers', async () => {
  const rules = run.map((m, i) => ({ ...m, rule: i < 55 ? ('avoidance' as const) : ('loss' as const) }));
  const ask = async (from: number, to: number) =>
    rules.filter((m) => m.atS >= from && m.atS <= to).slice(0, MOST);
  const wanted = (moments: readonly Moment[], i: number) =>
    i > 0 && moments[i]?.rule !== moments[i - 1]?.rule;
  for (const fromS of [0, 1.2, 2.5, 4.9, 5]) {
    const found = await search({ ask, most: MOST, fromS, toS: 19, spanS: 0.5, wanted });
    expect(found?.atS).toBe(5.5);
  }
  for (const fromS of [6, 7.5, 8.1, 12]) {
    const found = await search({ ask, most: MOST, fromS, toS: 0, spanS: 0.5, wanted });
    expect(found?.atS).toBe(5.5);
  }
});
