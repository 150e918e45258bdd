/**
 * Runs one document at the speed asked for, in short slices, so that messages are never kept waiting.
 *
 * It knows neither workers nor wasm: the host gives it a clock, a way to yield and a way to answer. Its parts: when it works (`schedule.ts`), what it
 * is to reach (`goal.ts`), a run with its engine (`worker-run.ts`), the runs beside the one on screen (`branches.ts`), what a frame holds
 * (`frame-writer.ts`).
 */
import type { Edit, Problem } from '../generated/types';
import { Answers } from './answers';
import { Branches } from './branches';
import { type Engine, type EngineLab, type EngineTrace, read } from './engine';
import { FrameWriter } from './frame-writer';
import { BRIEF_EVENTS, type Goal, GoalRunner, moment, nextMark, type Slice } from './goal';
import { Pacing } from './pacing';
import type { FromWorker, Loaded, RunCalls, ToWorker, View } from './protocol';
import { type Clock, Schedule } from './schedule';
import { type Branch, WorkerRun } from './worker-run';

export interface Host extends Clock {
  post(message: FromWorker, transfer?: Transferable[]): void;
}

/** A branch that becomes the run `run` once it has reached the present, and the request for it. */
interface Branching extends Branch {
  run: number;
  request: Message<'edit' | 'branch'>;
  arrived: (run: WorkerRun) => void;
}

type Message<T extends ToWorker['type']> = T extends unknown ? Extract<ToWorker, { type: T }> : never;

const SLICE_MS = 10;
/** A little less than two of the screen's pictures: with a frame that comes late at times, there are still thirty a second. */
const FRAME_MS = 28;
/** Where many runs share the processors, their page has all of their frames to draw. Each still moves so often. */
const MOST_FRAME_MS = 100;
/** The least that a slice is worth. */
const LEAST_MS = 2;
/** Figures in a table are compared with each other: changing more often they could not be. */
const RESULTS_MS = 1000;
/** What an ordinary computer carries over links in some ten seconds. */
const BRIEF_HOPS = 1e8;

export class RunLoop {
  private readonly engine: Engine;
  private readonly host: Host;
  private readonly answers: Answers<RunCalls>;
  private readonly frames: FrameWriter;
  private readonly pacing = new Pacing();
  private readonly schedule: Schedule;
  private readonly goalRunner: GoalRunner;
  private readonly branches = new Branches();
  /** The run on screen. */
  private shown: WorkerRun | null = null;
  private playing = false;
  private ended = false;
  private speed = 1;
  private goal: Goal | null = null;
  /** A pending replay or step that changes wait for. */
  private replaying = false;
  /** A branch that is simulated up to the present, and what follows then; the run on screen waits for it. */
  private branching: Branching | null = null;
  /** Messages that wait for the end of a replay or of a branch's simulation up to the present. */
  private held: Message<'edit' | 'branch' | 'seek' | 'show' | 'step'>[] = [];
  private traces: { request: Message<'trace'>; trace: EngineTrace }[] = [];
  private lastFrame = Number.NEGATIVE_INFINITY;
  private lastResults = Number.NEGATIVE_INFINITY;
  /** Another branch was not yet where the run on screen is. */
  private behind = false;
  /** Something on screen has changed since the last frame. */
  private dirty = false;
  private dead = false;

  private readonly handlers: { [T in ToWorker['type']]: (message: Message<T>) => void } = {
    check: (message) => this.check(message),
    load: (message) => this.load(message),
    play: ({ speed }) => this.play(speed),
    pause: () => this.pause(),
    speed: ({ value }) => this.changeSpeed(value),
    share: ({ value }) => {
      this.schedule.share = value;
    },
    step: (message) => this.step(message),
    edit: (message) => this.edit(message),
    seek: (message) => this.seek(message),
    branch: (message) => this.branch(message),
    beside: (message) => this.beside(message),
    show: (message) => this.show(message),
    forget: ({ run }) => this.forget(run),
    trace: (message) => this.trace(message),
    csv: (message) => this.csv(message),
    view: ({ view }) => this.view(view),
    settle: () => this.settleAndSay(),
    results: () => this.postResults(),
    buffer: ({ buffer }) => this.takeBack(buffer),
    abort: ({ id }) => this.abort(id),
    crash: () => {
      throw new WebAssembly.RuntimeError('unreachable (asked for by a test)');
    },
  };

