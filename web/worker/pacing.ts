/**
 * Where a run should be at a moment of real time, for a speed in simulated seconds a real second.
 *
 * Debts are forgiven: a tab that slept or an engine that cannot keep up goes on from where it is, without a burst.
 */
export class Pacing {
  private wall = 0;
  private sim = 0;
  private lastWall = 0;
  private speed = 1;
  private measureWall = 0;
  private measureSim = 0;
  /** Simulated seconds a real second that were reached lately. */
  measured = 0;

  /** Starts from `sim` at `wall` ms. */
  start(wall: number, sim: number, speed: number): void {
    this.anchor(wall, sim);
    this.speed = speed;
    this.lastWall = wall;
    this.measureWall = wall;
    this.measureSim = sim;
    this.measured = 0;
  }

  /** Another speed from here on. */
  change(wall: number, sim: number, speed: number): void {
    this.anchor(wall, sim);
    this.speed = speed;
  }

  /** Simulated time that is due at `wall` ms; `sim` is where the run is. */
  due(wall: number, sim: number): number {
    if (wall - this.lastWall > PAUSE_MS) {
      this.anchor(wall, sim);
      this.measureWall = wall;
      this.measureSim = sim;
    }
    this.lastWall = wall;
    if (this.speed === Number.POSITIVE_INFINITY) return this.speed;
    return this.sim + ((wall - this.wall) / 1000) * this.speed;
  }

  /** Says how far the run got. */
  reached(wall: number, sim: number): void {
    const owed = this.sim + ((wall - this.wall) / 1000) * this.speed - sim;
    if (owed > (DEBT_MS / 1000) * this.speed) this.anchor(wall, sim);
    const passed = wall - this.measureWall;
    if (passed < MEASURE_MS) return;
    this.measured = ((sim - this.measureSim) / passed) * 1000;
    this.measureWall = wall;
    this.measureSim = sim;
  }

  private anchor(wall: number, sim: number): void {
    this.wall = wall;
    this.sim = sim;
  }
}

/** A gap longer than this was no work of ours: the tab was hidden or the machine slept. */
const PAUSE_MS = 250;
const DEBT_MS = 100;
const MEASURE_MS = 400;
