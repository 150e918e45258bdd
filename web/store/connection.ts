/** The store's end of the worker: starts runs and puts the worker's messages into the store. */
import type { Directory, Moment, Problem, Scenario } from '../generated/types';
import {
  type Outcome,
  type PlainOptions,
  READING_MS,
  Refused,
  type StartWith,
  Stopped,
  WorkerClient,
} from '../runner/client';
import { runnerTexts } from '../runner/texts';
import type { BranchTree } from '../scenario/branches';
import type { Change } from '../scenario/change';
import { withEdits } from '../scenario/effective';
import { setInSource } from '../scenario/path';
import { read } from '../worker/engine';
import type {
  Branched,
  Edited,
  FrameMessage,
  Loaded,
  RunCalls,
  RunCommand,
  RunUpdate,
} from '../worker/protocol';
import type { AnswerOf, AskOf, Crashed } from '../worker/requests';
import { decodePlot, MarkList, SceneSection } from '../worker/sections';
import {
  addBranch,
  addRerun,
  beginBranches,
  branches,
  branchOf,
  changeBranch,
  keepActive,
  nameForkAfter,
  openBranches,
} from './branches';
import { commit, documentStore, open, refreshShown, showAt } from './document';
import { type Frame, plotRequest, publishFrame, whenRequested } from './frames';
import { run } from './run';
import { session } from './session';
import { answered, engineStarted, failedAt, shown } from './stamp';

export type StartRunner = StartWith<RunCalls, RunCommand, RunUpdate>;

/** What happens to the document once the engine has accepted a run. */
type Then =
  /** Another document, with the branches of its run if it has some. `back` is called if it is refused. */
  | { kind: 'open'; branches?: BranchTree | null; back?: (() => void) | undefined }
  /** A change. `keepLast`: the run before it stays as a branch. */
  | { kind: 'commit'; label: string; key: string; changes: readonly Change[]; keepLast?: boolean }
  | { kind: 'keep' };

interface Attempt {
  run: number;
  source: Scenario;
  then: Then;
  playing: boolean;
}

export interface LiveEdit {
  label: string;
  key: string;
  /** Changes of the same step that are no input of the simulation. */
  looks: Change[];
  changes: readonly Change[];
}

let startRunner: StartRunner | null = null;
let worker: WorkerClient<RunCalls, RunCommand, RunUpdate> | null = null;
let runNumber = 0;
let current = 0;
let attempt: Attempt | null = null;
/** Changes that the engine has not answered: they are not in the document. */
const unanswered = new Set<LiveEdit>();
let marks = new MarkList();
let heldBuffer: ArrayBuffer | null = null;
let directory: Directory | null = null;
/** Which model runs. */
let engine: Scenario['engine'];
let simulated = 0;
/** Up to where the run is known, s. */
let known = 0;
let lastText = 0;

export type CheckOutcome = { document: Scenario } | { problems: Problem[] };

/** Starts the engine, also after a crash. */
export function connect(start?: StartRunner): void {
  if (start) startRunner = start;
  if (!startRunner) return;
  end(runnerTexts.restarted);
  if (run.getState().status === 'crashed') run.setState({ status: 'starting', crash: '' });
  worker = new WorkerClient(startRunner, receive);
  whenRequested(sendView);
  sendView();
}

export function send(message: RunCommand): void {
  worker?.send(message);
}

/** Up to where the run is known, s: later than now, if it has gone back. */
export function knownUntil(): number {
  return Math.max(known, simulated);
}

/** Simulated time in s, exact. During a replay, where it leads. */
export function simulatedNow(): number {
  return simulated;
}

export function isAlive(): boolean {
  return worker !== null && run.getState().status !== 'crashed';
}

/** Asks the worker; where there is none, it ends at once. */
function request<K extends keyof RunCalls>(
  call: K,
  ask: AskOf<RunCalls, K>,
  end: (outcome: Outcome<AnswerOf<RunCalls, K>>) => void,
  options?: PlainOptions,
): void {
  if (worker) worker.request(call, ask, end, options);
  else end({ error: new Stopped(run.getState().crash) });
}

