import { expect, test } from 'vitest';
import { Schedule } from './schedule';

/** A host whose calls wait, in the order of their times. */
function host() {
  const due: { at: number; call: () => void }[] = [];
  const state = { now: 0 };
  return {
    state,
    due,
    clock: () => state.now,
    soon: (call: () => void) => void due.push({ at: state.now, call }),
    later: (call: () => void, ms: number) => void due.push({ at: state.now + ms, call }),
    next() {
      due.sort((a, b) => a.at - b.at);
      const first = due.shift();
      state.now = Math.max(state.now, first?.at ?? 0);
      first?.call();
    },
  };
}

test('a loop that is woken during its turn has one more turn, not two', () => {
  const own = host();
  let taken = 0;
  const schedule: Schedule = new Schedule(own, () => {
    taken += 1;
    schedule.wake();
    schedule.goOn(own.state.now, 0);
  });
  schedule.wake();
  schedule.wake();
  for (let i = 0; i < 5; i += 1) {
    expect(own.due).toHaveLength(1);
    own.next();
  }
  expect(taken).toBe(5);
});

test('rests for its share of the time, and looks again soon where it is idle', () => {
  const own = host();
  let idle = 0;
  const schedule: Schedule = new Schedule(own, () => {
    const start = own.state.now;
    own.state.now += 10;
    schedule.goOn(start, idle);
  });
  schedule.share = 0.5;
  schedule.wake();
  own.next();
  expect(own.due).toMatchObject([{ at: 20 }]);
  schedule.share = 1;
  own.next();
  expect(own.due).toMatchObject([{ at: 30 }]);
  idle = 500;
  own.next();
  expect(own.due).toMatchObject([{ at: 40 + 100 }]);
});

test('is woken where it only waits for time to pass, and has one turn to come then', () => {
  const own = host();
  let taken = 0;
  const schedule: Schedule = new Schedule(own, () => {
    taken += 1;
    schedule.goOn(own.state.now, 80);
  });
  schedule.wake();
  own.next();
  schedule.wake();
  own.next();
  expect([taken, own.state.now]).toEqual([2, 0]);
  // The turn that was to come by itself is one of the past.
  own.next();
  expect(taken).toBe(2);
  own.next();
  expect([taken, own.state.now]).toEqual([3, 80]);
});
