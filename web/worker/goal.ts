/** What a run works towards (a time, an event, a mark). It gets there in slices, whatever the playing speed, and messages are handled in between. */
import type { EngineLab } from './engine';
import type { FrameWriter } from './frame-writer';
import type { MarkUnit } from './protocol';
import { MarkKind } from './sections';
import { SliceRunner } from './slice-runner';
import type { WorkerRun } from './worker-run';

export type Goal =
  | { kind: 'time'; at: number }
  /** The next event. */
  | { kind: 'event' }
  /** The end of the present instant. */
  | { kind: 'settled' }
  /** `from`: index of the first mark that was not checked yet; `origin`: where the run goes back to if there is none. */
  | { kind: 'mark'; unit: MarkUnit; flow: number; after: number; from: number; origin: Place }
  /** A place where the run has been. */
  | ({ kind: 'place' } & Place);

/** An exact place in a run: a time in s, and how many events have run, since there may be several at one time. */
export interface Place {
  at: number;
  events: number;
}

export const placeOf = (lab: EngineLab): Place => ({ at: lab.now(), events: lab.events() });

/** Whether a goal is still pursued, has been reached, or does not exist: the run has no such mark. */
export type Progress = 'under way' | 'reached' | 'missed';

/** The kinds of mark at which a step stops. */
const STEP_MARKS: Record<MarkUnit, readonly number[]> = {
  loss: [MarkKind.loss, MarkKind.timeout],
  ecn: [MarkKind.ecn],
  timeout: [MarkKind.timeout],
};

/** The next mark of a kind, of a flow (-1: any), after a time in s. @param origin where the run goes back to if there is none */
export function nextMark(unit: MarkUnit, flow: number, after: number, origin: Place): Goal {
  return { kind: 'mark', unit, flow, after, from: 0, origin };
}

/** Rounded to nanoseconds, which the engine counts in: it would never reach a time between two of them. */
export function timeGoal(s: number): Goal & { kind: 'time' } {
  return { kind: 'time', at: Math.round(s * 1e9) / 1e9 };
}

/** A span of real time for the engine to work in, ms. */
export interface Slice {
  start: number;
  ms: number;
}

/** How many events run between two looks at the clock: well below a millisecond. */
export const EVENTS_PER_CHECK = 4000;

export class GoalRunner {
  private readonly slices = new SliceRunner();
  private readonly frames: FrameWriter;
  private readonly clock: () => number;

  constructor(frames: FrameWriter, clock: () => number) {
    this.frames = frames;
    this.clock = clock;
  }

  /** Runs up to a time in s, or until the slice is over. Returns the time reached. */
  advance(lab: EngineLab, until: number, { start, ms }: Slice): number {
    return this.slices.run(lab, until, ms, this.clock, start);
  }

  /** Works towards a goal. */
  pursue(goal: Goal, run: WorkerRun, slice: Slice): Progress {
    if (goal.kind === 'mark') return this.pursueMark(goal, run, slice);
    return this.approach(goal, run.lab, slice) ? 'reached' : 'under way';
  }

  private approach(goal: Exclude<Goal, { kind: 'mark' }>, lab: EngineLab, slice: Slice): boolean {
    switch (goal.kind) {
      case 'time':
        return this.advance(lab, goal.at, slice) >= goal.at;
      case 'event':
        return this.repeat(() => lab.stepEvent(EVENTS_PER_CHECK), slice);
      case 'settled':
        return this.repeat(() => lab.settle(EVENTS_PER_CHECK), slice);
      case 'place':
        return this.repeat(() => lab.goTo(goal.at, goal.events, EVENTS_PER_CHECK), slice);
    }
  }

  /** Repeats a call until it returns true or the slice is over. Returns whether it did. */
  repeat(call: () => boolean, { start, ms }: Slice): boolean {
    do {
      if (call()) return true;
    } while (this.clock() - start < ms);
    return false;
  }

  /** Runs up to the next mark and over its event. Where that time is simulated already, the recorded marks say when it is. */
  private pursueMark(goal: Goal & { kind: 'mark' }, { lab, durationS }: WorkerRun, slice: Slice): Progress {
    for (let n = 0; ; n += 1) {
      const at = this.frames.firstMark(lab, goal.from, STEP_MARKS[goal.unit], goal.flow, goal.after);
      if (at !== null) {
        if (lab.now() >= at) return 'reached';
        // Already simulated: go to its time, then over its event.
        if (this.advance(lab, at, slice) < at) return 'under way';
        return this.repeat(() => lab.stepEvent(EVENTS_PER_CHECK), slice) ? 'reached' : 'under way';
      }
      goal.from = this.frames.countMarks(lab);
      // The marks of all that is known are recorded.
      if (lab.known() >= durationS) return 'missed';
      // The page says that the run ended early: nobody knows what would have come.
      if (lab.stopped() !== '') return 'reached';
      let brief = false;
      if (lab.now() < lab.known()) this.advance(lab, lab.known(), slice);
      else brief = lab.stepEvent(EVENTS_PER_CHECK);
      if ((!brief || (n & 255) === 255) && this.clock() - slice.start >= slice.ms) return 'under way';
    }
  }
}
