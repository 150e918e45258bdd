/**
 * Runs one document at the speed asked for, in short slices, so that messages are never kept waiting.
 *
 * It knows neither workers nor wasm: the host gives it a clock, a way to yield and a way to answer.
 */
import type { Directory, Edit, Problem } from '../generated/types';
import { type Engine, type EngineLab, problemsOf } from './engine';
import { FrameWriter } from './frame-writer';
import { Pacing } from './pacing';
import { Pieces } from './pieces';
import type { FromWorker, StepUnit, ToWorker, View } from './protocol';
import { MarkKind } from './sections';

export interface Host {
  post(message: FromWorker, transfer?: Transferable[]): void;
  /** Real time in ms. */
  clock(): number;
  /** Calls back after waiting messages were handled. */
  soon(call: () => void): void;
  /** Calls back after some ms. */
  later(call: () => void, ms: number): void;
}

const SLICE_MS = 10;
/** A little less than two of the screen's pictures: with a frame that comes late at times, there are still thirty a second. */
const FRAME_MS = 28;
/** The least that a slice is worth. */
const LEAST_MS = 2;
/** Browsers keep timers no shorter. */
const LEAST_REST_MS = 4;
/** Others have had their turn. */
const MOST_REST_MS = 100;
/** Figures in a table are compared with each other: changing more often they could not be. */
const RESULTS_MS = 1000;
/** More than any one moment has. */
const MOST_EVENTS = 2_000_000;
/** What an ordinary computer carries over links in some ten seconds. */
const BRIEF_HOPS = 1e8;

/** What the loop is to reach, whatever the speed. */
type Goal =
  | { kind: 'time'; at: number }
  | { kind: 'mark'; of: readonly number[]; flow: number; after: number; marks: number };

/** A run that is kept, on screen or as another future. */
interface Kept {
  run: number;
  lab: EngineLab;
  directory: Directory;
}

/** The engine's clock counts nanoseconds: a moment between two of them would never be reached. */
const toNanos = (s: number) => Math.round(s * 1e9) / 1e9;

/** Memory for the series of each run where there are several, bytes. */
const SERIES_BYTES = 96 * 2 ** 20;

/** Marks that a step leads to. */
const MARKS: Record<'loss' | 'ecn' | 'timeout', readonly number[]> = {
  loss: [MarkKind.loss, MarkKind.timeout],
  ecn: [MarkKind.ecn],
  timeout: [MarkKind.timeout],
};

export class RunLoop {
  private readonly engine: Engine;
  private readonly host: Host;
  private readonly frames: FrameWriter;
  private readonly pacing = new Pacing();
  private readonly pieces = new Pieces();
  private readonly besides = new Pieces();
  private lab: EngineLab | null = null;
  private run = 0;
  private duration = 0;
  private directory: Directory | null = null;
  private directoryVersion = -1;
  private playing = false;
  private ended = false;
  private speed = 1;
  /** What of the processor it takes. */
  private share: number;
  /** Rest that it owes, ms. */
  private owed = 0;
  private goal: Goal | null = null;
  private replaying = false;
  private held: Extract<ToWorker, { type: 'edit' | 'branch' }>[] = [];
  /** Other futures. */
  private ghosts: Kept[] = [];
  private scheduled = false;
  private lastFrame = Number.NEGATIVE_INFINITY;
  private lastResults = Number.NEGATIVE_INFINITY;
  private dirty = false;
  private dead = false;

  constructor(engine: Engine, host: Host, share = 1) {
    this.engine = engine;
    this.host = host;
    this.share = share;
    this.frames = new FrameWriter(engine);
    this.guard(() => host.post({ type: 'ready', catalogue: JSON.parse(engine.catalogue()) }));
  }

  handle(message: ToWorker): void {
    if (this.dead) return;
    this.guard(() => this.dispatch(message));
  }

