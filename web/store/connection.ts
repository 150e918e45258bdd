/** The store's side of the worker: starts runs and puts the worker's messages into the store. */
import type { Catalogue, Directory, Problem, Scenario } from '../generated/types';
import {
  type Outcome,
  type PlainOptions,
  Refused,
  type StartWith,
  Stopped,
  WorkerClient,
} from '../runner/client';
import { needsScripts } from '../runner/scripts';
import { runnerTexts } from '../runner/texts';
import type { BranchTree } from '../scenario/branches';
import type { Change } from '../scenario/change';
import { branchSource, withEdits } from '../scenario/effective';
import { getPath, joinPath, setInSource } from '../scenario/path';
import { read } from '../worker/engine';
import type {
  BranchResult,
  EditResult,
  FrameMessage,
  LoadedRun,
  RunCalls,
  RunCommand,
  RunUpdate,
  ScriptCalls,
} from '../worker/protocol';
import type { AnswerOf, AskOf, Crashed } from '../worker/requests';
import { MarkList } from '../worker/sections';
import { app } from './app';
import {
  addBranch,
  addRerun,
  type Branch,
  type BranchState,
  branches,
  branchOf,
  changeBranch,
  followPlan,
  nameForkAfter,
  openBranches,
  resetBranches,
  updateActiveBranch,
} from './branches';
import { commit, documentStore, type History, nothingOpen, open, refreshShown, showAt } from './document';
import { FrameSections } from './frame-sections';
import { latestFrame, onPlotRequest, plotRequest, publishFrame } from './frames';
import { type RunState, run } from './run';
import { session } from './session';
import { answered, engineStarted, failedAt, shown } from './unanswered';

type LabCalls = RunCalls & ScriptCalls;
export type StartRunner = StartWith<LabCalls, RunCommand, RunUpdate>;

/** What follows for the document once the engine has accepted a run. */
export type FollowUp =
  /** Another document is opened, perhaps with branches. `back` is called if it is refused. */
  | {
      kind: 'open';
      branches?: BranchTree | null;
      history?: History | null;
      back?: (() => void) | undefined;
    }
  /** The document was changed. `keepLast`: the run before stays as a branch. `alone`: no branch stays. */
  | {
      kind: 'commit';
      label: string;
      key: string;
      changes: readonly Change[];
      keepLast?: boolean;
      alone?: boolean;
    }
  | { kind: 'keep' };

const isAlone = (then: FollowUp): boolean => then.kind === 'commit' && then.alone === true;

interface Attempt {
  run: number;
  source: Scenario;
  then: FollowUp;
  playing: boolean;
  /** What the branches are once it is on screen; null: what they are now. */
  plan: BranchPlan | null;
}

/** The branches as they will be, and the run of the one on screen. */
export type BranchPlan = Pick<BranchState, 'list' | 'active'>;

export interface LiveEdit {
  label: string;
  key: string;
  /** Changes of the same step that affect only appearance. */
  cosmetic: Change[];
  changes: readonly Change[];
}

let startRunner: StartRunner | null = null;
let worker: WorkerClient<LabCalls, RunCommand, RunUpdate> | null = null;
let runNumber = 0;
let current = 0;
let attempt: Attempt | null = null;
/** The last attempt that the engine has accepted although a later one was already on its way. */
let overtaken: { answer: LoadedRun; attempt: Attempt } | null = null;
/** Changes sent to the engine without an answer yet: they are not in the document. */
const unanswered = new Set<LiveEdit>();
/** Steps of history that wait for answers to changes: what they go back from must be in the document. */
const waiting: (() => void)[] = [];
let marks = new MarkList();
let heldBuffer: ArrayBuffer | null = null;
let directory: Directory | null = null;
/** Without the controllers of the document. */
let catalogue: Catalogue | null = null;
/** The model that runs. */
let engine: Scenario['engine'];
let simulated = 0;
/** How far the run has been simulated, s. */
let known = 0;
let lastText = 0;

export type CheckOutcome = { document: Scenario } | { problems: Problem[] };

