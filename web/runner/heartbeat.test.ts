import { expect, test } from 'vitest';
import { CHECK_INTERVAL_MS, Heartbeat, HeartbeatMonitor, SILENT_MS, START_TIMEOUT_MS } from './heartbeat';

/** A monitor of one fake worker in a page with a fake clock. */
function setUp(timeoutMs?: number) {
  const page = { now: 0, hidden: false, timers: 0 };
  let check = () => {};
  const watch = new HeartbeatMonitor({
    clock: () => page.now,
    isVisible: () => !page.hidden,
    repeat(call) {
      check = call;
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
      unanswered: (ms, begun) => worker.waited.push([ms, begun]),
      silent: (silent) => worker.reported.push(silent),
    },
    timeoutMs,
  );
  watch.add(beat);
  const pass = (ms: number, every = CHECK_INTERVAL_MS) => {
    for (let passed = 0; passed < ms; passed += every) {
      page.now += every;
      check();
    }
  };
  return { page, worker, beat, watch, pass };
}

test('a worker that answers is never silent, and one that stops answering is after five seconds', () => {
  const { worker, pass } = setUp();
  pass(60_000);
  expect(worker.pings).toBe(60);
  worker.answers = false;
  // The ping is sent with the next check.
  pass(CHECK_INTERVAL_MS + SILENT_MS - CHECK_INTERVAL_MS);
  expect(worker.reported).toEqual([]);
  pass(CHECK_INTERVAL_MS);
  expect(worker.reported).toEqual([true]);
  pass(60_000);
  // No second ping is sent while one is unanswered.
  expect(worker).toMatchObject({ reported: [true], pings: 61 });
});

test('a worker that answers after all is no longer silent', () => {
  const { worker, beat, pass } = setUp();
  pass(CHECK_INTERVAL_MS);
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
  pass(3 * CHECK_INTERVAL_MS);
  beat.answered();
  pass(3 * CHECK_INTERVAL_MS);
  const before = [CHECK_INTERVAL_MS, 2 * CHECK_INTERVAL_MS].map((ms) => [ms, false]);
  const after = [CHECK_INTERVAL_MS, 2 * CHECK_INTERVAL_MS].map((ms) => [ms, true]);
  expect(worker.waited).toEqual([...before, ...after]);
  // Time while the page is hidden does not count.
  page.hidden = true;
  pass(600_000);
  expect(worker.waited).toHaveLength(4);
});

test('a worker has more time to start', () => {
  const { worker, pass } = setUp();
  worker.answers = false;
  pass(START_TIMEOUT_MS);
  expect(worker.reported).toEqual([]);
  pass(CHECK_INTERVAL_MS);
  expect(worker.reported).toEqual([true]);
});

test.for([
  ['hidden', true, CHECK_INTERVAL_MS],
  ['asleep, or stopped in a debugger', false, 600_000],
  ['slowed down to a look a minute', false, 60_000],
] as const)('while the page is %s, no worker counts as silent', ([, hidden, every]) => {
  const { page, worker, pass } = setUp();
  pass(CHECK_INTERVAL_MS);
  worker.answers = false;
  pass(3000);
  page.hidden = hidden;
  pass(1_200_000, every);
  expect(worker.reported).toEqual([]);
  // Once awake, it gets its full time again.
  page.hidden = false;
  pass(SILENT_MS - CHECK_INTERVAL_MS);
  expect(worker.reported).toEqual([]);
  pass(2 * CHECK_INTERVAL_MS);
  expect(worker.reported).toEqual([true]);
});

test('no timer runs without workers', () => {
  const { page, beat, watch } = setUp();
  expect(page.timers).toBe(1);
  watch.remove(beat);
  expect(page.timers).toBe(0);
  watch.add(beat);
  expect(page.timers).toBe(1);
});
