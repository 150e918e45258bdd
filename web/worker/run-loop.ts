/**
 * Runs one document at a given speed, in short slices, so that messages never wait long.
 *
 * It does not depend on workers or wasm: the host provides the clock, scheduling and messages. Its parts are the schedule of slices
 * (`schedule.ts`), goals (`goal.ts`), a run with its engine (`worker-run.ts`), the other branches (`branches.ts`), the contents of a frame
 * (`frame-writer.ts`), and when frames and results are sent (`run-output.ts`).
 */
import type { Edit, Problem } from '../generated/types';
import { Answers } from './answers';
import { Branches } from './branches';
import { type Engine, read } from './engine';
import { FrameWriter } from './frame-writer';
import { EVENTS_PER_CHECK, type Goal, GoalRunner, nextMark, placeOf, type Slice, timeGoal } from './goal';
import { Lookups } from './lookups';
import { PlaybackClock } from './playback-clock';
import type { FromWorker, RunCalls, ScriptCalls, ToWorker, View } from './protocol';
import { RunOutput, type ShownState } from './run-output';
import { type LoopHost, Schedule } from './schedule';
import { type PendingBranch, WorkerRun } from './worker-run';

export interface Host extends LoopHost {
  post(message: FromWorker, transfer?: Transferable[]): void;
}

/** A branch that becomes the run `run` once it has been simulated up to the present, and the request for it. */
interface Branching extends PendingBranch {
  run: number;
  request: Message<'edit' | 'branch'>;
  arrived: (run: WorkerRun) => void;
}

type Message<T extends ToWorker['type']> = T extends unknown ? Extract<ToWorker, { type: T }> : never;

/** Messages that it handles whatever the engine. */
type Own = Exclude<ToWorker['type'], keyof ScriptCalls>;

const SLICE_MS = 10;
/** The part of a slice for traces and states, if the run could use all of it. */
const LOOKUP_MS = 2;
/** A slice is no shorter than this. */
const MIN_SLICE_MS = 2;
/** An ordinary computer simulates this many hops in about ten seconds. */
const MAX_BRIEF_HOPS = 1e8;

export class RunLoop {
  private readonly engine: Engine;
  private readonly host: Host;
  protected readonly answers: Answers<RunCalls & ScriptCalls>;
  private readonly frames: FrameWriter;
  private readonly output: RunOutput;
  private readonly playback = new PlaybackClock();
  private readonly schedule: Schedule;
  private readonly goalRunner: GoalRunner;
  private readonly branches = new Branches();
  /** The run on screen. */
  protected shown: WorkerRun | null = null;
  private playing = false;
  private ended = false;
  private speed = 1;
  private goal: Goal | null = null;
  /** A replay or step is in progress; changes wait for its end. */
  private replaying = false;
  /** A branch that is being simulated up to the present. The run on screen waits for it. */
  private branching: Branching | null = null;
  /** Messages that wait for the end of a replay or of `branching`. */
  private held: Message<'edit' | 'branch' | 'seek' | 'show' | 'step'>[] = [];
  private readonly lookups: Lookups;
  /** At the last turn, another branch was not yet where the run on screen is. */
  private behind = false;
  /** The run did not need all of the last slice. */
  private hasTime = true;
  private dead = false;

  private readonly handlers: { [T in Own]: (message: Message<T>) => void } = {
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
    addBranch: (message) => this.addBranch(message),
    show: (message) => this.show(message),
    forget: ({ run }) => this.forget(run),
    trace: (message) => this.trace(message),
    state: (message) => this.state(message),
    measure: (message) => this.measure(message),
    csv: (message) => this.csv(message),
    view: ({ view }) => this.view(view),
    settle: () => this.settleAndReport(),
    results: () => this.postResults(),
    buffer: ({ buffer }) => this.returnBuffer(buffer),
    // Other requests are short.
    abort: ({ id }) => this.lookups.abort(id),
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
    const find = (run: number) => [this.shown, ...this.branches.all].find((r) => r?.run === run) ?? undefined;
    this.lookups = new Lookups({ engine, answers: this.answers, find });
    this.schedule = new Schedule(host, () => this.turn());
    this.output = new RunOutput(host, this.frames, () => this.schedule.share);
    this.guard(() => host.post({ type: 'ready', catalogue: read(engine.catalogue()) }));
  }