  private dispatch(message: ToWorker): void {
    switch (message.type) {
      case 'check':
        this.check(message.id, message.document);
        return;
      case 'load':
        this.load(message);
        return;
      case 'play':
        this.play(message.speed);
        return;
      case 'pause':
        this.pause();
        return;
      case 'speed':
        this.speed = message.value;
        if (this.lab) this.pacing.change(this.host.clock(), this.lab.now(), message.value);
        return;
      case 'share':
        this.share = message.value;
        return;
      case 'step':
        this.step(message.unit, message.flow);
        return;
      case 'edit':
        this.edit(message);
        return;
      case 'seek':
        this.seek(message.atS);
        return;
      case 'branch':
        this.branch(message);
        return;
      case 'beside':
        this.beside(message.run, message.document);
        return;
      case 'show':
        this.show(message.run, message.playing);
        return;
      case 'forget':
        this.forget(message.run);
        return;
      case 'trace':
        this.trace(message);
        return;
      case 'csv': {
        const { id, series } = message;
        this.host.post({ type: 'csv', id, texts: series.map((number) => this.lab?.csv(number) ?? '') });
        return;
      }
      case 'view':
        this.view(message.view);
        return;
      case 'results':
        this.postResults();
        return;
      case 'buffer':
        this.frames.pool.give(message.buffer);
        if (this.dirty) this.wake();
        return;
      case 'crash':
        throw new WebAssembly.RuntimeError('unreachable (asked for by a test)');
    }
  }

  private check(id: number, document: string): void {
    try {
      this.host.post({ type: 'checked', id, document: this.engine.normalize(document) });
    } catch (error) {
      const problems = problemsOf(error);
      if (!problems) throw error;
      this.host.post({ type: 'unchecked', id, problems });
    }
  }

  private load(message: Extract<ToWorker, { type: 'load' }>): void {
    let lab: EngineLab;
    try {
      lab = this.engine.load(message.document);
    } catch (error) {
      const problems = problemsOf(error);
      if (!problems) throw error;
      // What runs stays: the visitor keeps the last good run beside the list of errors.
      this.host.post({ type: 'refused', run: message.run, problems });
      return;
    }
    this.lab?.free();
    for (const ghost of this.ghosts.splice(0)) ghost.lab.free();
    this.lab = lab;
    this.run = message.run;
    this.ended = false;
    this.held = [];
    this.frames.restart();
    this.directoryVersion = -1;
    const directory = this.readDirectory() as Directory;
    this.duration = directory.durationS;
    let until = Math.min(message.untilS, this.duration);
    if (message.brief && (directory.estimatedHops * until) / this.duration > BRIEF_HOPS) until = 0;
    const document = lab.document();
    const obstacles = this.obstacles(document);
    this.host.post({ type: 'loaded', run: this.run, directory, document, untilS: until, obstacles });
    this.goal = until > 0 ? { kind: 'time', at: until } : null;
    this.replaying = this.goal !== null;
    this.playing = message.playing;
    this.pacing.start(this.host.clock(), lab.now(), this.speed);
    this.touch();
    if (!this.replaying) this.postResults();
  }

  private obstacles(document: string): Problem[] {
    return JSON.parse(this.engine.fluidObstacles(document));
  }

  private play(speed: number): void {
    this.speed = speed;
    if (!this.lab || this.ended) return;
    if (!this.replaying) this.goal = null;
    this.playing = true;
    this.pacing.start(this.host.clock(), this.lab.now(), speed);
    this.wake();
  }

  private pause(): void {
    this.playing = false;
    if (!this.replaying) this.goal = null;
    this.touch();
    if (this.lab) this.postResults();
  }

  private step(unit: StepUnit, flow: number): void {
    if (!this.lab || this.ended || this.replaying) return;
    this.playing = false;
    if (unit === 'event') {
      this.lab.stepEvent();
      this.checkEnd();
      this.postResults();
    } else if (unit === 'rtt') {
      const rtt = this.frames.roundTrip(this.lab, this.directory, flow);
      this.goal = { kind: 'time', at: toNanos(Math.min(this.lab.now() + rtt, this.duration)) };
    } else {
      this.goal = { kind: 'mark', of: MARKS[unit], flow, after: this.lab.now(), marks: 0 };
    }
    this.touch();
  }

