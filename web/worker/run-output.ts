/** Sends frames and results of the run on screen, no more often than the page can use them. */
import type { Branches } from './branches';
import { read } from './engine';
import type { FrameWriter } from './frame-writer';
import type { Goal } from './goal';
import type { FromWorker } from './protocol';
import type { LoopHost } from './schedule';
import type { WorkerRun } from './worker-run';

interface OutputHost extends Pick<LoopHost, 'clock'> {
  post(message: FromWorker, transfer?: Transferable[]): void;
}

/** The run on screen and what the loop does with it. */
export interface ShownState {
  run: WorkerRun;
  others: Branches;
  playing: boolean;
  ended: boolean;
  goal: Goal | null;
  replaying: boolean;
  /** Simulated seconds per real second, as measured. */
  speed: number;
}

/** A little less than two frames of the screen: even if one comes late at times, there are still thirty a second. */
const FRAME_MS = 28;
/** The longest time between frames. Where many runs share the processors, their page has to draw the frames of all. */
const MAX_FRAME_MS = 100;
/** Results are in tables, which cannot be read if they change more often. */
const RESULTS_MS = 1000;

export class RunOutput {
  private readonly host: OutputHost;
  private readonly frames: FrameWriter;
  /** The part of the processor that the loop may use. */
  private readonly share: () => number;
  private lastFrame = Number.NEGATIVE_INFINITY;
  private lastResults = Number.NEGATIVE_INFINITY;
  /** Something on screen has changed since the last frame. */
  private changed = false;

  constructor(host: OutputHost, frames: FrameWriter, share: () => number) {
    this.host = host;
    this.frames = frames;
    this.share = share;
  }

  /** A frame is due, even if the run stands still. */
  invalidate(): void {
    this.changed = true;
  }

  /** Whether a frame waits only for its time. */
  get framePending(): boolean {
    return this.changed && this.frames.pool.available;
  }

  /** Time between two frames of a moving run, ms. */
  private get frameMs(): number {
    return Math.max(this.frames.view.everyMs, Math.min(MAX_FRAME_MS, FRAME_MS / this.share()));
  }

  /** Time from `now` to the next frame of a moving run, ms. */
  untilFrame(now: number): number {
    return this.lastFrame + this.frameMs - now;
  }

  /** Time to rest if there is nothing to do before the next frame, ms. While the page holds all buffers, no frame can be sent. */
  restMs(): number {
    return this.frames.pool.available ? this.untilFrame(this.host.clock()) : this.frameMs;
  }

  get resultsDue(): boolean {
    return this.host.clock() - this.lastResults > RESULTS_MS;
  }

  /** Sends a frame if one is due. */
  draw({ run, others, playing, ended, goal, replaying, speed }: ShownState): void {
    const now = this.host.clock();
    const moving = playing || goal !== null;
    if (!this.changed || (moving && this.untilFrame(now) > 0)) return;
    // A changed directory must be sent, or the page would keep the one from before an edit.
    if (!this.frames.pool.available) return;
    const newDirectory = run.refresh();
    const frame = this.frames.write(run, others.all);
    if (!frame) return;
    this.changed = false;
    this.lastFrame = now;
    this.host.post(
      {
        type: 'frame',
        run: run.run,
        now: run.lab.now(),
        known: run.lab.known(),
        speed: playing ? speed : 0,
        playing,
        ended,
        replayTo: replaying && goal && 'at' in goal ? goal.at : null,
        ...frame,
        ...(newDirectory ? { directory: run.directory } : {}),
      },
      [frame.buffer],
    );
  }

  postResults({ run: { run, lab }, others, ended, goal }: ShownState): void {
    this.lastResults = this.host.clock();
    this.host.post({
      type: 'results',
      run,
      now: lab.now(),
      ended,
      results: read(lab.results()),
      digest: lab.settled() ? lab.digest() : '',
      underWay: goal !== null,
      stopped: lab.stopped(),
      others: others.results(),
    });
  }
}