function ask<K extends keyof RunCalls>(
  call: K,
  ask: AskOf<RunCalls, K>,
  options?: PlainOptions,
): Promise<AnswerOf<RunCalls, K>> {
  return worker?.ask(call, ask, options) ?? Promise.reject(new Stopped(run.getState().crash));
}

/** Migrates and validates JSON text in the engine. Like all requests it ends with `Stopped` if the engine ends. */
export async function check(text: string): Promise<CheckOutcome> {
  try {
    return { document: read(await ask('check', { document: text })) };
  } catch (error) {
    if (error instanceof Refused) return { problems: error.problems };
    throw error;
  }
}

/** The document that the next change builds on, including changes already sent to the engine. */
export function latestSource(): Scenario {
  return attempt && attempt.then.kind !== 'keep' ? attempt.source : documentStore.getState().source;
}

/** Runs a document up to a time; the run before stays on screen until then, and for good if the engine refuses. */
export function startRun(source: Scenario, then: Then, untilS: number, playing: boolean): void {
  runNumber += 1;
  // One that never came on screen was nothing to go back to.
  if (then.kind === 'open' && attempt?.then.kind === 'open') then.back = attempt.then.back;
  attempt = { run: runNumber, source, then, playing };
  send({ type: 'speed', value: session.getState().speed });
  // Packets may need minutes for what fluid did at once: another model then begins at the start.
  const brief = source.engine !== engine;
  const document = JSON.stringify(source);
  request('load', { run: runNumber, document, untilS, brief, playing }, follow(attempt));
}

/** The outcome of an attempt to show another run. A later attempt takes its place. */
const follow =
  (mine: Attempt) =>
  ({ answer, error }: Outcome<Loaded | null>): void => {
    const latest = attempt === mine;
    if (error instanceof Refused) refused(error.problems, latest ? mine.then : undefined);
    if (!latest) return;
    if (answer) loaded(answer, mine);
    else giveUp();
  };

export function sendEdit(edit: LiveEdit): void {
  request('edit', { changes: [...edit.changes] }, answerTo(edit, edited));
}

/** Another branch from the time on screen, with changes made there; the one so far stays in the plots. */
export function sendFork(edit: LiveEdit): void {
  runNumber += 1;
  const run = runNumber;
  const made = (answer: Branched) => branched(answer, run, edit);
  request('branch', { run, changes: [...edit.changes] }, answerTo(edit, made));
}

/** The outcome of a change made in the run. */
function answerTo<T>(edit: LiveEdit, made: (answer: T, edit: LiveEdit) => void) {
  unanswered.add(edit);
  return ({ answer, error }: Outcome<T | null>): void => {
    unanswered.delete(edit);
    if (error instanceof Refused) refused(error.problems, edit);
    else if (answer) made(answer, edit);
  };
}

/** A run beside the one on screen, in the plots; gives its number. */
export function sendBeside(source: Scenario): number {
  runNumber += 1;
  request('beside', { run: runNumber, document: JSON.stringify(source) }, ({ error }) => {
    if (error instanceof Refused) refused(error.problems, undefined);
  });
  return runNumber;
}

/** Another branch takes the screen. */
export function showRun(run: number, then: Then): void {
  const branch = branchOf(run);
  if (!branch) return;
  attempt = { run, source: branch.source, then, playing: false };
  request('show', { run, playing: false }, follow(attempt));
}

/** To a moment of the run, standing still. */
export function seekTo(atS: number): void {
  run.setState({ playing: false, ended: false, measuredSpeed: 0 });
  send({ type: 'seek', atS });
}

