/**
 * Where a run should be at a moment of real time, at a speed in simulated seconds per real second.
 *
 * Lost time is not made up for: after a tab slept, or if the engine cannot keep up, the run continues from where it is, without a burst.
 */
export class PlaybackClock {
  private wall = 0;
  private sim = 0;
  private lastWall = 0;
  private speed = 1;
  private measureWall = 0;
  private measureSim = 0;
  /** Speed reached over the last measurement, in simulated seconds per real second. */
  measured = 0;

  /** Starts at simulated time `sim`, s, and real time `wall`, ms. */
  start(wall: number, sim: number, speed: number): void {
    this.anchor(wall, sim);
    this.speed = speed;
    this.lastWall = wall;
    this.measureWall = wall;
    this.measureSim = sim;
    this.measured = 0;
  }

  /** Changes the speed from now on. */
  changeSpeed(wall: number, sim: number, speed: number): void {
    this.anchor(wall, sim);
    this.speed = speed;
  }

  /** The simulated time that is due at `wall` ms; `sim` is where the run is. */
  due(wall: number, sim: number): number {
    if (wall - this.lastWall > MAX_GAP_MS) {
      this.anchor(wall, sim);
      this.measureWall = wall;
      this.measureSim = sim;
    }
    this.lastWall = wall;
    if (this.speed === Number.POSITIVE_INFINITY) return this.speed;
    return this.sim + ((wall - this.wall) / 1000) * this.speed;
  }

  /** Records how far the run got. */
  report(wall: number, sim: number): void {
    const owed = this.sim + ((wall - this.wall) / 1000) * this.speed - sim;
    if (owed > (MAX_LAG_MS / 1000) * this.speed) this.anchor(wall, sim);
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

/** In a gap longer than this the tab was hidden or the machine slept. */
const MAX_GAP_MS = 250;
const MAX_LAG_MS = 100;
const MEASURE_MS = 400;
