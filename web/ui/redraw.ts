/**
 * Schedules all drawing that a frame causes into one painted frame, because style, layout and compositing cost as much as drawing itself.
 *
 * - Marks (crosshair, line of now) are drawn in every painted frame, and so is the axis of time.
 * - Scenes (the network, the timeline) are drawn in every painted frame, except on a slow screen while a run moves: then one in each frame,
 *   because the browser uploads every canvas that has changed.
 * - Whatever draws text on a canvas comes before the marks: giving a canvas a font computes the style of the page, which costs little until a
 *   mark has moved.
 * - Panes, which a worker draws, cost the page little: all of them are sent together, so that they show the same moment.
 * - Curves that the page draws are drawn in every painted frame while there is time. Otherwise they take turns: at least one is drawn, more
 *   while the budget lasts, and the next painted frame continues with the others. Many plots slow each other down, but never the page.
 * - Bands of flows along links change as slowly as texts. They are drawn as often, in the painted frame after, so that no frame has both.
 * - Texts are written a few times a second, all in the same painted frame: numbers that change faster cannot be read, and each change
 *   costs a layout. On a slow screen, they leave most painted frames to the plots.
 */

import { moment, runNow, subscribeFrame, subscribeRun, subscribeSession } from '../store';

/** Script time that curves may take in a painted frame, ms: on a fast machine, and at most. */
const BUDGET_MS = { least: 5, most: 30 };
/** The same, as a share of the time between painted frames: if these are far apart, drawing half of the plots would make all of them late. */
const BUDGET_SHARE = 0.4;
/** Time between two updates of texts, ms. */
const WORDS_MS = 200;
/** Texts are written in at most one of this many painted frames. */
const WORDS_FRAMES = 6;
/** A screen is slow if painted frames of a run are further apart than this, ms. A run sends about 33 frames a second. */
const SLOW_MS = 40;
/** Texts that a moved crosshair requests wait for this many frames of a moving run after the last ones. */
const MAX_WAIT_FRAMES = 4;
/** Painted frames further apart than this, ms, do not count as a sequence. */
const PAUSE_MS = 250;
/** A frame that was requested at once and comes later than this, ms, is late. */
const LATE_MS = 25;
/** A moving run sends its next frame within this time, ms. */
const FRAME_WAIT_MS = 100;
/** After a late frame, nothing is animated between frames of a run for this time, ms. */
const REST_MS = 1000;

export type Kind = 'panes' | 'curves' | 'axis' | 'marks' | 'scenes' | 'bands' | 'words';
/** These need no painted frame of their own while a run moves. */
const WAITING: ReadonlySet<Kind> = new Set(['scenes', 'words', 'bands']);
/** What a moved crosshair changes. */
const MOVED: ReadonlySet<Kind> = new Set(['axis', 'marks', 'scenes', 'words']);

interface Task {
  draw: () => void;
  kind: Kind;
  dirty: boolean;
}

export interface Handle {
  /** Requests drawing in the next painted frame. */
  mark(): void;
  dispose(): void;
}

/** What the scheduler needs of the browser; times in ms. */
export interface Screen {
  /** Calls back before the next painted frame. */
  request(run: () => void): number;
  clock(): number;
  /** Calls back after some time. */
  later(run: () => void, ms: number): void;
}

const page: Screen = {
  request: (run) => requestAnimationFrame(run),
  clock: () => performance.now(),
  later: (run, ms) => void setTimeout(run, ms),
};

export class RedrawScheduler {
  private readonly screen: Screen;
  private readonly tasks: Task[] = [];
  private turn = 0;
  private sceneTurn = 0;
  private pending = false;
  private painted = Number.NEGATIVE_INFINITY;
  private framed = Number.NEGATIVE_INFINITY;
  /** Whether the latest frame of the run still has to be drawn. */
  private fresh = false;
  /** The recent time between painted frames. */
  private pace = 0;
  private written = Number.NEGATIVE_INFINITY;
  /** Texts do not wait, or only for a few frames. */
  private urgent = false;
  private asked = false;
  /** Bands are drawn in the next painted frame without texts. */
  private bandsDue = true;
  private waiting = false;
  private restless = false;
  private calmUntil = 0;

  constructor(screen: Screen = page) {
    this.screen = screen;
  }

  register(kind: Kind, draw: () => void): Handle {
    const task: Task = { draw, kind, dirty: true };
    this.tasks.push(task);
    this.urgent ||= kind === 'words';
    this.schedule();
    return {
      mark: () => {
        task.dirty = true;
        this.urgent ||= kind === 'words';
        this.bandsDue ||= kind === 'bands';
        this.schedule();
      },
      dispose: () => {
        const place = this.tasks.indexOf(task);
        if (place >= 0) this.tasks.splice(place, 1);
      },
    };
  }

  /** A frame of a moving run has come. */
  markFrame(): void {
    this.framed = this.screen.clock();
    this.fresh = true;
    this.mark();
  }

  /** Draws everything again at once: the run stands still, or the theme has changed. */
  markAll(): void {
    this.urgent = true;
    this.mark();
  }

