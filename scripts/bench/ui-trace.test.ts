import { expect, test } from 'vitest';
import { figures, percentile } from './ui-trace.mjs';

const event = (name: string, ms: number, durMs: number, tid = 1) => ({
  name,
  cat: 'devtools.timeline',
  ph: name === 'BeginMainThreadFrame' ? 'I' : 'X',
  ts: 1000 * ms,
  dur: 1000 * durMs,
  tdur: 500 * durMs,
  pid: 1,
  tid,
});

test('scripting is summed by frame, what lies in another event is not counted twice', () => {
  const found = figures([
    event('BeginMainThreadFrame', 0, 0),
    event('FireAnimationFrame', 1, 4),
    event('FunctionCall', 2, 2),
    event('TimerFire', 8, 3),
    event('BeginMainThreadFrame', 16, 0),
    event('EventDispatch', 17, 1),
    event('BeginMainThreadFrame', 32, 0),
    event('FunctionCall', 33, 40),
    // A worker's thread is none of the page's.
    event('FunctionCall', 0, 400, 2),
    event('RunTask', 0, 400, 2),
    event('RunTask', 1, 11),
  ]);
  expect(found).toMatchObject({
    frames: 2,
    seconds: 0.032,
    scripting_p95_ms: 7,
    scripting_cpu_p95_ms: 3.5,
    longest_task_ms: 11,
    longest_task_cpu_ms: 5.5,
    busy_cpu_ms: 5.5,
  });
});

test('percentiles are values that were there', () => {
  const values = Array.from({ length: 100 }, (_, i) => i + 1);
  expect(percentile(values, 0.95)).toBe(95);
  expect(percentile([3], 0.95)).toBe(3);
  expect(percentile([], 0.95)).toBe(0);
});
