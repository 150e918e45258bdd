/** Divides the engine's work into short calls, whatever the machine and the scenario. */
import type { EngineLab } from './engine';

/** The engine is asked for pieces of about this length, so that a slice ends on time. */
const PIECE_MS = 3;
const LEAST_EVENTS = 200;
const MOST_EVENTS = 2_000_000;

export class Pieces {
  private maxEvents = 2000;

  /** Runs up to `until`, s, for about `sliceMs` of real time; gives the time reached. */
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
    // A step of the solver may cost many times what the one before it did: what was too long is set right at once.
    const slower = Math.max(1 / 16, PIECE_MS / tookMs);
    if (tookMs > 2 * PIECE_MS) this.maxEvents = Math.max(LEAST_EVENTS, Math.round(this.maxEvents * slower));
    else if (!complete && tookMs < PIECE_MS) this.maxEvents = Math.min(MOST_EVENTS, this.maxEvents * 2);
  }
}
