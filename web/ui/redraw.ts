/**
 * Draws what a frame changed: everything in one painted frame, since style, layout and putting the layers together cost as
 * much as the drawing itself, whatever it was that changed.
 *
 * - Marks (crosshair, playhead, packets) are drawn in every painted frame.
 * - Panes, which a worker draws, cost the page little: all of them are sent together, so that they show the same moment.
 * - Curves that the page draws are drawn in every painted frame, too, while there is time; where there is not, they take turns: at least one is drawn, more while the budget
 *   lasts, and the next painted frame goes on where this one stopped. So many plots slow each other down, but never the page.
 * - Bands of flows along links, which change as slowly as words, are drawn as often, in the painted frame after these: so no frame has both.
 * - Words are written a few times a second, all of them in the same painted frame: numbers that change faster cannot be read, and
 *   each change lays text out anew.
 */

import { runNow, subscribeFrame, subscribeSession } from '../store';

/** Scripting time a painted frame that curves may take, ms: on a quick machine, and at most. */
const BUDGET_MS = { least: 5, most: 30 };
/** The same, of the time between painted frames: where these are far apart, to draw half of the plots makes all of them late. */
const BUDGET_SHARE = 0.4;
/** Between two changes of words, ms. */
const WORDS_MS = 200;
/** Words that a moved crosshair asks for wait so many frames of a moving run after the last ones. */
const ASKED_FRAMES = 3;
/** Two painted frames with more between them, ms, are no sequence. */
const PAUSE_MS = 250;
/** A next frame that was asked for at once and came later than this, ms, came late. */
const LATE_MS = 25;
/** A running run sends its next frame within this time, ms. */
const SOON_MS = 100;
/** So long, ms, nothing moves between the frames of a run when the last such picture came late. */
const CALM_MS = 1000;

export type Kind = 'panes' | 'curves' | 'marks' | 'bands' | 'words';

interface Task {
  draw: () => void;
  kind: Kind;
  dirty: boolean;
}

export interface Handle {
  /** Asks for a new drawing in the next painted frame. */
  mark(): void;
  dispose(): void;
}

/** What the redraw needs of the page; times in ms. */
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
  private pending = false;
  private painted = Number.NEGATIVE_INFINITY;
  private framed = Number.NEGATIVE_INFINITY;
  /** Time between painted frames, as it lately was. */
  private pace = 0;
  private written = Number.NEGATIVE_INFINITY;
  /** Words do not wait, or no longer than a few frames. */
  private urgent = false;
  private asked = false;
  /** Bands are drawn in the next painted frame that writes no words. */
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

  /** A frame of a moving run came. */
  markFrame(): void {
    this.framed = this.screen.clock();
    this.mark();
  }

  /** All is to be drawn again, and at once: the run stands still, or the theme is another. */
  markAll(): void {
    this.urgent = true;
    this.mark();
  }

  /** The crosshair moved: curves stay as they are, words hardly wait. Where frames come one after the other, the next one takes it along. */
  markMoment(): void {
    for (const task of this.tasks) if (task.kind === 'marks' || task.kind === 'words') task.dirty = true;
    if (this.screen.clock() - this.framed > SOON_MS) {
      this.urgent = true;
      this.schedule();
    } else {
      this.asked = true;
      this.wake(SOON_MS);
    }
  }

  /** Whether the screen keeps up with pictures between the frames of a run. One that is drawn asks for the next by this, too. */
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
      if (this.tasks.some((t) => t.dirty)) this.schedule();
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
    if (this.restless && start - asked > LATE_MS) this.calmUntil = start + CALM_MS;
    this.painted = start;
    this.restless = false;

    for (const task of this.tasks) if (task.kind === 'panes' && task.dirty) run(task);
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
    for (const task of this.tasks) if (task.kind === 'marks' && task.dirty) run(task);
    const wrote = this.write(start);
    this.drawBands(wrote);
    if (this.tasks.some((t) => t.dirty && t.kind !== 'words' && t.kind !== 'bands')) this.schedule();
  }

  private drawBands(wrote: boolean): void {
    const dirty = this.tasks.filter((t) => t.kind === 'bands' && t.dirty);
    if (wrote) {
      this.bandsDue = true;
      // A running run soon sends the next frame; drawing one in between would cost as much as drawing everything.
      if (dirty.length > 0) this.wake(SOON_MS);
    } else if (this.bandsDue || !this.tasks.some((t) => t.kind === 'words')) {
      this.bandsDue = false;
      for (const task of dirty) run(task);
    }
  }

  /** Whether words were written. */
  private write(now: number): boolean {
    if (!this.tasks.some((t) => t.dirty && t.kind === 'words')) return false;
    const gap = this.urgent ? 0 : this.asked ? Math.min(WORDS_MS, ASKED_FRAMES * this.pace) : WORDS_MS;
    const wait = this.written + gap - now;
    if (wait <= 0) {
      this.urgent = false;
      this.asked = false;
      this.written = now;
      for (const task of this.tasks) if (task.kind === 'words' && task.dirty) run(task);
      return true;
    }
    // The last frame before a pause is written, too: no other one comes.
    this.wake(wait);
    return false;
  }
}

/** Before it draws, so that a task may ask for its next picture. */
function run(task: Task): void {
  task.dirty = false;
  task.draw();
}

/** The page's own: all that moves on it is drawn in the same painted frames. */
export const redraw = new RedrawScheduler();

subscribeFrame(() => {
  if (runNow().playing) redraw.markFrame();
  else redraw.markAll();
});
subscribeSession((now, before) => {
  if (
    now.cursor !== before.cursor ||
    now.cursorPinned !== before.cursorPinned ||
    now.whyMarks !== before.whyMarks
  )
    redraw.markMoment();
});