/** Starts the engine, and starts it again after a crash. @param scripts whether the document that will be opened has controllers */
export function connect(start?: StartRunner, scripts = false): void {
  if (start) startRunner = start;
  if (!startRunner) return;
  stopWorker(runnerTexts.restarted);
  if (run.getState().status === 'crashed') run.setState({ status: 'starting', crash: '' });
  const document = JSON.stringify(documentStore.getState().source);
  worker = new WorkerClient(startRunner, receive, resume, scripts || needsScripts({ document }));
  onPlotRequest(sendView);
  sendView();
}

/** Continues the run on screen in another worker, from where it is. */
function resume(): void {
  heldBuffer = null;
  run.setState({ status: 'starting' });
  sendView();
  if (nothingOpen()) return;
  marks = new MarkList();
  known = simulated;
  send({ type: 'speed', value: session.getState().speed });
  const document = JSON.stringify(documentStore.getState().source);
  const { playing } = run.getState();
  request('load', { run: current, document, untilS: simulated, playing }, ({ answer }) => {
    if (answer) run.setState(described(answer.directory));
  });
  restartBranches();
}

/** Takes a directory of the run on screen. The catalogue gets the controllers that the document defines. */
function described(next: Directory): Pick<RunState, 'directory' | 'catalogue'> {
  directory = next;
  const own = next.algorithms;
  const rows = own && catalogue && { ...catalogue, algorithms: [...catalogue.algorithms, ...own] };
  return { directory, catalogue: rows ?? catalogue };
}

export function send(message: RunCommand): void {
  worker?.send(message);
}

/** How far the run has been simulated, s: beyond now if it has gone back. */
export function knownEnd(): number {
  return Math.max(known, simulated);
}

/** The exact simulated time, s. During a replay, the time that it leads to. */
export function simulatedNow(): number {
  return simulated;
}

export function isAlive(): boolean {
  return worker !== null && run.getState().status !== 'crashed';
}

/** Sends a request. If there is no worker, it ends at once. */
function request<K extends keyof LabCalls>(
  call: K,
  ask: AskOf<LabCalls, K>,
  end: (outcome: Outcome<AnswerOf<LabCalls, K>>) => void,
  options?: PlainOptions,
): void {
  if (worker) worker.request(call, ask, end, options);
  else end({ error: new Stopped(run.getState().crash) });
}

export function ask<K extends keyof LabCalls>(
  call: K,
  ask: AskOf<LabCalls, K>,
  options?: PlainOptions,
): Promise<AnswerOf<LabCalls, K>> {
  return worker?.ask(call, ask, options) ?? Promise.reject(new Stopped(run.getState().crash));
}

/** Migrates and validates a JSON text in the engine. Like all requests it throws `Stopped` if the engine ends. */
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

/** Whether another document is being opened, which the engine has not accepted yet. */
export function isOpening(): boolean {
  return attempt?.then.kind === 'open';
}

/** Changes of the run that the worker has not answered yet. */
export function unansweredChanges(): Change[] {
  return [...unanswered].flatMap(({ changes }) => changes);
}

/** The branches once all that was sent to the engine has come on screen. */
export function plannedBranches(): BranchPlan {
  return attempt?.plan ?? branches.getState();
}

/** Runs a document up to a time. The run before stays on screen until then, and if the engine refuses. */
export function startRun(
  source: Scenario,
  then: FollowUp,
  untilS: number,
  playing: boolean,
  plan: BranchPlan | null = attempt?.plan ?? null,
): void {
  runNumber += 1;
  // A run that never came on screen is not kept.
  if (then.kind === 'open' && attempt?.then.kind === 'open') then.back = attempt.then.back;
  attempt = { run: runNumber, source, then, playing, plan: then.kind === 'open' ? null : plan };
  send({ type: 'speed', value: session.getState().speed });
  // The packet model may need minutes for what the fluid model did at once: a run under another model then begins at its start.
  const brief = source.engine !== engine;
  const document = JSON.stringify(source);
  // A new document has no branches of the runs before it.
  const keep =
    then.kind === 'open' || isAlone(then) ? [] : branches.getState().list.map((branch) => branch.run);
  request('load', { run: runNumber, document, untilS, brief, playing, keep }, handleOutcome(attempt));
}

