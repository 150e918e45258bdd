import { expect, test } from 'vitest';
import { Heartbeat, LOOK_MS, SILENT_MS, STARTING_MS, Watch } from './heartbeat';

/** A watch over one worker, whose answers the test gives, in a page whose time the test makes. */
function setUp(patienceMs?: number) {
  const page = { now: 0, hidden: false, timers: 0 };
  let look = () => {};
  const watch = new Watch({
    clock: () => page.now,
    isVisible: () => !page.hidden,
    every(call) {
      look = call;
      page.timers += 1;
      return () => {
        page.timers -= 1;
      };
    },
  });
  const worker = { answers: true, pings: 0, reported: [] as boolean[], waited: [] as [number, boolean][] };
  const beat: Heartbeat = new Heartbeat(
    {
      ping() {
        worker.pings += 1;
        if (worker.answers) beat.answered();
      },
      waits: (ms, begun) => worker.waited.push([ms, begun]),
      silent: (silent) => worker.reported.push(silent),
    },
    patienceMs,
  );
  watch.add(beat);
  const pass = (ms: number, every = LOOK_MS) => {
    for (let passed = 0; passed < ms; passed += every) {
      page.now += every;
      look();
    }
  };
  return { page, worker, beat, watch, pass };
}

test('a worker that answers is never silent, and one that stops answering is after five seconds', () => {
  const { worker, pass } = setUp();
  pass(60_000);
  expect(worker.pings).toBe(60);
  worker.answers = false;
  // The ping goes out with the next look.
  pass(LOOK_MS + SILENT_MS - LOOK_MS);
  expect(worker.reported).toEqual([]);
  pass(LOOK_MS);
  expect(worker.reported).toEqual([true]);
  pass(60_000);
  // One ping waits for its answer; more of them would only pile up.
  expect(worker).toMatchObject({ reported: [true], pings: 61 });
});

test('a worker that answers after all is not silent any more', () => {
  const { worker, beat, pass } = setUp();
  pass(LOOK_MS);
  worker.answers = false;
  pass(20_000);
  worker.answers = true;
  beat.answered();
  pass(20_000);
  expect(worker.reported).toEqual([true, false]);
});

test('the time since a worker’s last answer is reported with each check', () => {
  const { worker, beat, page, pass } = setUp();
  worker.answers = false;
  pass(3 * LOOK_MS);
  beat.answered();
  pass(3 * LOOK_MS);
  const before = [LOOK_MS, 2 * LOOK_MS].map((ms) => [ms, false]);
  const after = [LOOK_MS, 2 * LOOK_MS].map((ms) => [ms, true]);
  expect(worker.waited).toEqual([...before, ...after]);
  // Time while the page is hidden does not count.
  page.hidden = true;
  pass(600_000);
  expect(worker.waited).toHaveLength(4);
});

test('a worker has longer to start', () => {
  const { worker, pass } = setUp();
  worker.answers = false;
  pass(STARTING_MS);
  expect(worker.reported).toEqual([]);
  pass(LOOK_MS);
  expect(worker.reported).toEqual([true]);
});

test.for([
  ['hidden', true, LOOK_MS],
  ['asleep, or stopped in a debugger', false, 600_000],
  ['slowed down to a look a minute', false, 60_000],
] as const)('while the page is %s, no worker is taken for silent', ([, hidden, every]) => {
  const { page, worker, pass } = setUp();
  pass(LOOK_MS);
  worker.answers = false;
  pass(3000);
  page.hidden = hidden;
  pass(1_200_000, every);
  expect(worker.reported).toEqual([]);
  // Awake again, it has its full time.
  page.hidden = false;
  pass(SILENT_MS - LOOK_MS);
  expect(worker.reported).toEqual([]);
  pass(2 * LOOK_MS);
  expect(worker.reported).toEqual([true]);
});

test('no timer runs where there is no worker', () => {
  const { page, beat, watch } = setUp();
  expect(page.timers).toBe(1);
  watch.remove(beat);
  expect(page.timers).toBe(0);
  watch.add(beat);
  expect(page.timers).toBe(1);
});
