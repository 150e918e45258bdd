/**
 * Draws what a frame changed, within a share of the screen's time.
 *
 * Light tasks (crosshair, values) run in every painted frame. Heavy tasks (curves) take turns: at least one runs, more
 * while the budget lasts, and the next painted frame goes on where this one stopped. So many plots slow each other
 * down, but never the page.
 */

/** Scripting time a painted frame that curves may take. */
const BUDGET_MS = 4;

interface Task {
  draw: () => void;
  heavy: boolean;
  dirty: boolean;
}

export interface Handle {
  /** Asks for a new drawing in the next painted frame. */
  mark(): void;
  dispose(): void;
}

export class Painter {
  private readonly tasks: Task[] = [];
  private turn = 0;
  private pending = 0;
  private readonly request: (run: () => void) => number;
  private readonly clock: () => number;

  constructor(
    request: (run: () => void) => number = (run) => requestAnimationFrame(run),
    clock: () => number = () => performance.now(),
  ) {
    this.request = request;
    this.clock = clock;
  }

  register(draw: () => void, heavy: boolean): Handle {
    const task: Task = { draw, heavy, dirty: true };
    this.tasks.push(task);
    this.schedule();
    return {
      mark: () => {
        task.dirty = true;
        this.schedule();
      },
      dispose: () => {
        const place = this.tasks.indexOf(task);
        if (place >= 0) this.tasks.splice(place, 1);
      },
    };
  }

  /** A new frame came, or the theme changed: all is to be drawn again. */
  markAll(): void {
    for (const task of this.tasks) task.dirty = true;
    this.schedule();
  }

  /** The crosshair moved: curves stay as they are. */
  markLight(): void {
    for (const task of this.tasks) if (!task.heavy) task.dirty = true;
    this.schedule();
  }

  private schedule(): void {
    if (this.pending !== 0) return;
    this.pending = -1;
    this.pending = this.request(() => this.paint());
  }

  private paint(): void {
    this.pending = 0;
    const start = this.clock();
    const heavy = this.tasks.filter((t) => t.heavy);
    for (let i = 0; i < heavy.length; i++) {
      const task = heavy[(this.turn + i) % heavy.length];
      if (!task?.dirty) continue;
      task.dirty = false;
      task.draw();
      if (this.clock() - start > BUDGET_MS) {
        this.turn = (this.turn + i + 1) % heavy.length;
        break;
      }
    }
    for (const task of this.tasks) {
      if (task.heavy || !task.dirty) continue;
      task.dirty = false;
      task.draw();
    }
    if (this.tasks.some((t) => t.dirty)) this.schedule();
  }
}