/** Plays or pauses the run that comes on screen next, which the worker hears of after it. */
export function setPlayingNext(playing: boolean): void {
  if (attempt) attempt.playing = playing;
}

/** Handles the outcome of an attempt to show another run, unless a later attempt has replaced it. */
const handleOutcome =
  (mine: Attempt) =>
  ({ answer, error }: Outcome<LoadedRun | null>): void => {
    const latest = attempt === mine;
    if (error instanceof Refused) reportRefusal(error.problems, latest ? mine.then : undefined);
    if (answer && !latest) overtaken = { answer, attempt: mine };
    if (!latest) return;
    const before = overtaken;
    overtaken = null;
    if (answer) handleLoaded(answer, mine);
    else {
      dropAttempt();
      // The engine already runs the one before, which thus has to come on screen.
      if (error instanceof Refused && before) handleLoaded(before.answer, before.attempt);
    }
    callWaiting();
  };

export function sendEdit(edit: LiveEdit): void {
  request('edit', { changes: [...edit.changes] }, editHandler(edit, handleEdited));
}

/** Forks a branch at the time on screen, with these changes. The branch so far stays in the plots. */
export function sendFork(edit: LiveEdit): void {
  runNumber += 1;
  const run = runNumber;
  const made = (answer: BranchResult) => handleBranched(answer, run, edit);
  request('branch', { run, changes: [...edit.changes] }, editHandler(edit, made));
}

/** Calls back once the engine has answered all changes: at once if there are none. */
export function afterAnswers(call: () => void): void {
  waiting.push(call);
  callWaiting();
}

function callWaiting(): void {
  while (unanswered.size === 0 && attempt?.then.kind !== 'commit') {
    const call = waiting.shift();
    if (!call) return;
    call();
  }
}

/** Handles the answer to a change of the run. */
function editHandler<T>(edit: LiveEdit, made: (answer: T, edit: LiveEdit) => void) {
  unanswered.add(edit);
  return ({ answer, error }: Outcome<T | null>): void => {
    unanswered.delete(edit);
    if (error instanceof Refused) reportRefusal(error.problems, edit);
    else if (answer) made(answer, edit);
    callWaiting();
  };
}

/**
 * Starts a run that is drawn behind the one on screen; returns its number. `kept`: a run of the same document that the engine may have kept.
 * `reachS`: how far it was known.
 */
export function startOtherBranch(source: Scenario, kept?: number, reachS?: number): number {
  runNumber += 1;
  const document = JSON.stringify(source);
  request('addBranch', { run: runNumber, document, kept, reachS }, ({ error }) => {
    if (error instanceof Refused) reportRefusal(error.problems, undefined);
  });
  return runNumber;
}

/** Shows another branch. */
export function showRun(run: number, then: FollowUp, { list }: BranchPlan = plannedBranches()): void {
  const branch = list.find((b) => b.run === run);
  if (!branch) return;
  const plan = { list, active: run };
  // A run that is on its way replaces all runs of the engine, so that the branch has to be run again.
  if (attempt) {
    startRun(branch.source, then, simulated, false, plan);
    return;
  }
  attempt = { run, source: branch.source, then, playing: false, plan };
  request('show', { run, playing: false }, handleOutcome(attempt));
}

/** Goes to a moment of the run and stands still there. */
export function seekTo(atS: number): void {
  run.setState({ playing: false, ended: false, measuredSpeed: 0, noMark: null });
  setPlayingNext(false);
  send({ type: 'seek', atS });
}

export function sendView(): void {
  const { view, follow } = session.getState();
  const { columns, series, everyMs } = plotRequest();
  send({ type: 'view', view: { window: view, follow, columns, series, everyMs } });
}