  handle(message: ToWorker): void {
    const handler = this.handlers[message.type as Own] as (message: ToWorker) => void;
    this.guard(() => handler(message));
  }

  private check(message: Message<'check'>): void {
    const document = this.answers.attempt(message, () => this.engine.normalize(message.ask.document));
    if (document !== undefined) this.answers.answer(message, document);
  }

  private load(message: Message<'load'>): void {
    const { run, document, untilS, brief, playing, keep } = message.ask;
    // If it is refused, the run on screen stays: the visitor keeps the last good run beside the list of errors.
    const loaded = this.answers.attempt(message, () => new WorkerRun(run, this.engine.load(document)));
    if (!loaded) return;
    this.branches.replaceAll(this.shown, keep);
    this.cancelHeld();
    this.display(loaded);
    const { durationS, estimatedHops } = loaded.directory;
    let until = Math.min(untilS, durationS);
    if (brief && (estimatedHops * until) / durationS > MAX_BRIEF_HOPS) until = 0;
    this.answers.answer(message, loaded.describe(until));
    this.goal = until > 0 ? { kind: 'time', at: until } : null;
    this.replaying = this.goal !== null;
    this.playing = playing;
    this.invalidate();
    if (!this.replaying) this.postResults();
  }

  /** Answers the changes that wait for a run which another one replaces. */
  private cancelHeld(): void {
    const { branching, held } = this;
    this.branching = null;
    this.held = [];
    branching?.lab.free();
    for (const message of [branching?.request, ...held])
      if (message && 'id' in message) this.answers.answer(message, null);
  }

  /** A run comes on screen. */
  private display(run: WorkerRun): void {
    run.refresh();
    this.shown = run;
    this.ended = run.atEnd;
    this.goal = null;
    this.replaying = false;
    this.frames.restart();
    this.playback.start(this.host.clock(), run.lab.now(), this.speed);
  }

  private play(speed: number): void {
    this.speed = speed;
    if (!this.shown || this.ended) return;
    if (!this.replaying) this.goal = null;
    this.playing = true;
    this.playback.start(this.host.clock(), this.shown.lab.now(), speed);
    this.schedule.wake();
  }

  private pause(): void {
    this.playing = false;
    if (!this.replaying) this.goal = null;
    this.invalidate();
    this.settleAndReport();
  }

  /** Ends the present instant of a run at a standstill, so that a link can lead to it, and sends results with its digest. */
  private settleAndReport(): void {
    if (!this.shown || this.playing || this.goal || this.branching) return;
    if (this.settle(this.shown)) {
      this.invalidate();
      this.postResults();
    }
  }

  /** Finishes the present instant if that is brief; otherwise it becomes the goal. Returns whether the instant is over. */
  private settle({ lab }: WorkerRun): boolean {
    if (lab.settle(EVENTS_PER_CHECK)) return true;
    this.goal = { kind: 'settled' };
    this.replaying = true;
    this.schedule.wake();
    return false;
  }

  private changeSpeed(speed: number): void {
    this.speed = speed;
    if (this.shown) this.playback.changeSpeed(this.host.clock(), this.shown.lab.now(), speed);
  }