  constructor(engine: Engine, host: Host) {
    this.engine = engine;
    this.host = host;
    this.answers = new Answers((message, transfer) => host.post(message, transfer));
    this.frames = new FrameWriter(engine);
    this.goalRunner = new GoalRunner(this.frames, () => host.clock());
    this.schedule = new Schedule(host, () => this.turn());
    this.guard(() => host.post({ type: 'ready', catalogue: read(engine.catalogue()) }));
  }

  handle(message: ToWorker): void {
    const handler = this.handlers[message.type] as (message: ToWorker) => void;
    this.guard(() => handler(message));
  }

  private check(message: Message<'check'>): void {
    const document = this.answers.attempt(message, () => this.engine.normalize(message.ask.document));
    if (document !== undefined) this.answers.answer(message, document);
  }

  private load(message: Message<'load'>): void {
    const { run, document, untilS, brief, playing } = message.ask;
    // What runs stays where it is refused: the visitor keeps the last good run beside the list of errors.
    const loaded = this.answers.attempt(message, () => new WorkerRun(run, this.engine.load(document)));
    if (!loaded) return;
    this.shown?.lab.free();
    this.branches.forgetAll();
    this.dropChanges();
    this.put(loaded);
    const { durationS, estimatedHops } = loaded.directory;
    let until = Math.min(untilS, durationS);
    if (brief && (estimatedHops * until) / durationS > BRIEF_HOPS) until = 0;
    this.answers.answer(message, loadedOf(loaded, until));
    this.goal = until > 0 ? { kind: 'time', at: until } : null;
    this.replaying = this.goal !== null;
    this.playing = playing;
    this.touch();
    if (!this.replaying) this.postResults();
  }

  /** Another run takes the place of the one that they were for. */
  private dropChanges(): void {
    const { branching, held } = this;
    this.branching = null;
    this.held = [];
    branching?.lab.free();
    for (const message of [branching?.request, ...held])
      if (message && 'id' in message) this.answers.answer(message, null);
  }

  /** A run comes on screen. */
  private put(run: WorkerRun): void {
    run.renew();
    this.shown = run;
    this.ended = run.atEnd;
    this.goal = null;
    this.replaying = false;
    this.frames.restart();
    this.pacing.start(this.host.clock(), run.lab.now(), this.speed);
  }

  private play(speed: number): void {
    this.speed = speed;
    if (!this.shown || this.ended) return;
    if (!this.replaying) this.goal = null;
    this.playing = true;
    this.pacing.start(this.host.clock(), this.shown.lab.now(), speed);
    this.schedule.wake();
  }

  private pause(): void {
    this.playing = false;
    if (!this.replaying) this.goal = null;
    this.touch();
    this.settleAndSay();
  }

  /** Of a run at a standstill: it stands at the end of a moment, so that a link can lead to where it stands and to its digest. */
  private settleAndSay(): void {
    if (!this.shown || this.playing || this.goal || this.branching) return;
    if (this.settled(this.shown)) {
      this.touch();
      this.postResults();
    }
  }

  /** Finishes the present moment where that is brief; else it becomes the goal. Whether it is over. */
  private settled({ lab }: WorkerRun): boolean {
    if (lab.settle(BRIEF_EVENTS)) return true;
    this.goal = { kind: 'settled' };
    this.replaying = true;
    this.schedule.wake();
    return false;
  }

  private changeSpeed(speed: number): void {
    this.speed = speed;
    if (this.shown) this.pacing.change(this.host.clock(), this.shown.lab.now(), speed);
  }

  private step(message: Message<'step'>): void {
    const { shown } = this;
    if (!shown || this.ended || this.replaying || this.branching) return;
    const { unit, flow } = message;
    const { lab, directory, durationS } = shown;
    this.playing = false;
    if (unit === 'event') {
      this.goal = null;
      if (lab.stepEvent(BRIEF_EVENTS)) {
        this.checkEnd(shown);
        this.postResults();
      } else this.goal = { kind: 'event' };
    } else if (unit === 'rtt') {
      const rtt = this.frames.roundTrip(lab, directory, flow);
      this.goal = moment(Math.min(lab.now() + rtt, durationS));
    } else this.goal = nextMark(unit, flow, lab.now());
    this.touch();
  }