function receive(message: RunUpdate | Crashed): void {
  switch (message.type) {
    case 'ready':
      catalogue = message.catalogue;
      run.setState({ catalogue, status: 'ready', crash: '', lost: [] });
      engineStarted();
      return;
    case 'frame':
      handleFrame(message);
      return;
    case 'noMark':
      if (message.run === current) run.setState({ noMark: { unit: message.unit, flow: message.flow } });
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
      handleCrash(message.message);
      return;
  }
}

/** Reports why a change was refused. What fluid cannot follow is offered for packets, if they can. */
function reportRefusal(problems: Problem[], change: FollowUp | LiveEdit | undefined): void {
  run.setState({ editProblems: problems, remedy: null, replacing: [] });
  // What was announced did not come about.
  app.setState({ announcement: '' });
  dropStaleSelection();
  if (!change || !('changes' in change) || (engine ?? 'packet') === 'packet') return;
  const { changes, label } = change;
  let possible: Scenario = { ...documentStore.getState().source, engine: 'packet' };
  for (const { path, value } of changes) possible = setInSource(possible, path, value);
  const offer = (outcome: CheckOutcome) => {
    if ('document' in outcome && run.getState().editProblems === problems)
      run.setState({ remedy: { kind: 'packets', changes, label } });
  };
  // Without an engine there is nothing to offer.
  check(JSON.stringify(possible)).then(offer, () => undefined);
}

/** Deselects what the document does not have. */
export function dropStaleSelection(): void {
  const { selection, more } = session.getState();
  if (!selection) return;
  const { shown } = documentStore.getState();
  const [first = null, ...others] = [selection, ...more].filter(
    ({ kind, id }) => getPath(shown, joinPath(`${kind}s`, id)) !== undefined,
  );
  if (first !== selection || others.length < more.length)
    session.setState({ selection: first, more: others });
}

function handleLoaded(message: LoadedRun, { run: number, source, then, playing, plan }: Attempt): void {
  attempt = null;
  const before = branches.getState().list;
  if (plan) followPlan(plan);
  current = number;
  marks = new MarkList();
  engine = source.engine;
  simulated = message.untilS;
  known = simulated;
  if (then.kind === 'open') {
    shown();
    open(source, then.history);
    app.setState({ announcement: '' });
  } else if (then.kind === 'commit') commit(source, then.label, simulated, then.key);
  else refreshShown(simulated);
  if (then.kind === 'open') {
    if (then.branches) openBranches(current, then.branches, (branch) => startOtherBranch(branch));
    else resetBranches(current, source);
  } else if (isAlone(then)) resetBranches(current, source);
  else if (branchOf(current)) branches.setState({ active: current });
  else {
    if (then.kind === 'commit' && then.keepLast) addRerun(current, source, then.label, then.key);
    else {
      // Another step of the change that named it, before the run went on.
      if (then.kind === 'commit') nameForkAfter(then.label, then.key, simulated);
      updateActiveBranch(current, source);
    }
    restartBranches(before);
  }
  run.setState({
    ...described(message.directory),
    playing,
    ended: false,
    editProblems: [],
    remedy: null,
    noMark: null,
    obstacles: message.obstacles,
    stopped: '',
    now: simulated,
    replayTo: null,
    ...(then.kind === 'open' ? { results: null, replacing: [] } : {}),
    // The digest on screen belongs to the run before.
    ...(then.kind === 'keep' ? {} : { digest: '', digestAt: 0, digestEnded: false }),
  });
}

/** Adds the other branches to a run that was started again: as they were `before`, or run again from their documents. */
function restartBranches(before: readonly Branch[] = []): void {
  const { list, active } = branches.getState();
  const others = list.filter(({ run }) => run !== active);
  // The engine has kept the runs before until it is told which of them go on.
  const goesOn = (branch: Branch) => others.some((b) => b.run === branch.run && b.source === branch.source);
  const kept = before.filter(goesOn);
  const frame = latestFrame();
  const known = frame ? [frame, ...frame.others] : [];
  const reached = new Map(known.map((plot) => [plot.run, plot.known]));
  for (const { run } of before.filter((branch) => !kept.includes(branch))) send({ type: 'forget', run });
  for (const { run, source } of others) {
    const same = kept.some((branch) => branch.run === run);
    changeBranch(run, { run: startOtherBranch(source, same ? run : undefined, reached.get(run)) });
  }
}