  /** To a moment, standing still. */
  private seek(atS: number): void {
    const { lab } = this;
    if (!lab) return;
    const at = toNanos(Math.max(0, Math.min(atS, this.duration)));
    this.playing = false;
    this.ended = false;
    lab.seek(at);
    this.goal = { kind: 'time', at };
    this.replaying = lab.now() < at;
    this.touch();
  }

  /** Another future from now on: the run so far stays as a ghost. */
  private branch(message: Extract<ToWorker, { type: 'branch' }>): void {
    const { lab } = this;
    if (!lab) return;
    if (this.replaying) {
      this.held.push(message);
      return;
    }
    this.together(lab);
    const branch = lab.branch();
    const atS = branch.now();
    try {
      for (const { path, value } of message.changes) branch.edit(JSON.stringify({ atS, path, value }));
    } catch (error) {
      branch.free();
      const problems = problemsOf(error);
      if (!problems) throw error;
      this.host.post({ type: 'editRefused', run: this.run, id: message.id, problems });
      return;
    }
    const from = this.run;
    this.keepAsGhost();
    this.shareMemory();
    const directory: Directory = JSON.parse(branch.directory());
    this.put({ run: message.run, lab: branch, directory });
    const document = branch.document();
    const obstacles = this.obstacles(document);
    this.host.post({
      type: 'branched',
      run: this.run,
      from,
      id: message.id,
      atS,
      document,
      directory,
      obstacles,
    });
    this.touch();
  }

  private beside(run: number, document: string): void {
    try {
      const lab = this.engine.load(document);
      this.ghosts.push({ run, lab, directory: JSON.parse(lab.directory()) });
      this.shareMemory();
      this.touch();
    } catch (error) {
      const problems = problemsOf(error);
      if (!problems) throw error;
      this.host.post({ type: 'besideRefused', run, problems });
    }
  }

  /** A ghost takes the screen, at the same moment if it has come so far. */
  private show(run: number, playing: boolean): void {
    const { lab } = this;
    const ghost = this.ghosts.find((g) => g.run === run);
    if (!lab || !ghost) return;
    const at = this.goal?.kind === 'time' ? this.goal.at : lab.now();
    this.ghosts = this.ghosts.filter((g) => g !== ghost);
    this.keepAsGhost();
    this.put(ghost);
    const { directory } = ghost;
    const document = ghost.lab.document();
    const until = Math.min(at, directory.durationS);
    const obstacles = this.obstacles(document);
    this.host.post({ type: 'loaded', run, directory, document, untilS: until, obstacles });
    this.seek(until);
    this.playing = playing;
  }

  private forget(run: number): void {
    const ghost = this.ghosts.find((g) => g.run === run);
    this.ghosts = this.ghosts.filter((g) => g !== ghost);
    ghost?.lab.free();
    this.touch();
  }

  private keepAsGhost(): void {
    const { lab, run, directory } = this;
    if (lab && directory) this.ghosts.push({ run, lab, directory });
  }

  /** A run comes on screen. */
  private put({ run, lab, directory }: Kept): void {
    this.lab = lab;
    this.run = run;
    this.directory = directory;
    this.directoryVersion = lab.directoryVersion();
    this.duration = directory.durationS;
    this.ended = lab.now() >= this.duration;
    this.goal = null;
    this.replaying = false;
    this.frames.restart();
    this.pacing.start(this.host.clock(), lab.now(), this.speed);
  }

  /** Runs beside each other share the memory for series. */
  private shareMemory(): void {
    const bytes = Math.floor(SERIES_BYTES / (this.ghosts.length + 1));
    for (const { lab } of this.ghosts) lab.limitSeries(bytes);
    this.lab?.limitSeries(bytes);
  }

  /** Ghosts go as far as the run on screen is, in what time is left. */
  private follower(lab: EngineLab): Kept | undefined {
    const at = lab.known();
    const behind = ({ lab: ghost, directory }: Kept) =>
      ghost.known() < Math.min(at, directory.durationS) && ghost.stopped() === '';
    return this.ghosts.find(behind);
  }