  private step(message: Message<'step'>): void {
    const { shown } = this;
    if (!shown || this.ended || this.replaying || this.branching) return;
    const { unit, flow } = message;
    const { lab, directory, durationS } = shown;
    this.playing = false;
    if (unit === 'event') {
      this.goal = null;
      if (lab.stepEvent(EVENTS_PER_CHECK)) {
        this.checkEnd(shown);
        this.postResults();
      } else this.goal = { kind: 'event' };
    } else if (unit === 'rtt') {
      const rtt = this.frames.roundTrip(lab, directory, flow);
      this.goal = timeGoal(Math.min(lab.now() + rtt, durationS));
    } else {
      // A step that replaces a search begins where that one began.
      const origin = this.goal?.kind === 'mark' ? this.goal.origin : placeOf(lab);
      this.goal = nextMark(unit, flow, lab.now(), origin);
    }
    this.invalidate();
  }

  /** To a moment, standing still. */
  private seek(message: Message<'seek'>): void {
    if (this.branching) this.held.push(message);
    else this.goBack(message.atS);
  }

  private goBack(atS: number): void {
    if (!this.shown) return;
    const { lab, durationS } = this.shown;
    const goal = timeGoal(Math.max(0, Math.min(atS, durationS)));
    this.playing = false;
    this.ended = false;
    lab.seek(goal.at);
    this.goal = goal;
    this.replaying = lab.now() < goal.at;
    this.invalidate();
  }

  /** Makes changes now, or at the end of a replay in progress. */
  private edit(message: Message<'edit'>): void {
    const { shown } = this;
    if (!shown) {
      this.answers.answer(message, null);
      return;
    }
    if (this.mustWait || !this.settle(shown)) {
      this.held.push(message);
      return;
    }
    const { changes } = message.ask;
    // What was simulated beyond this time is dropped: the run continues from a copy of itself.
    if (shown.lab.knowsLater()) {
      this.startBranching(shown.fork(), shown.run, message, (branch) => {
        const { edits, problems } = branch.edit(changes);
        if (edits.length === 0) {
          branch.lab.free();
          this.answers.refuse(message, problems ?? []);
          return;
        }
        shown.lab.free();
        this.display(branch);
        this.answerEdit(branch, message, edits, problems);
      });
      return;
    }
    const { edits, problems } = shown.edit(changes);
    this.answerEdit(shown, message, edits, problems);
  }

  /** Answers an edit. */
  private answerEdit(
    shown: WorkerRun,
    message: Message<'edit'>,
    edits: Edit[],
    problems: Problem[] | null,
  ): void {
    const { run, directory } = shown;
    // Changes before a refused one are part of the run, so they are part of the document as well.
    if (problems && edits.length === 0) this.answers.refuse(message, problems);
    else {
      this.ended = shown.atEnd;
      const answer = { run, edits, directory, obstacles: shown.obstacles, problems: problems ?? [] };
      this.answers.answer(message, answer);
    }
    this.invalidate();
    // The results before the edit have another digest.
    this.settleAndReport();
  }

  /** Forks a branch, which comes on screen. The run so far stays in the plots. */
  private branch(message: Message<'branch'>): void {
    const { shown } = this;
    if (!shown) {
      this.answers.answer(message, null);
      return;
    }
    if (this.mustWait || !this.settle(shown)) {
      this.held.push(message);
      return;
    }
    const { run, changes } = message.ask;
    this.startBranching(shown.fork(), run, message, (branch) => {
      const atS = branch.lab.now();
      const { problems } = branch.edit(changes);
      if (problems) {
        // Refused changes leave everything as it is.
        branch.lab.free();
        this.answers.refuse(message, problems);
        return;
      }
      this.branches.add(shown);
      this.display(branch);
      const { lab, directory } = branch;
      this.branches.shareMemory(lab);
      const document = lab.document();
      const answer = { from: shown.run, atS, document, directory, obstacles: branch.obstacles };
      this.answers.answer(message, answer);
      this.invalidate();
      this.postResults();
    });
  }

  /** Simulates a branch up to the present; right now if that is short. */
  private startBranching(
    branch: PendingBranch,
    run: number,
    request: Message<'edit' | 'branch'>,
    arrived: (run: WorkerRun) => void,
  ): void {
    this.branching = { ...branch, run, request, arrived };
    this.continueBranching({ start: this.host.clock(), ms: MIN_SLICE_MS });
    this.invalidate();
  }

