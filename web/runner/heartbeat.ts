/**
 * Detects workers that hang or that the browser has terminated, neither of which causes an event. Every worker answers pings before any other
 * message (`worker/attach.ts`); a worker that does not answer for some seconds is silent.
 *
 * Only time during which the page itself was awake and visible counts. Browsers throttle hidden pages, machines sleep, and debuggers stop
 * the page. Afterwards every worker gets its full time again.
 */
import { createStore } from 'zustand/vanilla';
import type { Role } from '../worker/protocol';

/** Interval between checks, ms. */
export const CHECK_INTERVAL_MS = 1000;
/** After a longer gap between two checks, the page was not awake, ms. */
const MAX_CHECK_GAP_MS = 2500;
/** A worker is silent after this time without an answer, ms. */
export const SILENT_MS = 5000;
/** The limit while a worker starts, since its script and the engine may load slowly, ms. */
export const START_TIMEOUT_MS = 30_000;

/** A worker that does not answer, which the visitor can stop. */
export interface SilentWorker {
  role: Role;
  /** Terminates it; pending requests end as if it had crashed. */
  stop(): void;
}

/** The silent workers that the page offers to stop. */
export const silentWorkers = createStore<{ list: readonly SilentWorker[] }>(() => ({ list: [] }));

/** Clock and visibility of the page, which tests replace. */
export interface PageTime {
  /** ms */
  clock(): number;
  isVisible(): boolean;
  /** Calls back at an interval, ms; returns a function that stops this. */
  repeat(call: () => void, ms: number): () => void;
}

const pageTime: PageTime = {
  clock: () => performance.now(),
  isVisible: () => !document.hidden,
  repeat(call, ms) {
    const timer = setInterval(call, ms);
    return () => clearInterval(timer);
  },
};

/** The callbacks of a heartbeat. */
interface HeartbeatCallbacks {
  /** Sends a ping. */
  ping(): void;
  /** Reports how long the last ping has been unanswered, and whether any earlier ping was answered. */
  unanswered?: ((ms: number, hasAnswered: boolean) => void) | undefined;
  /** Reports that the worker has become silent, or that it has answered after all. */
  silent(silent: boolean): void;
}

export class Heartbeat {
  private readonly callbacks: HeartbeatCallbacks;
  private readonly timeoutMs: number;
  private hasAnswered = false;
  private pingPending = false;
  private unansweredMs = 0;
  private silent = false;

  constructor(callbacks: HeartbeatCallbacks, timeoutMs = SILENT_MS) {
    this.callbacks = callbacks;
    this.timeoutMs = timeoutMs;
  }

  /** A ping was answered. */
  answered(): void {
    this.hasAnswered = true;
    this.pingPending = false;
    this.unansweredMs = 0;
    this.report(false);
  }

  /** @param passed time since the last check, ms; null if the page was not awake */
  check(passed: number | null): void {
    if (passed === null) {
      this.unansweredMs = 0;
      return;
    }
    if (!this.pingPending) {
      this.pingPending = true;
      this.unansweredMs = 0;
      this.callbacks.ping();
      return;
    }
    this.unansweredMs += passed;
    this.callbacks.unanswered?.(this.unansweredMs, this.hasAnswered);
    if (this.unansweredMs >= (this.hasAnswered ? this.timeoutMs : Math.max(START_TIMEOUT_MS, this.timeoutMs)))
      this.report(true);
  }

  private report(silent: boolean): void {
    if (this.silent === silent) return;
    this.silent = silent;
    this.callbacks.silent(silent);
  }
}

/** Checks all workers of a page with one timer, which runs only while there are workers. */
export class HeartbeatMonitor {
  private readonly time: PageTime;
  private readonly heartbeats = new Set<Heartbeat>();
  private last = 0;
  private stopTimer: (() => void) | null = null;

  constructor(time: PageTime = pageTime) {
    this.time = time;
  }

  add(heartbeat: Heartbeat): void {
    this.heartbeats.add(heartbeat);
    if (this.stopTimer) return;
    this.last = this.time.clock();
    this.stopTimer = this.time.repeat(() => this.check(), CHECK_INTERVAL_MS);
  }

  remove(heartbeat: Heartbeat): void {
    this.heartbeats.delete(heartbeat);
    if (this.heartbeats.size > 0) return;
    this.stopTimer?.();
    this.stopTimer = null;
  }

  private check(): void {
    const now = this.time.clock();
    const gap = now - this.last;
    this.last = now;
    const passed = this.time.isVisible() && gap < MAX_CHECK_GAP_MS ? gap : null;
    // A silent worker may be stopped, and thus removed, during the loop.
    for (const heartbeat of [...this.heartbeats]) heartbeat.check(passed);
  }
}