  /** To a moment, standing still. */
  private seek(message: Message<'seek'>): void {
    if (this.branching) this.held.push(message);
    else this.goBack(message.atS);
  }

  private goBack(atS: number): void {
    if (!this.shown) return;
    const { lab, durationS } = this.shown;
    const goal = moment(Math.max(0, Math.min(atS, durationS)));
    this.playing = false;
    this.ended = false;
    lab.seek(goal.at);
    this.goal = goal;
    this.replaying = lab.now() < goal.at;
    this.touch();
  }

  /** Changes are made now; during a replay they wait until its end is reached. */
  private edit(message: Message<'edit'>): void {
    const { shown } = this;
    if (!shown) {
      this.answers.answer(message, null);
      return;
    }
    if (this.waits || !this.settled(shown)) {
      this.held.push(message);
      return;
    }
    const { changes } = message.ask;
    // What was simulated beyond this time is dropped: the run goes on as a branch of its own past.
    if (shown.lab.knowsLater()) {
      this.begin(shown.branch(), shown.run, message, (branch) => {
        const { edits, problems } = branch.edit(changes);
        if (edits.length === 0) {
          branch.lab.free();
          this.answers.refuse(message, problems ?? []);
          return;
        }
        shown.lab.free();
        this.put(branch);
        this.edited(branch, message, edits, problems);
      });
      return;
    }
    const { edits, problems } = shown.edit(changes);
    this.edited(shown, message, edits, problems);
  }

  /** Says what came of changes. */
  private edited(
    shown: WorkerRun,
    message: Message<'edit'>,
    edits: Edit[],
    problems: Problem[] | null,
  ): void {
    const { run, lab, directory } = shown;
    // What went through before a refusal is part of the run, so it is part of the document as well.
    if (problems && edits.length === 0) this.answers.refuse(message, problems);
    else {
      this.ended = shown.atEnd;
      const answer = { run, edits, directory, obstacles: obstacles(lab), problems: problems ?? [] };
      this.answers.answer(message, answer);
    }
    this.touch();
  }

  /** Another branch from now on: the run so far stays in the plots. */
  private branch(message: Message<'branch'>): void {
    const { shown } = this;
    if (!shown) {
      this.answers.answer(message, null);
      return;
    }
    if (this.waits || !this.settled(shown)) {
      this.held.push(message);
      return;
    }
    const { run, changes } = message.ask;
    this.begin(shown.branch(), run, message, (branch) => {
      const atS = branch.lab.now();
      const { problems } = branch.edit(changes);
      if (problems) {
        // Changes that are refused leave everything as it is.
        branch.lab.free();
        this.answers.refuse(message, problems);
        return;
      }
      this.branches.add(shown);
      this.put(branch);
      const { lab, directory } = branch;
      this.branches.shareMemory(lab);
      const document = lab.document();
      const answer = { from: shown.run, atS, document, directory, obstacles: obstacles(lab) };
      this.answers.answer(message, answer);
      this.touch();
      this.postResults();
    });
  }

  /** Simulates a branch up to the present, at once if that is short. */
  private begin(
    branch: Branch,
    run: number,
    request: Message<'edit' | 'branch'>,
    arrived: (run: WorkerRun) => void,
  ): void {
    this.branching = { ...branch, run, request, arrived };
    this.bring({ start: this.host.clock(), ms: LEAST_MS });
    this.touch();
  }

  /** Continues the pending branch. */
  private bring(slice: Slice): void {
    const { branching } = this;
    if (!branching) return;
    const { lab, atS, events, run, request, arrived } = branching;
    if (this.goalRunner.repeat(() => lab.goTo(atS, events, BRIEF_EVENTS), slice)) {
      this.branching = null;
      arrived(new WorkerRun(run, lab));
    } else if (lab.stopped() !== '') {
      this.branching = null;
      const problem = { pointer: '', problem: lab.stopped(), expected: 'a run that goes on' };
      this.answers.refuse(request, [problem]);
      lab.free();
    } else return;
    this.release();
  }

  /** Whether changes have to wait. */
  private get waits(): boolean {
    return this.replaying || this.branching !== null;
  }

