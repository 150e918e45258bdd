/** Divides the engine's work into calls of a few ms, on any machine and for any scenario. */
import type { EngineLab } from './engine';

/** The target duration of one engine call, so that a slice ends on time. */
const CALL_MS = 3;
const MIN_EVENTS = 200;
const MAX_EVENTS = 2_000_000;

export class SliceRunner {
  private maxEvents = 2000;

  /** Runs up to `until`, s, for about `sliceMs` of real time. Returns the time reached. */
  run(
    lab: Pick<EngineLab, 'now' | 'step' | 'stopped'>,
    until: number,
    sliceMs: number,
    clock: () => number,
    start = clock(),
  ): number {
    let reached = lab.now();
    let from = start;
    while (reached < until) {
      reached = lab.step(until, this.maxEvents);
      const now = clock();
      const complete = reached >= until;
      this.adapt(now - from, complete);
      from = now;
      if (now - start >= sliceMs) break;
      if (!complete && lab.stopped() !== '') break;
    }
    return reached;
  }

  private adapt(tookMs: number, complete: boolean): void {
    // A step of the solver may cost many times the one before it, so too long a call is corrected at once.
    const slower = Math.max(1 / 16, CALL_MS / tookMs);
    if (tookMs > 2 * CALL_MS) this.maxEvents = Math.max(MIN_EVENTS, Math.round(this.maxEvents * slower));
    else if (!complete && tookMs < CALL_MS) this.maxEvents = Math.min(MAX_EVENTS, this.maxEvents * 2);
  }
}
