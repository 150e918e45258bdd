// Evaluates the page's main thread in a browser trace. Times in a trace are in microseconds.

/**
 * @typedef {{ name: string, cat: string, ph: string, ts: number, dur?: number, tdur?: number, pid: number, tid: number, args?: any }} TraceEvent
 * @typedef {{ frames: number, seconds: number, scripting_p95_ms: number, scripting_cpu_p95_ms: number,
 *   longest_task_ms: number, longest_task_cpu_ms: number, busy_cpu_ms: number }} Figures
 */

/** What DevTools counts as scripting. */
const SCRIPTING = new Set([
  'EvaluateScript',
  'EventDispatch',
  'FireAnimationFrame',
  'FireIdleCallback',
  'FunctionCall',
  'HandlePostMessage',
  'MajorGC',
  'MinorGC',
  'RunMicrotasks',
  'TimerFire',
  'v8.callFunction',
  'v8.run',
  'V8.GC_SCAVENGER',
]);
const TASKS = new Set(['RunTask']);
const FRAME = 'BeginMainThreadFrame';

/**
 * Scripting time per frame and the longest task, both in wall-clock time and in CPU time. Other work on the machine increases the
 * former but not the latter.
 * @param {readonly TraceEvent[]} events
 * @returns {Figures}
 */
export function figures(events) {
  const own = mainThreadEvents(events);
  const starts = own.filter((e) => e.name === FRAME).map((e) => e.ts);
  const scripts = outermost(own.filter((e) => e.ph === 'X' && SCRIPTING.has(e.name)));
  const tasks = own.filter((e) => e.ph === 'X' && TASKS.has(e.name));
  const wall = sumPerFrame(starts, scripts, (e) => e.dur ?? 0);
  const cpu = sumPerFrame(starts, scripts, (e) => e.tdur ?? 0);
  return {
    frames: wall.length,
    seconds: starts.length > 1 ? ((starts.at(-1) ?? 0) - (starts[0] ?? 0)) / 1e6 : 0,
    scripting_p95_ms: percentile(wall, 0.95) / 1e3,
    scripting_cpu_p95_ms: percentile(cpu, 0.95) / 1e3,
    longest_task_ms: Math.max(0, ...tasks.map((e) => e.dur ?? 0)) / 1e3,
    longest_task_cpu_ms: Math.max(0, ...tasks.map((e) => e.tdur ?? 0)) / 1e3,
    busy_cpu_ms: outermost(tasks).reduce((sum, e) => sum + (e.tdur ?? 0), 0) / 1e3,
  };
}

/** The events of the page's main thread, which is the thread with the most frames, in order. @param {readonly TraceEvent[]} events */
function mainThreadEvents(events) {
  /** @type {Map<string, number>} */
  const frames = new Map();
  const key = (/** @type {TraceEvent} */ e) => `${e.pid} ${e.tid}`;
  for (const e of events) if (e.name === FRAME) frames.set(key(e), (frames.get(key(e)) ?? 0) + 1);
  const [main] = [...frames].sort((a, b) => b[1] - a[1])[0] ?? [''];
  return events.filter((e) => key(e) === main).sort((a, b) => a.ts - b.ts);
}

/** Events that are not inside another one. @param {readonly TraceEvent[]} events in order */
function outermost(events) {
  let end = Number.NEGATIVE_INFINITY;
  return events.filter((e) => {
    if (e.ts < end) return false;
    end = e.ts + (e.dur ?? 0);
    return true;
  });
}

/**
 * Sums from the start of each frame to the start of the next one.
 * @param {readonly number[]} starts @param {readonly TraceEvent[]} events @param {(e: TraceEvent) => number} of
 */
function sumPerFrame(starts, events, of) {
  const sums = starts.slice(1).map(() => 0);
  let frame = 0;
  for (const e of events) {
    while (frame < sums.length && e.ts >= (starts[frame + 1] ?? 0)) frame += 1;
    if (frame >= sums.length) break;
    if (e.ts >= (starts[0] ?? 0)) sums[frame] = (sums[frame] ?? 0) + of(e);
  }
  return sums;
}

/** A percentile; 0 without values. @param {readonly number[]} values @param {number} share */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