  private trace({ id, channel, number, fromS, toS, most }: Extract<ToWorker, { type: 'trace' }>): void {
    if (!this.lab) return;
    const moments = JSON.parse(this.lab.trace(channel, number, fromS, toS, most));
    this.host.post({ type: 'traced', id, moments });
  }

  /** Changes are made now; during a replay they wait until its end is reached. */
  private edit(message: Extract<ToWorker, { type: 'edit' }>): void {
    const { lab } = this;
    if (!lab) return;
    if (this.replaying) {
      this.held.push(message);
      return;
    }
    this.together(lab);
    const edits: Edit[] = [];
    try {
      for (const { path, value } of message.changes) {
        const edit: Edit = { atS: lab.now(), path, value };
        lab.edit(JSON.stringify(edit));
        edits.push(edit);
      }
    } catch (error) {
      const problems = problemsOf(error);
      if (!problems) throw error;
      this.host.post({ type: 'editRefused', run: this.run, id: message.id, problems });
    }
    // What went through before a refusal is part of the run, so it is part of the document as well.
    if (edits.length > 0) {
      this.readDirectory();
      const directory = this.directory as Directory;
      this.duration = directory.durationS;
      this.ended = lab.now() >= this.duration;
      const obstacles = this.obstacles(lab.document());
      this.host.post({ type: 'edited', run: this.run, id: message.id, edits, directory, obstacles });
    }
    this.touch();
  }

  /** Of two models side by side one may be a piece ahead: a change is made where both can still take it. */
  private together(lab: EngineLab): void {
    for (let before = -1; lab.now() > before; ) {
      before = lab.now();
      lab.step(before, MOST_EVENTS);
    }
  }

  private view(view: View): void {
    this.frames.view = view;
    this.touch();
  }

  /** Something on screen changed: a frame is due even if nothing runs. */
  private touch(): void {
    this.dirty = true;
    this.wake();
  }

  private wake(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    this.host.soon(() => this.tick());
  }

  private tick(): void {
    this.scheduled = false;
    if (this.dead) return;
    this.guard(() => this.work());
  }

  private work(): void {
    const { lab, host } = this;
    if (!lab) return;
    const start = host.clock();
    let idle = false;
    if (this.goal) this.pursue(lab, start);
    else if (this.playing) idle = this.follow(lab, start);
    const behind = this.follower(lab);
    if (behind) {
      this.besides.run(behind.lab, Math.min(lab.known(), behind.directory.durationS), SLICE_MS / 2, () =>
        host.clock(),
      );
      this.dirty = true;
    }
    this.draw(lab);
    const moving = this.goal !== null || this.playing || behind !== undefined;
    if (moving && host.clock() - this.lastResults > RESULTS_MS && !this.replaying) this.postResults();
    const waits = this.dirty && this.frames.pool.ready;
    if (!moving && !waits) return;
    this.scheduled = true;
    const rest = FRAME_MS - (host.clock() - this.lastFrame);
    this.owed += (host.clock() - start) * (1 / this.share - 1);
    if ((idle || !moving) && rest > 1) host.later(() => this.tick(), Math.min(rest, 16));
    else if (this.owed > LEAST_REST_MS) {
      host.later(() => this.tick(), Math.min(this.owed, MOST_REST_MS));
      this.owed = 0;
    } else host.soon(() => this.tick());
  }

  /** Runs up to where real time says; true when there is nothing more to do for now. */
  private follow(lab: EngineLab, start: number): boolean {
    const before = lab.now();
    const due = Math.min(this.pacing.due(start, before), this.duration);
    const reached = this.advance(lab, due, start);
    this.pacing.reached(this.host.clock(), reached);
    if (reached !== before) this.dirty = true;
    this.checkEnd();
    return reached >= due;
  }

