import { expect, test } from 'vitest';
import type { Moment } from '../../generated/types';
import { type CallPlace, callAfter, callAt, callBefore } from './calls';

const state = { recovering: false, variables: [] };

/** Events with the handlers that each of them calls. The last two have the same time. */
const RUN: Moment[] = [
  [1, 'on_start'],
  [2, 'on_ack', 'on_sent'],
  [3],
  [4, 'on_packet_lost', 'on_packet_lost', 'on_loss'],
  [9, 'on_ack'],
  [9, 'on_timer'],
].map(([atS, ...handlers], events) => ({
  atS: atS as number,
  events,
  cause: { kind: 'other' },
  effects: [],
  before: state,
  after: state,
  calls: (handlers as string[]).map((handler) => ({ handler, inputs: [], lines: [], variables: [] })),
}));

/** A run that has been simulated up to a time, and goes on up to 10 s. */
function simulated(knownS: number) {
  let known = knownS;
  const ask = async (from: number, to: number) =>
    RUN.filter((m) => m.atS >= from && m.atS <= Math.min(to, known));
  const ahead = {
    known: () => known,
    endS: 10,
    advance: async (atS: number) => {
      known = Math.max(known, atS);
    },
  };
  return { ask, ahead, known: () => known };
}

const words = (place: CallPlace | null) => place && `${place.moment.atS} ${callAt(place)?.handler}`;

test('each step leads to the next call, and the run goes on for it', async () => {
  const { ask, ahead, known } = simulated(0);
  const all: (string | null)[] = [];
  let from: CallPlace | number = 0;
  for (;;) {
    const next: CallPlace | null = await callAfter({ ask, most: 100, from, handler: '', spanS: 0.5 }, ahead);
    all.push(words(next));
    if (!next) break;
    from = next;
  }
  expect(all).toEqual([
    '1 on_start',
    '2 on_ack',
    '2 on_sent',
    '4 on_packet_lost',
    '4 on_packet_lost',
    '4 on_loss',
    '9 on_ack',
    '9 on_timer',
    null,
  ]);
  expect(known()).toBe(10);
});

test('a step back leads to the call before, also among those of one event or one instant', async () => {
  const { ask } = simulated(10);
  const all: (string | null)[] = [];
  let from: CallPlace | number = 9;
  for (;;) {
    const before: CallPlace | null = await callBefore({ ask, most: 100, from, handler: '', spanS: 0.5 });
    all.push(words(before));
    if (!before) break;
    from = before;
  }
  expect(all).toEqual([
    '9 on_timer',
    '9 on_ack',
    '4 on_loss',
    '4 on_packet_lost',
    '4 on_packet_lost',
    '2 on_sent',
    '2 on_ack',
    '1 on_start',
    null,
  ]);
});

test('a step can lead to a certain handler', async () => {
  const { ask, ahead } = simulated(0);
  const parts = { ask, most: 100, spanS: 0.5 };
  const loss = await callAfter({ ...parts, from: 0, handler: 'on_loss' }, ahead);
  expect(words(loss)).toBe('4 on_loss');
  expect(words(await callBefore({ ...parts, from: loss ?? 0, handler: 'on_ack' }))).toBe('2 on_ack');
  expect(await callAfter({ ...parts, from: loss ?? 0, handler: 'on_loss' }, ahead)).toBeNull();
  // What happens at the time itself counts.
  expect(words(await callAfter({ ...parts, from: 4, handler: 'on_loss' }, ahead))).toBe('4 on_loss');
});