/** What happened to a flow or a channel, by number, in a stretch of the known run. */
export function trace(
  what: { channel: boolean; number: number },
  fromS: number,
  toS: number,
  most = 2000,
  signal?: AbortSignal,
): Promise<Moment[]> {
  return ask(
    'trace',
    { ...what, fromS, toS, most },
    { patienceMs: READING_MS, ...(signal ? { signal } : {}) },
  );
}

/** Series, by number, in all the detail that is kept: CSV of each. */
export function seriesCsv(series: readonly number[]): Promise<string[]> {
  return ask('csv', { series }, { patienceMs: READING_MS });
}

export function sendView(): void {
  const { view, follow } = session.getState();
  const { columns, series, everyMs } = plotRequest();
  send({ type: 'view', view: { window: view, follow, columns, series, everyMs } });
}

function receive(message: RunUpdate | Crashed): void {
  switch (message.type) {
    case 'ready':
      run.setState({ catalogue: message.catalogue, status: 'ready', crash: '', lost: [] });
      engineStarted();
      return;
    case 'frame':
      frame(message);
      return;
    case 'results':
      if (message.run !== current) return;
      run.setState({
        results: message.results,
        digest: message.digest,
        digestAt: message.now,
        digestEnded: message.ended,
        underWay: message.underWay,
        stopped: message.stopped,
      });
      branches.setState({ results: new Map(message.others.map(({ run, ...rest }) => [run, rest])) });
      return;
    case 'crashed':
      crashed(message.message);
      return;
  }
}

/** Says why a change was refused, and whether it would be possible by packets. */
function refused(problems: Problem[], change: Then | LiveEdit | undefined): void {
  run.setState({ editProblems: problems, byPackets: null });
  if (!change || !('changes' in change) || (engine ?? 'packet') === 'packet') return;
  const { changes, label } = change;
  let source: Scenario = { ...documentStore.getState().source, engine: 'packet' };
  for (const { path, value } of changes) source = setInSource(source, path, value);
  const offer = (outcome: CheckOutcome) => {
    if ('document' in outcome && run.getState().editProblems === problems)
      run.setState({ byPackets: { changes, label } });
  };
  // Without an engine there is nothing to offer.
  check(JSON.stringify(source)).then(offer, () => undefined);
}

function loaded(message: Loaded, { run: number, source, then, playing }: Attempt): void {
  attempt = null;
  current = number;
  marks = new MarkList();
  directory = message.directory;
  engine = source.engine;
  simulated = message.untilS;
  known = simulated;
  if (then.kind === 'open') {
    shown();
    open(source);
  } else if (then.kind === 'commit') commit(source, then.label, simulated, then.key);
  else refreshShown(simulated);
  if (then.kind === 'open') {
    if (then.branches) openBranches(current, then.branches, sendBeside);
    else beginBranches(current, source);
  } else if (branchOf(current)) branches.setState({ active: current });
  else {
    if (then.kind === 'commit' && then.keepLast) addRerun(current, source, then.label);
    else keepActive(current, source);
    bringBack();
  }
  run.setState({
    directory,
    playing,
    ended: false,
    editProblems: [],
    byPackets: null,
    obstacles: message.obstacles,
    stopped: '',
    now: simulated,
    replayTo: null,
    ...(then.kind === 'open' ? { results: null } : {}),
    // The digest on screen is of the run before.
    ...(then.kind === 'keep' ? {} : { digest: '', digestAt: 0, digestEnded: false }),
  });
}

/** A run that was begun again has lost its other branches: they are run again from their documents. */
function bringBack(): void {
  const { list, active } = branches.getState();
  for (const { run, source } of list) if (run !== active) changeBranch(run, { run: sendBeside(source) });
}

function branched(message: Branched, number: number, fork: LiveEdit): void {
  if (message.from !== current) return;
  let source = read(message.document);
  for (const { path, value } of fork.looks) source = setInSource(source, path, value);
  current = number;
  marks = new MarkList();
  directory = message.directory;
  simulated = message.atS;
  known = message.atS;
  addBranch(current, source, message.atS, fork.label);
  commit(source, fork.label, message.atS, '');
  run.setState({ directory, ended: false, editProblems: [], byPackets: null, obstacles: message.obstacles });
}