  private pursue(lab: EngineLab, start: number): void {
    const goal = this.goal as Goal;
    this.dirty = true;
    const done =
      goal.kind === 'time' ? this.advance(lab, goal.at, start) >= goal.at : this.seekMark(lab, goal, start);
    if (this.checkEnd() || done) this.arrive(lab);
  }

  private arrive(lab: EngineLab): void {
    this.goal = null;
    this.replaying = false;
    this.pacing.start(this.host.clock(), lab.now(), this.speed);
    const held = this.held;
    this.held = [];
    for (const message of held) {
      if (message.type === 'edit') this.edit(message);
      else this.branch(message);
    }
    this.postResults();
  }

  private advance(lab: EngineLab, until: number, start: number): number {
    // Up to the next frame, and no further: it would be late by up to a slice.
    const slice = Math.max(LEAST_MS, Math.min(SLICE_MS, this.lastFrame + FRAME_MS - start));
    return this.pieces.run(lab, until, slice, () => this.host.clock(), start);
  }

  /** Up to the next mark, so that the run stands right behind its event. What is known already says when that is. */
  private seekMark(lab: EngineLab, goal: Extract<Goal, { kind: 'mark' }>, start: number): boolean {
    for (let n = 0; ; n += 1) {
      const at = this.frames.firstMark(lab, goal.marks, goal.of, goal.flow, goal.after);
      if (at !== null) {
        if (lab.now() >= at) return true;
        // Known from before: up to it, then over its event.
        if (this.advance(lab, at, start) < at) return false;
        lab.stepEvent();
        return true;
      }
      goal.marks = this.frames.countMarks(lab);
      if (lab.now() >= this.duration || lab.stopped() !== '') return true;
      if (lab.now() < lab.known()) this.advance(lab, lab.known(), start);
      else lab.stepEvent();
      if ((n & 255) === 255 && this.host.clock() - start >= SLICE_MS) return false;
    }
  }

  private checkEnd(): boolean {
    if (!this.lab || this.ended) return this.ended;
    if (this.lab.now() < this.duration && this.lab.stopped() === '') return false;
    this.ended = true;
    this.playing = false;
    this.dirty = true;
    if (!this.goal) this.postResults();
    return true;
  }

  private draw(lab: EngineLab): void {
    const now = this.host.clock();
    const moving = this.playing || this.goal !== null;
    if (!this.dirty || (moving && now - this.lastFrame < FRAME_MS)) return;
    const changed = lab.directoryVersion() !== this.directoryVersion;
    const directory = changed ? this.readDirectory() : this.directory;
    if (!directory) return;
    const frame = this.frames.write(lab, directory, this.ghosts);
    if (!frame) return;
    this.dirty = false;
    this.lastFrame = now;
    this.host.post(
      {
        type: 'frame',
        run: this.run,
        now: lab.now(),
        known: lab.known(),
        speed: this.playing ? this.pacing.measured : 0,
        playing: this.playing,
        ended: this.ended,
        replayTo: this.replaying && this.goal?.kind === 'time' ? this.goal.at : null,
        ...frame,
        ...(changed ? { directory } : {}),
      },
      [frame.buffer],
    );
  }

  private readDirectory(): Directory | null {
    if (!this.lab) return null;
    this.directory = JSON.parse(this.lab.directory()) as Directory;
    this.directoryVersion = this.lab.directoryVersion();
    return this.directory;
  }

  private postResults(): void {
    const { lab } = this;
    if (!lab) return;
    this.lastResults = this.host.clock();
    this.host.post({
      type: 'results',
      run: this.run,
      now: lab.now(),
      ended: this.ended,
      results: JSON.parse(lab.results()),
      digest: lab.digest(),
      stopped: lab.stopped(),
      ghosts: this.ghosts.map(({ run, lab: ghost }) => ({
        run,
        now: ghost.now(),
        results: JSON.parse(ghost.results()),
      })),
    });
  }

  /** An engine that failed is suspect: it is not called again. */
  private guard(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.dead = true;
      const message = error instanceof Error ? error.message : String(error);
      this.host.post({ type: 'crashed', run: this.run, message });
    }
  }
}
