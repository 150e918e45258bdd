import { expect, test } from 'vitest';
import { Schedule } from './schedule';

/** A host that keeps calls in the order of their times. */
function host(spare = 0) {
  const due: { at: number; call: () => void }[] = [];
  const state = { now: 0 };
  return {
    state,
    due,
    spare,
    clock: () => state.now,
    queueTask: (call: () => void) => void due.push({ at: state.now, call }),
    delay: (call: () => void, ms: number) => void due.push({ at: state.now + ms, call }),
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
    schedule.scheduleNext(own.state.now, 0);
  });
  schedule.wake();
  schedule.wake();
  for (let i = 0; i < 5; i += 1) {
    expect(own.due).toHaveLength(1);
    own.next();
  }
  expect(taken).toBe(5);
});

test('the loop rests for its share of the time, and looks again soon where it is idle', () => {
  const own = host();
  let idle = 0;
  const schedule: Schedule = new Schedule(own, () => {
    const start = own.state.now;
    own.state.now += 10;
    schedule.scheduleNext(start, idle);
  });
  schedule.share = 0.5;
  schedule.wake();
  own.next();
  own.next();
  expect(own.due).toMatchObject([{ at: 20 }]);
  schedule.share = 1;
  own.next();
  expect(own.due).toMatchObject([{ at: 30 }]);
  idle = 500;
  own.next();
  expect(own.due).toMatchObject([{ at: 40 + 100 }]);
});

test('the loop leaves some of its share to the browser', () => {
  const own = host(0.1);
  const turns: number[] = [];
  const schedule: Schedule = new Schedule(own, () => {
    const start = own.state.now;
    turns.push(start);
    own.state.now += 9;
    schedule.scheduleNext(start, 0);
  });
  schedule.wake();
  while (turns.length < 4) own.next();
  expect(turns.map(Math.round)).toEqual([0, 10, 20, 30]);
  schedule.share = 0.5;
  while (turns.length < 6) own.next();
  expect(turns.slice(4).map(Math.round)).toEqual([40, 60]);
});

test('an idle loop can be woken, and then has one turn to come', () => {
  const own = host();
  let taken = 0;
  const schedule: Schedule = new Schedule(own, () => {
    taken += 1;
    schedule.scheduleNext(own.state.now, 80);
  });
  schedule.wake();
  own.next();
  schedule.wake();
  own.next();
  expect([taken, own.state.now]).toEqual([2, 0]);
  // The turn that was scheduled before does not happen.
  own.next();
  expect(taken).toBe(2);
  own.next();
  expect([taken, own.state.now]).toEqual([3, 80]);
});
