// What a trace of the browser says about the page's own thread. Times in a trace are microseconds.

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
const TASKS = new Set(['RunTask', 'ThreadControllerImpl::RunTask']);
const FRAME = 'BeginMainThreadFrame';

/**
 * Scripting in each frame and the longest task, by the clock and by the processor: a machine that others use as well stretches the
 * former, not the latter.
 * @param {readonly TraceEvent[]} events
 * @returns {Figures}
 */
export function figures(events) {
  const own = ofMainThread(events);
  const starts = own.filter((e) => e.name === FRAME).map((e) => e.ts);
  const scripts = outermost(own.filter((e) => e.ph === 'X' && SCRIPTING.has(e.name)));
  const tasks = own.filter((e) => e.ph === 'X' && TASKS.has(e.name));
  const wall = inFrames(starts, scripts, (e) => e.dur ?? 0);
  const cpu = inFrames(starts, scripts, (e) => e.tdur ?? 0);
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

/** Events of the page's main thread in their order: the one that has the most frames. @param {readonly TraceEvent[]} events */
function ofMainThread(events) {
  /** @type {Map<string, number>} */
  const frames = new Map();
  const key = (/** @type {TraceEvent} */ e) => `${e.pid} ${e.tid}`;
  for (const e of events) if (e.name === FRAME) frames.set(key(e), (frames.get(key(e)) ?? 0) + 1);
  const [main] = [...frames].sort((a, b) => b[1] - a[1])[0] ?? [''];
  return events.filter((e) => key(e) === main).sort((a, b) => a.ts - b.ts);
}

/** Those that lie in no other one. @param {readonly TraceEvent[]} events in order */
function outermost(events) {
  let end = Number.NEGATIVE_INFINITY;
  return events.filter((e) => {
    if (e.ts < end) return false;
    end = e.ts + (e.dur ?? 0);
    return true;
  });
}

/**
 * Sums between one frame's start and the next one's.
 * @param {readonly number[]} starts @param {readonly TraceEvent[]} events @param {(e: TraceEvent) => number} of
 */
function inFrames(starts, events, of) {
  const sums = starts.slice(1).map(() => 0);
  let frame = 0;
  for (const e of events) {
    while (frame < sums.length && e.ts >= (starts[frame + 1] ?? 0)) frame += 1;
    if (frame >= sums.length) break;
    if (e.ts >= (starts[0] ?? 0)) sums[frame] = (sums[frame] ?? 0) + of(e);
  }
  return sums;
}

/** The value that this share of all values do not pass; 0 of none. @param {readonly number[]} values @param {number} share */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
