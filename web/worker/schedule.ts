/** Schedules a loop's turns: again and again while there is work, with pauses that leave time to others. */

export interface Clock {
  /** Real time in ms. */
  clock(): number;
  /** Calls back after waiting messages were handled. */
  soon(call: () => void): void;
  /** Calls back after some ms. */
  later(call: () => void, ms: number): void;
}

/** Browsers keep timers no shorter. */
const LEAST_REST_MS = 4;
/** Others have had their turn. */
const MOST_REST_MS = 100;
/** A loop with nothing to do checks again after this time, or when it is woken. */
const MOST_IDLE_MS = 100;

export class Schedule {
  private readonly host: Clock;
  private readonly turn: () => void;
  /** What of the processor the loop takes, above 0 up to 1. */
  share = 1;
  /** The number of the scheduled turn; it may be brought forward if it only waits for time to pass. */
  private scheduled: { number: number; idle: boolean } | null = null;
  private count = 0;
  /** Rest that is owed, ms. */
  private owed = 0;

  constructor(host: Clock, turn: () => void) {
    this.host = host;
    this.turn = turn;
  }

  /** There is something to do. */
  wake(): void {
    if (this.scheduled?.idle) this.scheduled = null;
    this.next((call) => this.host.soon(call));
  }

  /**
   * Schedules the turn after the one that began at `start`. With nothing to do for the next `idleMs`, it comes after that time, at most
   * MOST_IDLE_MS later.
   */
  goOn(start: number, idleMs: number): void {
    this.owed += (this.host.clock() - start) * (1 / this.share - 1);
    if (this.scheduled) return;
    const rest = this.owed > LEAST_REST_MS ? Math.min(this.owed, MOST_REST_MS) : 0;
    if (idleMs > 1) this.next((call) => this.host.later(call, Math.min(idleMs, MOST_IDLE_MS)), true);
    else if (rest > 0) {
      this.owed = 0;
      this.next((call) => this.host.later(call, rest));
    } else this.wake();
  }

  /** Only one turn is scheduled at a time: a second one would take another loop's share. */
  private next(by: (call: () => void) => void, idle = false): void {
    if (this.scheduled) return;
    this.count += 1;
    const number = this.count;
    this.scheduled = { number, idle };
    by(() => {
      if (this.scheduled?.number !== number) return;
      this.scheduled = null;
      this.turn();
    });
  }
}
