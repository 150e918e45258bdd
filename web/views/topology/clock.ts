/**
 * The time that the drawing shows between two frames.
 *
 * Frames come about thirty times a second, while the screen is painted sixty times. The drawing is one frame behind
 * and moves from the earlier frame's time to the later one's: never ahead of what is known, never jumping back.
 */
export class SceneClock {
  private from = 0;
  private to = 0;
  private arrived = 0;
  private interval = 33;
  private lastShown = 0;

  /** A frame of simulated time `now` arrived at `realMs`. */
  frame(now: number, realMs: number): void {
    if (now < this.to) {
      // Reset, undo or another document: begin again there.
      this.from = this.to = this.lastShown = now;
    } else {
      this.from = this.at(realMs);
      this.to = now;
    }
    const gap = realMs - this.arrived;
    // A pause is not a frame interval: packets would move too slowly after it.
    if (gap > 5 && gap < 250) this.interval += (gap - this.interval) * 0.25;
    this.arrived = realMs;
  }

  /** The simulated time to draw at `realMs`. */
  at(realMs: number): number {
    const share = Math.min(1, Math.max(0, (realMs - this.arrived) / this.interval));
    this.lastShown = Math.max(this.lastShown, this.from + (this.to - this.from) * share);
    if (this.lastShown > this.to) this.lastShown = this.to;
    return this.lastShown;
  }

  /** Whether the drawing has reached the latest frame, so that nothing moves until the next one. */
  settled(realMs: number): boolean {
    return realMs - this.arrived >= this.interval;
  }

  /** Stops interpolating: from now on the latest frame's time is drawn. */
  settle(): void {
    this.from = this.to;
  }

  /** Simulated seconds per real second, as lately shown. */
  speed(): number {
    return ((this.to - this.from) / this.interval) * 1000;
  }
}