function frame(message: FrameMessage): void {
  if (message.directory && message.run === current) {
    directory = message.directory;
    run.setState({ directory });
  }
  if (message.run !== current || !directory) {
    giveBack(message.buffer);
    return;
  }
  answered(message.now);
  const [plotLength, sceneLength, marksLength] = message.lengths;
  const data = new Float64Array(message.buffer);
  marks.append(
    data.subarray(plotLength + sceneLength, plotLength + sceneLength + marksLength),
    message.marksFrom,
  );
  if (message.replayTo !== null) {
    // What stands on screen stays until the replay has caught up with it.
    run.setState({ replayTo: message.replayTo });
    giveBack(message.buffer);
    return;
  }
  let used = plotLength + sceneLength + marksLength;
  const others = message.others.flatMap(({ run: number, known: until, length }) => {
    const plot = decodePlot(data.subarray(used, used + length), message.series, message.columns);
    used += length;
    const branch = branchOf(number);
    return branch?.drawn ? [{ run: number, colour: branch.colour, known: until, plot }] : [];
  });
  known = message.known;
  const picture: Frame = {
    run: message.run,
    now: message.now,
    known: message.known,
    others,
    ended: message.ended,
    t0: message.t0,
    t1: message.t1,
    directory,
    plot: decodePlot(data.subarray(0, plotLength), message.series, message.columns),
    scene: new SceneSection(data.subarray(plotLength, plotLength + sceneLength)),
    marks,
  };
  simulated = message.now;
  showAt(simulated);
  publishFrame(picture);
  if (heldBuffer) giveBack(heldBuffer);
  heldBuffer = message.buffer;
  tell(message);
}

const TEXT_MS = 200;

/** Text follows a few times a second; what changes what one can do, at once. */
function tell(message: FrameMessage): void {
  const state = run.getState();
  const playing = state.playing && !message.ended;
  const turn = playing !== state.playing || message.ended !== state.ended || state.replayTo !== null;
  const time = performance.now();
  if (!turn && playing && time - lastText < TEXT_MS) return;
  lastText = time;
  run.setState({
    now: message.now,
    measuredSpeed: message.speed,
    ended: message.ended,
    playing,
    replayTo: null,
  });
}

function edited(message: Edited, edit: LiveEdit): void {
  if (message.run !== current) return;
  directory = message.directory;
  const { source } = documentStore.getState();
  let next = withEdits(source, message.edits);
  for (const { path, value } of edit.looks) next = setInSource(next, path, value);
  const at = message.edits.at(-1)?.atS ?? simulated;
  commit(next, edit.label, Math.max(simulated, at), edit.key);
  keepActive(current, next);
  nameForkAfter(edit.label, edit.key);
  run.setState({ directory, editProblems: [], byPackets: null, obstacles: message.obstacles });
  if (message.problems.length > 0) refused(message.problems, edit);
}

function giveBack(buffer: ArrayBuffer): void {
  worker?.send({ type: 'buffer', buffer }, [buffer]);
}

/** What was to run does not. */
function giveUp(): void {
  if (attempt?.then.kind === 'open') attempt.then.back?.();
  attempt = null;
}

/** The engine is gone: whoever waits for it hears why. */
function end(why: string): void {
  const gone = worker;
  worker = null;
  heldBuffer = null;
  gone?.dispose(why);
}

/** Words for the changes that the engine has not answered. */
function lostChanges(): string[] {
  const begun = attempt?.then.kind === 'commit' ? [attempt.then.label] : [];
  return [...begun, ...[...unanswered].map(({ label }) => label)];
}

function crashed(message: string): void {
  const lost = lostChanges();
  failedAt(knownUntil());
  run.setState({ status: 'crashed', crash: message, lost, playing: false, replayTo: null });
  end(message);
}