  /** Goes on simulating the pending branch. */
  private continueBranching(slice: Slice): void {
    const { branching } = this;
    if (!branching) return;
    const { lab, atS, events, run, request, arrived } = branching;
    if (this.goalRunner.repeat(() => lab.goTo(atS, events, EVENTS_PER_CHECK), slice)) {
      this.branching = null;
      arrived(new WorkerRun(run, lab));
    } else if (lab.stopped() !== '') {
      this.branching = null;
      const problem = { pointer: '', problem: lab.stopped(), expected: 'a run that can continue' };
      this.answers.refuse(request, [problem]);
      lab.free();
    } else return;
    this.handleHeld();
  }

  /** Whether changes have to wait. */
  private get mustWait(): boolean {
    return this.replaying || this.branching !== null;
  }

  /** Handles the messages that have waited; those that must wait again are queued again. */
  private handleHeld(): void {
    for (const message of this.held.splice(0)) {
      const handler = this.handlers[message.type] as (message: ToWorker) => void;
      handler(message);
    }
  }

  private addBranch(message: Message<'addBranch'>): void {
    const { run, document, kept, reachS = 0 } = message.ask;
    const before = this.branches.takeKept(kept);
    if (before) before.run = run;
    const added =
      before ?? this.answers.attempt(message, () => new WorkerRun(run, this.engine.load(document)));
    if (!added) return;
    added.reachS = reachS;
    this.answers.answer(message, null);
    this.branches.add(added);
    this.branches.shareMemory(this.shown?.lab);
    this.invalidate();
  }

