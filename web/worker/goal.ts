/**
 * The goals of a run (a time, an event, a mark) and their pursuit in slices, independent of the playing speed, so that messages are
 * handled in between.
 */
import type { EngineLab } from './engine';
import type { FrameWriter } from './frame-writer';
import { Pieces } from './pieces';
import type { StepUnit } from './protocol';
import { MarkKind } from './sections';
import type { WorkerRun } from './worker-run';

export type Goal =
  | { kind: 'time'; at: number }
  /** The next event. */
  | { kind: 'event' }
  /** The end of the present moment. */
  | { kind: 'settled' }
  /** `from`: marks up to there have been looked at. */
  | { kind: 'mark'; of: readonly number[]; flow: number; after: number; from: number };

/** Marks that a step leads to. */
const MARKS: Record<Exclude<StepUnit, 'event' | 'rtt'>, readonly number[]> = {
  loss: [MarkKind.loss, MarkKind.timeout],
  ecn: [MarkKind.ecn],
  timeout: [MarkKind.timeout],
};

/** The next mark of a kind and of a flow (-1: of any) after a time, s. */
export function nextMark(unit: keyof typeof MARKS, flow: number, after: number): Goal {
  return { kind: 'mark', of: MARKS[unit], flow, after, from: 0 };
}

/** The engine's clock counts nanoseconds: a moment between two of them would never be reached. */
export function moment(s: number): Goal & { kind: 'time' } {
  return { kind: 'time', at: Math.round(s * 1e9) / 1e9 };
}

/** A stretch of real time that is there for the engine, ms. */
export interface Slice {
  start: number;
  ms: number;
}

/** What is worth a look at the clock, in events: well below a millisecond. */
export const BRIEF_EVENTS = 4000;

export class GoalRunner {
  private readonly pieces = new Pieces();
  private readonly frames: FrameWriter;
  private readonly clock: () => number;

  constructor(frames: FrameWriter, clock: () => number) {
    this.frames = frames;
    this.clock = clock;
  }

  /** Runs up to a time, s, or as far as a slice reaches; the time reached. */
  advance(lab: EngineLab, until: number, { start, ms }: Slice): number {
    return this.pieces.run(lab, until, ms, this.clock, start);
  }

  /** Goes on towards a goal; true once it is reached, or will never be. */
  pursue(goal: Goal, run: WorkerRun, slice: Slice): boolean {
    const { lab } = run;
    switch (goal.kind) {
      case 'time':
        return this.advance(lab, goal.at, slice) >= goal.at;
      case 'event':
        return this.repeat(() => lab.stepEvent(BRIEF_EVENTS), slice);
      case 'settled':
        return this.repeat(() => lab.settle(BRIEF_EVENTS), slice);
      case 'mark':
        return this.pursueMark(goal, run, slice);
    }
  }

  /** Calls again until it is done or the slice is over; whether it is done. */
  repeat(call: () => boolean, { start, ms }: Slice): boolean {
    do {
      if (call()) return true;
    } while (this.clock() - start < ms);
    return false;
  }

  /** Up to the next mark, so that the run stands right behind its event. What is known already says when that is. */
  private pursueMark(goal: Goal & { kind: 'mark' }, { lab, durationS }: WorkerRun, slice: Slice): boolean {
    for (let n = 0; ; n += 1) {
      const at = this.frames.firstMark(lab, goal.from, goal.of, goal.flow, goal.after);
      if (at !== null) {
        if (lab.now() >= at) return true;
        // Known from before: up to it, then over its event.
        if (this.advance(lab, at, slice) < at) return false;
        return this.repeat(() => lab.stepEvent(BRIEF_EVENTS), slice);
      }
      goal.from = this.frames.countMarks(lab);
      if (lab.now() >= durationS || lab.stopped() !== '') return true;
      let brief = false;
      if (lab.now() < lab.known()) this.advance(lab, lab.known(), slice);
      else brief = lab.stepEvent(BRIEF_EVENTS);
      if ((!brief || (n & 255) === 255) && this.clock() - slice.start >= slice.ms) return false;
    }
  }
}