  /** Handles what has waited; what has to wait once more stands in line again. */
  private release(): void {
    for (const message of this.held.splice(0)) {
      const handler = this.handlers[message.type] as (message: ToWorker) => void;
      handler(message);
    }
  }

  private beside(message: Message<'beside'>): void {
    const { run, document } = message.ask;
    const loaded = this.answers.attempt(message, () => new WorkerRun(run, this.engine.load(document)));
    if (!loaded) return;
    this.answers.answer(message, null);
    this.branches.add(loaded);
    this.branches.shareMemory(this.shown?.lab);
    this.touch();
  }

  /** Shows another branch, at the same time if it has run that far. */
  private show(message: Message<'show'>): void {
    if (this.branching) {
      this.held.push(message);
      return;
    }
    const { run, playing } = message.ask;
    const { shown } = this;
    const other = shown ? this.branches.take(run) : undefined;
    if (!shown || !other) {
      this.answers.answer(message, null);
      return;
    }
    const at = this.goal?.kind === 'time' ? this.goal.at : shown.lab.now();
    this.branches.add(shown);
    this.put(other);
    const until = Math.min(at, other.durationS);
    this.answers.answer(message, loadedOf(other, until));
    this.goBack(until);
    this.playing = playing;
  }

  private forget(run: number): void {
    this.branches.forget(run);
    this.touch();
  }

  private trace(message: Message<'trace'>): void {
    const { channel, number, fromS, toS, most } = message.ask;
    // Whoever asks is answered, also where there is no run.
    if (!this.shown) {
      this.answers.answer(message, []);
      return;
    }
    this.traces.push({ request: message, trace: this.shown.lab.trace(channel, number, fromS, toS, most) });
    this.goOnTracing({ start: this.host.clock(), ms: LEAST_MS });
    this.schedule.wake();
  }

  /** Goes on with the first trace that was asked for; whether there is more to do. */
  private goOnTracing(slice: Slice): boolean {
    const [first] = this.traces;
    if (!first) return false;
    const { request, trace } = first;
    if (this.goalRunner.repeat(() => trace.advance(BRIEF_EVENTS), slice)) {
      this.traces.shift();
      this.answers.answer(request, read(trace.moments()));
      trace.free();
    }
    return this.traces.length > 0;
  }

  /** Only long requests can be cancelled. */
  private abort(id: number): void {
    const place = this.traces.findIndex(({ request }) => request.id === id);
    if (place >= 0) this.traces.splice(place, 1)[0]?.trace.free();
  }

  private csv(message: Message<'csv'>): void {
    const texts = message.ask.series.map((number) => this.shown?.lab.csv(number) ?? '');
    this.answers.answer(message, texts);
  }

  private view(view: View): void {
    this.frames.view = view;
    this.touch();
  }

  private takeBack(buffer: ArrayBuffer): void {
    this.frames.pool.give(buffer);
    if (this.dirty) this.schedule.wake();
  }

  /** Something on screen changed: a frame is due even if nothing runs. */
  private touch(): void {
    this.dirty = true;
    this.schedule.wake();
  }

  /** Between two frames of a moving run, ms. */
  private get frameMs(): number {
    return Math.max(this.frames.view.everyMs, Math.min(MOST_FRAME_MS, FRAME_MS / this.schedule.share));
  }

  private turn(): void {
    this.guard(() => {
      const start = this.host.clock();
      if (this.shown) this.work(this.shown, start);
    });
  }

