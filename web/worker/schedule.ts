/** Schedules the turns of a loop while there is work, with rests that leave time to others. */

/** What a loop needs from its host. */
export interface LoopHost {
  /** Real time in ms. */
  clock(): number;
  /** Calls back once the messages that are waiting have been handled. */
  queueTask(call: () => void): void;
  /** Calls back after some ms. */
  delay(call: () => void, ms: number): void;
  /** The part of its processor that the loop leaves to the other threads of the browser, from 0 to below 1. None if not set. */
  spare?: number;
}

/** Timers are in whole ms. */
const MIN_REST_MS = 1;
/** A longer rest would not help others. */
const MAX_REST_MS = 100;
/** A loop with nothing to do looks again after this time, unless it is woken. */
const MAX_IDLE_MS = 100;

export class Schedule {
  private readonly host: LoopHost;
  private readonly turn: () => void;
  /** The part of the processor that the loop may use, above 0 up to 1. */
  share = 1;
  /** The scheduled turn. An idle one only waits for time to pass, and may be brought forward. */
  private scheduled: { number: number; idle: boolean } | null = null;
  private count = 0;
  /** Rest that is still to be taken, ms. */
  private restDue = 0;

  constructor(host: LoopHost, turn: () => void) {
    this.host = host;
    this.turn = turn;
  }

  /** Schedules a turn now. */
  wake(): void {
    if (this.scheduled?.idle) this.scheduled = null;
    this.scheduleTurn((call) => this.host.queueTask(call));
  }

  /** Schedules the turn after the one that began at `start`. If there is nothing to do for `idleMs`, it comes then, or after MAX_IDLE_MS. */
  scheduleNext(start: number, idleMs: number): void {
    const used = this.share * (1 - (this.host.spare ?? 0));
    this.restDue += (this.host.clock() - start) * (1 / used - 1);
    if (this.scheduled) return;
    const rest = this.restDue >= MIN_REST_MS ? Math.min(this.restDue, MAX_REST_MS) : 0;
    if (idleMs > 1) this.scheduleTurn((call) => this.host.delay(call, Math.min(idleMs, MAX_IDLE_MS)), true);
    else if (rest > 0) {
      this.restDue = 0;
      // Browsers clamp a timer that a timer has set to 4 ms, but not one that a message has set.
      this.scheduleTurn((call) => this.host.queueTask(() => this.host.delay(call, rest)));
    } else this.wake();
  }

  /** Only one turn is scheduled at a time: a second one would take a share that belongs to another loop. */
  private scheduleTurn(by: (call: () => void) => void, idle = false): void {
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
