/** The branches other than the run on screen. They keep pace with it, and their curves are drawn behind its own. */
import { type EngineLab, read } from './engine';
import { timeGoal } from './goal';
import type { FromWorker } from './protocol';
import { SliceRunner } from './slice-runner';
import type { WorkerRun } from './worker-run';

/** The resolution of the engine's clock, s. */
const TICK_S = 1e-9;
/** Memory for the series of all branches together, bytes. */
const SERIES_BYTES = 96 * 2 ** 20;

export class Branches {
  private runs: WorkerRun[] = [];
  /** Runs from before the last load, which may become branches of the new run. */
  private kept: WorkerRun[] = [];
  private readonly slices = new SliceRunner();

  get all(): readonly WorkerRun[] {
    return this.runs;
  }

  add(run: WorkerRun): void {
    this.runs.push(run);
  }

  /** Removes a branch that is to be shown. */
  take(number: number): WorkerRun | undefined {
    const found = this.runs.find(({ run }) => run === number);
    this.runs = this.runs.filter((run) => run !== found);
    return found;
  }

  /** Removes a branch, or a run that was kept. */
  remove(number: number): void {
    (this.take(number) ?? this.takeKept(number))?.lab.free();
  }

  /** Another document replaces the run `shown` and all branches. The runs with these numbers are kept. */
  replaceAll(shown: WorkerRun | null, keep: readonly number[] = []): void {
    const all = [...(shown ? [shown] : []), ...this.runs, ...this.kept];
    this.runs = [];
    this.kept = all.filter(({ run }) => keep.includes(run));
    for (const run of all) if (!this.kept.includes(run)) run.lab.free();
  }

  /** Takes a run that was kept. */
  takeKept(number: number | undefined): WorkerRun | undefined {
    const found = this.kept.find(({ run }) => run === number);
    this.kept = this.kept.filter((run) => run !== found);
    return found;
  }

  /** All branches share the memory for series equally. */
  shareMemory(shown: EngineLab | undefined): void {
    const bytes = Math.floor(SERIES_BYTES / (this.runs.length + 1));
    for (const { lab } of this.runs) lab.limitSeries(bytes);
    shown?.limitSeries(bytes);
  }

  /**
   * Works for about `sliceMs` on a branch that lags: first up to where the run on screen is known, then at its present time, so that the
   * results of all branches cover the same span. False if no branch needed work.
   */
  keepPace(shown: EngineLab, sliceMs: number, clock: () => number): boolean {
    const known = shown.known();
    // A step may end between the events of one time. The branches then run all of them, so that the values include the one that it stopped at.
    const now = shown.settled() ? shown.now() : timeGoal(shown.now() + TICK_S).at;
    for (const run of this.runs) {
      const { lab, durationS, reachS } = run;
      if (lab.stopped() !== '') continue;
      const reach = Math.min(Math.max(known, reachS), durationS);
      const present = Math.min(now, durationS);
      const goal = lab.known() < reach ? reach : present;
      if (goal === lab.now()) continue;
      if (goal < lab.now()) lab.seek(goal);
      this.slices.run(lab, goal, sliceMs, clock);
      run.refresh();
      return true;
    }
    return false;
  }

  /** The results of each branch, at its own time. */
  results(): Extract<FromWorker, { type: 'results' }>['others'] {
    return this.runs.map(({ run, lab }) => ({ run, now: lab.now(), results: read(lab.results()) }));
  }
}