  /** The crosshair has moved: curves stay, and texts hardly wait. While frames come, the next one draws it. */
  markMoment(): void {
    for (const task of this.tasks) if (MOVED.has(task.kind)) task.dirty = true;
    if (this.screen.clock() - this.framed > FRAME_WAIT_MS) {
      this.urgent = true;
      this.schedule();
    } else {
      this.asked = true;
      this.wake(FRAME_WAIT_MS);
    }
  }

  /** Whether the screen keeps up with drawing between frames of a run. A task asks this before it requests its next drawing. */
  between(): boolean {
    if (this.screen.clock() < this.calmUntil) return false;
    this.restless = true;
    return true;
  }

  private mark(): void {
    for (const task of this.tasks) task.dirty = true;
    this.schedule();
  }

  private wake(after: number): void {
    if (this.waiting) return;
    this.waiting = true;
    this.screen.later(() => {
      this.waiting = false;
      if (!this.tasks.some((t) => t.dirty)) return;
      // The next frame of a moving run draws it too: one in between would cost as much as drawing everything.
      const rest = this.framed + FRAME_WAIT_MS - this.screen.clock();
      if (rest > 0) this.wake(rest);
      else this.schedule();
    }, after);
  }

  private schedule(): void {
    if (this.pending) return;
    this.pending = true;
    const asked = this.screen.clock();
    this.screen.request(() => this.paint(asked));
  }

  private paint(asked: number): void {
    const { clock } = this.screen;
    this.pending = false;
    const start = clock();
    const gap = start - this.painted;
    if (gap < PAUSE_MS) this.pace += (gap - this.pace) * 0.2;
    if (this.restless && start - asked > LATE_MS) this.calmUntil = start + REST_MS;
    this.painted = start;
    this.restless = false;

    const framed = this.fresh;
    this.fresh = false;
    this.drawAll('panes');
    const budget = Math.min(BUDGET_MS.most, Math.max(BUDGET_MS.least, BUDGET_SHARE * this.pace));
    const curves = this.tasks.filter((t) => t.kind === 'curves');
    for (let i = 0; i < curves.length; i++) {
      const task = curves[(this.turn + i) % curves.length];
      if (!task?.dirty) continue;
      run(task);
      if (clock() - start > budget) {
        this.turn = (this.turn + i + 1) % curves.length;
        break;
      }
    }
    this.drawAll('axis');
    this.drawScenes(framed);
    this.drawAll('marks');
    const wrote = this.write(start);
    this.drawBands(wrote);
    if (this.tasks.some((t) => t.dirty && !WAITING.has(t.kind))) this.schedule();
  }

  private drawAll(kind: Kind): void {
    for (const task of this.tasks) if (task.kind === kind && task.dirty) run(task);
  }

  /** @param framed a new frame of a moving run is drawn */
  private drawScenes(framed: boolean): void {
    const dirty = this.tasks.filter((t) => t.kind === 'scenes' && t.dirty);
    const inTurn = framed && !this.urgent && this.pace > SLOW_MS && dirty.length > 1;
    const drawn = inTurn ? dirty.slice(this.sceneTurn % dirty.length).slice(0, 1) : dirty;
    this.sceneTurn += 1;
    for (const task of drawn) run(task);
    // They follow if no other frame comes.
    if (drawn.length < dirty.length) this.wake(FRAME_WAIT_MS);
  }

  private drawBands(wrote: boolean): void {
    const dirty = this.tasks.filter((t) => t.kind === 'bands' && t.dirty);
    if (wrote) {
      this.bandsDue = true;
      if (dirty.length > 0) this.wake(FRAME_WAIT_MS);
    } else if (this.bandsDue || !this.tasks.some((t) => t.kind === 'words')) {
      this.bandsDue = false;
      for (const task of dirty) run(task);
    }
  }

  /** Returns whether texts were written. */
  private write(now: number): boolean {
    if (!this.tasks.some((t) => t.dirty && t.kind === 'words')) return false;
    const usual = Math.max(WORDS_MS, WORDS_FRAMES * this.pace);
    const gap = this.urgent ? 0 : this.asked ? Math.min(usual, MAX_WAIT_FRAMES * this.pace) : usual;
    const wait = this.written + gap - now;
    if (wait <= 0) {
      this.urgent = false;
      this.asked = false;
      this.written = now;
      this.drawAll('words');
      return true;
    }
    // The texts of the last frame before a pause are written too: no other frame comes.
    this.wake(wait);
    return false;
  }
}

/** Unmarks the task before it draws, so that it may request its next drawing. */
function run(task: Task): void {
  task.dirty = false;
  task.draw();
}

/** The scheduler of the page, which draws everything that moves in the same painted frames. */
export const redraw = new RedrawScheduler();

subscribeFrame(() => {
  if (runNow().playing) redraw.markFrame();
  else redraw.markAll();
});
// A run that stands still is drawn from its data alone: no other frame may follow.
subscribeRun((now, before) => {
  if (before.playing && !now.playing) redraw.markAll();
});
// Its network is there, or it is now again.
moment.subscribe(() => redraw.markMoment());
subscribeSession((now, before) => {
  if (
    now.cursor !== before.cursor ||
    now.cursorPinned !== before.cursorPinned ||
    now.whyMarks !== before.whyMarks
  )
    redraw.markMoment();
});