  /** Shows another branch, at the same time if it has been simulated that far. */
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
    const at = this.goal && 'at' in this.goal ? this.goal.at : shown.lab.now();
    this.branches.add(shown);
    this.display(other);
    const until = Math.min(at, other.durationS);
    this.answers.answer(message, other.describe(until));
    this.goBack(until);
    this.playing = playing;
  }

  private forget(run: number): void {
    this.branches.remove(run);
    this.invalidate();
  }

  private trace(message: Message<'trace'>): void {
    // There is an answer even if there is no run.
    if (!this.shown) {
      this.answers.answer(message, []);
      return;
    }
    this.lookups.trace(message, this.shown.lab);
    this.lookUp({ start: this.host.clock(), ms: MIN_SLICE_MS });
    this.schedule.wake();
  }

  /** The state of a run at another time. */
  private state(message: Message<'state'>): void {
    this.lookups.state(message);
    this.lookUp({ start: this.host.clock(), ms: MIN_SLICE_MS });
    this.schedule.wake();
  }

  /** The results of a span of a run. */
  private measure(message: Message<'measure'>): void {
    this.lookups.measure(message);
    this.schedule.wake();
  }

  /** Continues the pending lookups. Returns whether there is more to do. */
  private lookUp(slice: Slice): boolean {
    return this.lookups.goOn((call) => this.goalRunner.repeat(call, slice));
  }

  private csv(message: Message<'csv'>): void {
    const texts = message.ask.series.map((number) => this.shown?.lab.csv(number) ?? '');
    this.answers.answer(message, texts);
  }

  private view(view: View): void {
    this.frames.view = view;
    this.invalidate();
  }

  private returnBuffer(buffer: ArrayBuffer): void {
    this.frames.pool.release(buffer);
    if (this.output.framePending) this.schedule.wake();
  }

  /** Something on screen changed: a frame is due even if the run stands still. */
  private invalidate(): void {
    this.output.invalidate();
    this.schedule.wake();
  }

  private turn(): void {
    this.guard(() => {
      const start = this.host.clock();
      if (this.shown) this.work(this.shown, start);
    });
  }

  /** One slice: the run continues, and then the run on screen is drawn, which may be another one by then. */
  private work(before: WorkerRun, start: number): void {
    const { host } = this;
    // Only until the next frame is due, or the frame would be late by up to a slice.
    const ms = Math.max(MIN_SLICE_MS, Math.min(SLICE_MS, this.output.untilFrame(start)));
    let idle = false;
    const looking = this.lookUp({ start, ms: this.hasTime ? SLICE_MS / 2 : LOOKUP_MS });
    if (this.branching) this.continueBranching({ start, ms });
    else if (this.goal) this.pursue(before, this.goal, { start, ms });
    else if (this.playing) idle = this.followPlayback(before, { start, ms });
    this.hasTime = idle || !(this.branching || this.goal || this.playing);
    // A branch that has reached the present is on screen now.
    const run = this.shown ?? before;
    // The other branches follow the run on screen in the time that is left.
    const behind = this.branches.keepPace(run.lab, SLICE_MS / 2, () => host.clock());
    if (behind) this.output.invalidate();
    // At rest, send results again once all branches have caught up, so that they cover the same span.
    if (this.behind && !behind && !this.playing && !this.goal) this.postResults();
    this.behind = behind;
    this.output.draw(this.stateOf(run));
    const busy = looking || this.branching !== null;
    const moving = this.goal !== null || this.playing || behind || busy;
    if (moving && this.output.resultsDue && !this.replaying) {
      if (this.playing) run.lab.settle(EVENTS_PER_CHECK);
      this.postResults();
    }
    if (!moving && !this.output.framePending) return;
    this.schedule.scheduleNext(start, (idle && !busy) || !moving ? this.output.restMs() : 0);
  }

  /** Runs up to where the playback clock says. True if there is nothing more to do for now. */
  private followPlayback(run: WorkerRun, slice: Slice): boolean {
    const before = run.lab.now();
    // Rounded to the engine's clock: a time between its ticks would never be reached.
    const due = Math.min(timeGoal(this.playback.due(slice.start, before)).at, run.durationS);
    const reached = this.goalRunner.advance(run.lab, due, slice);
    this.playback.report(this.host.clock(), reached);
    if (reached !== before) this.output.invalidate();
    this.checkEnd(run);
    return reached >= due;
  }

  private pursue(run: WorkerRun, goal: Goal, slice: Slice): void {
    this.output.invalidate();
    const progress = this.goalRunner.pursue(goal, run, slice);
    if (goal.kind === 'mark' && progress !== 'reached') {
      if (progress === 'missed') this.goBackFrom(goal, run);
      return;
    }
    if (this.checkEnd(run) || progress === 'reached') this.finishGoal(run);
  }

  /** There is no such mark up to the end: the run goes back to where the step began. */
  private goBackFrom({ unit, flow, origin }: Goal & { kind: 'mark' }, run: WorkerRun): void {
    this.host.post({ type: 'noMark', run: run.run, unit, flow });
    this.goal = { kind: 'place', ...origin };
    // What happens to the run in the meantime waits, as during any replay.
    this.replaying = true;
    this.pursue(run, this.goal, { start: this.host.clock(), ms: MIN_SLICE_MS });
  }

  private finishGoal({ lab }: WorkerRun): void {
    this.goal = null;
    this.replaying = false;
    this.playback.start(this.host.clock(), lab.now(), this.speed);
    this.handleHeld();
    this.postResults();
  }

  private checkEnd(run: WorkerRun): boolean {
    if (this.ended) return true;
    if (!run.atEnd && run.lab.stopped() === '') return false;
    this.ended = true;
    this.playing = false;
    this.output.invalidate();
    if (!this.goal) this.postResults();
    return true;
  }

  private stateOf(run: WorkerRun): ShownState {
    const { branches: others, playing, ended, goal, replaying } = this;
    return { run, others, playing, ended, goal, replaying, speed: this.playback.measured };
  }

  private postResults(): void {
    if (this.shown) this.output.postResults(this.stateOf(this.shown));
  }

  /** After a failure the engine's state cannot be trusted, so it is not called again. */
  protected guard(call: () => void): void {
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
