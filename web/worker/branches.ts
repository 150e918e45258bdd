/** The branches beside the run on screen. They keep pace with it, and their curves are drawn behind its own. */
import { type EngineLab, read } from './engine';
import { Pieces } from './pieces';
import type { FromWorker } from './protocol';
import type { WorkerRun } from './worker-run';

/** Memory for the series of all runs where there are several, bytes. */
const SERIES_BYTES = 96 * 2 ** 20;

export class Branches {
  private runs: WorkerRun[] = [];
  private readonly pieces = new Pieces();

  get all(): readonly WorkerRun[] {
    return this.runs;
  }

  add(run: WorkerRun): void {
    this.runs.push(run);
  }

  /** Takes a run out, to be shown. */
  take(number: number): WorkerRun | undefined {
    const found = this.runs.find(({ run }) => run === number);
    this.runs = this.runs.filter((run) => run !== found);
    return found;
  }

  forget(number: number): void {
    this.take(number)?.lab.free();
  }

  forgetAll(): void {
    for (const { lab } of this.runs.splice(0)) lab.free();
  }

  /** Runs beside each other share the memory for series. */
  shareMemory(shown: EngineLab | undefined): void {
    const bytes = Math.floor(SERIES_BYTES / (this.runs.length + 1));
    for (const { lab } of this.runs) lab.limitSeries(bytes);
    shown?.limitSeries(bytes);
  }

  /** Lets one that is behind go on, for about `sliceMs`, no further than the run on screen is known; false where none is behind. */
  keepPace(shown: EngineLab, sliceMs: number, clock: () => number): boolean {
    const known = shown.known();
    const goalOf = (run: WorkerRun) => Math.min(known, run.durationS);
    const behind = this.runs.find((run) => run.lab.known() < goalOf(run) && run.lab.stopped() === '');
    if (!behind) return false;
    this.pieces.run(behind.lab, goalOf(behind), sliceMs, clock);
    behind.renew();
    return true;
  }

  /** Results of each, at its own time. */
  results(): Extract<FromWorker, { type: 'results' }>['others'] {
    return this.runs.map(({ run, lab }) => ({ run, now: lab.now(), results: read(lab.results()) }));
  }
}