  /** One slice: the run goes on, and then what is on screen is drawn, which may be another run by then. */
  private work(before: WorkerRun, start: number): void {
    const { host } = this;
    // Up to the next frame, and no further: it would be late by up to a slice.
    const ms = Math.max(LEAST_MS, Math.min(SLICE_MS, this.lastFrame + this.frameMs - start));
    let idle = false;
    const tracing = this.goOnTracing({ start, ms: SLICE_MS / 2 });
    if (this.branching) this.bring({ start, ms });
    else if (this.goal) this.pursue(before, this.goal, { start, ms });
    else if (this.playing) idle = this.follow(before, { start, ms });
    // A branch that has reached the present is on screen now.
    const run = this.shown ?? before;
    // The other branches follow the run on screen in the time that is left.
    const behind = this.branches.keepPace(run.lab, SLICE_MS / 2, () => host.clock());
    if (behind) this.dirty = true;
    // At rest, the results of all branches are of the same span once the last one has arrived.
    if (this.behind && !behind && !this.playing && !this.goal) this.postResults();
    this.behind = behind;
    this.draw(run);
    const busy = tracing || this.branching !== null;
    const moving = this.goal !== null || this.playing || behind || busy;
    if (moving && host.clock() - this.lastResults > RESULTS_MS && !this.replaying) {
      if (this.playing) run.lab.settle(BRIEF_EVENTS);
      this.postResults();
    }
    const { ready } = this.frames.pool;
    if (!moving && !(this.dirty && ready)) return;
    // While the page has all buffers, no frame can leave: there is nothing to be early for.
    const untilFrame = ready ? this.frameMs - (host.clock() - this.lastFrame) : this.frameMs;
    this.schedule.goOn(start, idle || !moving ? untilFrame : 0);
  }

  /** Runs up to where real time says; true when there is nothing more to do for now. */
  private follow(run: WorkerRun, slice: Slice): boolean {
    const before = run.lab.now();
    // Another moment than one of the engine's would never be reached, and asked for until the slice is over.
    const due = Math.min(moment(this.pacing.due(slice.start, before)).at, run.durationS);
    const reached = this.goalRunner.advance(run.lab, due, slice);
    this.pacing.reached(this.host.clock(), reached);
    if (reached !== before) this.dirty = true;
    this.checkEnd(run);
    return reached >= due;
  }

  private pursue(run: WorkerRun, goal: Goal, slice: Slice): void {
    this.dirty = true;
    const done = this.goalRunner.pursue(goal, run, slice);
    if (this.checkEnd(run) || done) this.arrive(run);
  }

  private arrive({ lab }: WorkerRun): void {
    this.goal = null;
    this.replaying = false;
    this.pacing.start(this.host.clock(), lab.now(), this.speed);
    this.release();
    this.postResults();
  }

  private checkEnd(run: WorkerRun): boolean {
    if (this.ended) return true;
    if (!run.atEnd && run.lab.stopped() === '') return false;
    this.ended = true;
    this.playing = false;
    this.dirty = true;
    if (!this.goal) this.postResults();
    return true;
  }

  /** Sends a frame if one is due. */
  private draw(run: WorkerRun): void {
    const now = this.host.clock();
    const moving = this.playing || this.goal !== null;
    if (!this.dirty || (moving && now - this.lastFrame < this.frameMs)) return;
    // A directory that was read has to leave: otherwise the page would keep the one from before an edit.
    if (!this.frames.pool.ready) return;
    const changed = run.renew();
    const frame = this.frames.write(run.lab, run.directory, this.branches.all);
    if (!frame) return;
    this.dirty = false;
    this.lastFrame = now;
    this.host.post(
      {
        type: 'frame',
        run: run.run,
        now: run.lab.now(),
        known: run.lab.known(),
        speed: this.playing ? this.pacing.measured : 0,
        playing: this.playing,
        ended: this.ended,
        replayTo: this.replaying && this.goal?.kind === 'time' ? this.goal.at : null,
        ...frame,
        ...(changed ? { directory: run.directory } : {}),
      },
      [frame.buffer],
    );
  }

  private postResults(): void {
    if (!this.shown) return;
    const { run, lab } = this.shown;
    this.lastResults = this.host.clock();
    this.host.post({
      type: 'results',
      run,
      now: lab.now(),
      ended: this.ended,
      results: read(lab.results()),
      digest: lab.settled() ? lab.digest() : '',
      underWay: this.goal !== null,
      stopped: lab.stopped(),
      others: this.branches.results(),
    });
  }

  /** An engine that failed is suspect: it is not called again. */
  private guard(call: () => void): void {
    if (this.dead) return;
    try {
      call();
    } catch (error) {
      this.dead = true;
      const message = error instanceof Error ? error.message : String(error);
      this.host.post({ type: 'crashed', message });
    }
  }
}

function loadedOf({ lab, directory }: WorkerRun, untilS: number): Loaded {
  return { directory, document: lab.document(), untilS, obstacles: obstacles(lab) };
}

/** What prevents a run in the fluid model. */
function obstacles(lab: EngineLab): Problem[] {
  return read(lab.fluidObstacles());
}
