/**
 * Finds workers that hang, or that the browser has ended: neither causes an event. Every worker answers pings before any other
 * message (`worker/attach.ts`); one that does not answer for some seconds is silent.
 *
 * Only time counts in which the page itself was awake and visible. A hidden page is slowed down, a machine sleeps, a debugger stops
 * the page: afterwards every worker gets its full time again.
 */
import { createStore } from 'zustand/vanilla';
import type { Role } from '../worker/protocol';

/** How often workers are asked, ms. */
export const LOOK_MS = 1000;
/** A look that comes so much later than the one before: the page was not awake. */
const ASLEEP_MS = 2500;
/** A worker without an answer for so long is silent. */
export const SILENT_MS = 5000;
/** Its script and the engine may have a slow network to cross first. */
export const STARTING_MS = 30_000;

/** A worker that does not answer, for the visitor to decide about. */
export interface SilentWorker {
  role: Role;
  /** Ends it: whoever waits for it hears that it crashed. */
  stop(): void;
}

/** Those that the page offers to stop. */
export const silentWorkers = createStore<{ list: readonly SilentWorker[] }>(() => ({ list: [] }));

/** How the page's own time passes; tests bring their own. */
export interface PageTime {
  /** ms */
  clock(): number;
  isVisible(): boolean;
  /** Calls every so many ms; gives what ends that. */
  every(call: () => void, ms: number): () => void;
}

const pageTime: PageTime = {
  clock: () => performance.now(),
  isVisible: () => !document.hidden,
  every(call, ms) {
    const timer = setInterval(call, ms);
    return () => clearInterval(timer);
  },
};

/** The callbacks of a heartbeat. */
interface Watched {
  /** Sends a ping. */
  ping(): void;
  /** The last ping has been without an answer for so long; `begun`: one before it was answered. */
  waits?: ((ms: number, begun: boolean) => void) | undefined;
  /** There was no answer for so long; false: it has answered after all. */
  silent(silent: boolean): void;
}

export class Heartbeat {
  private readonly watched: Watched;
  private readonly patienceMs: number;
  private begun = false;
  private asked = false;
  private waited = 0;
  private silent = false;

  constructor(watched: Watched, patienceMs = SILENT_MS) {
    this.watched = watched;
    this.patienceMs = patienceMs;
  }

  /** A ping was answered. */
  answered(): void {
    this.begun = true;
    this.asked = false;
    this.waited = 0;
    this.tell(false);
  }

  /** @param passed since the last look, ms; null: the page was not awake, and nothing can be said of that time */
  look(passed: number | null): void {
    if (passed === null) {
      this.waited = 0;
      return;
    }
    if (!this.asked) {
      this.asked = true;
      this.waited = 0;
      this.watched.ping();
      return;
    }
    this.waited += passed;
    this.watched.waits?.(this.waited, this.begun);
    if (this.waited >= (this.begun ? this.patienceMs : Math.max(STARTING_MS, this.patienceMs)))
      this.tell(true);
  }

  private tell(silent: boolean): void {
    if (this.silent === silent) return;
    this.silent = silent;
    this.watched.silent(silent);
  }
}

/** Looks after all workers of a page with one timer, which runs while there are any. */
export class Watch {
  private readonly time: PageTime;
  private readonly beats = new Set<Heartbeat>();
  private last = 0;
  private end: (() => void) | null = null;

  constructor(time: PageTime = pageTime) {
    this.time = time;
  }

  add(beat: Heartbeat): void {
    this.beats.add(beat);
    if (this.end) return;
    this.last = this.time.clock();
    this.end = this.time.every(() => this.look(), LOOK_MS);
  }

  remove(beat: Heartbeat): void {
    this.beats.delete(beat);
    if (this.beats.size > 0) return;
    this.end?.();
    this.end = null;
  }

  private look(): void {
    const now = this.time.clock();
    const gap = now - this.last;
    this.last = now;
    const passed = this.time.isVisible() && gap < ASLEEP_MS ? gap : null;
    // A silent worker may be stopped, and so removed, during the loop.
    for (const beat of [...this.beats]) beat.look(passed);
  }
}