function handleBranched(message: BranchResult, number: number, fork: LiveEdit): void {
  if (message.from !== current) return;
  let source = branchSource(documentStore.getState().source, read(message.document).edits ?? []);
  for (const { path, value } of fork.cosmetic) source = setInSource(source, path, value);
  current = number;
  marks = new MarkList();
  simulated = message.atS;
  known = message.atS;
  addBranch(current, source, message.atS, fork.label, fork.key);
  commit(source, fork.label, message.atS, '');
  run.setState({
    ...described(message.directory),
    ended: false,
    editProblems: [],
    remedy: null,
    noMark: null,
    obstacles: message.obstacles,
  });
}

function handleFrame(message: FrameMessage): void {
  if (message.directory && message.run === current) {
    run.setState(described(message.directory));
  }
  keepDirectories(message.others);
  if (message.run !== current || !directory) {
    returnBuffer(message.buffer);
    return;
  }
  answered(message.now);
  const sections = new FrameSections(message);
  marks.append(sections.marks, message.marksFrom);
  if (message.replayTo !== null) {
    // The text on screen stays until the replay has caught up with it.
    run.setState({ replayTo: message.replayTo });
    returnBuffer(message.buffer);
    return;
  }
  known = message.known;
  const picture = sections.frame(directory, marks, branches.getState());
  simulated = message.now;
  showAt(simulated);
  publishFrame(picture);
  if (heldBuffer) returnBuffer(heldBuffer);
  heldBuffer = message.buffer;
  updateTexts(message);
}

/** Keeps the directories of other branches, which come only when they change. */
function keepDirectories(others: FrameMessage['others']): void {
  const news = others.flatMap(({ run: number, directory: of }) => (of ? [[number, of] as const] : []));
  if (news.length === 0) return;
  const { directories } = branches.getState();
  branches.setState({ directories: new Map([...directories, ...news]) });
}

const TEXT_MS = 200;

/** Updates texts a few times a second, and at once where the available actions change. */
function updateTexts(message: FrameMessage): void {
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

function handleEdited(message: EditResult, edit: LiveEdit): void {
  if (message.run !== current) return;
  const { source } = documentStore.getState();
  let next = withEdits(source, message.edits);
  for (const { path, value } of edit.cosmetic) next = setInSource(next, path, value);
  const at = message.edits.at(-1)?.atS ?? simulated;
  commit(next, edit.label, Math.max(simulated, at), edit.key);
  updateActiveBranch(current, next);
  nameForkAfter(edit.label, edit.key, at);
  run.setState({
    ...described(message.directory),
    editProblems: [],
    remedy: null,
    noMark: null,
    obstacles: message.obstacles,
  });
  if (message.problems.length > 0) reportRefusal(message.problems, edit);
}

function returnBuffer(buffer: ArrayBuffer): void {
  worker?.send({ type: 'buffer', buffer }, [buffer]);
}

/** Drops the attempt in progress. */
function dropAttempt(): void {
  if (attempt?.then.kind === 'open') attempt.then.back?.();
  attempt = null;
}

/** Ends the worker; pending requests fail with this reason. */
function stopWorker(why: string): void {
  const gone = worker;
  worker = null;
  heldBuffer = null;
  gone?.dispose(why);
}

/** Labels of the changes that the engine has not answered. */
function lostChanges(): string[] {
  const begun = attempt?.then.kind === 'commit' ? [attempt.then.label] : [];
  return [...begun, ...[...unanswered].map(({ label }) => label)];
}

function handleCrash(message: string): void {
  const lost = lostChanges();
  failedAt(knownEnd());
  run.setState({ status: 'crashed', crash: message, lost, playing: false, replayTo: null });
  stopWorker(message);
}
