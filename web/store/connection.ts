/** The store's end of the worker: runs are started here, and what the worker says goes into the store. */
import type { Directory, Moment, Problem, Scenario } from '../generated/types';
import type { Runner } from '../runner/runner';
import type { Change } from '../scenario/change';
import { withEdits } from '../scenario/effective';
import type { Futures } from '../scenario/futures';
import { setInSource } from '../scenario/path';
import { read } from '../worker/engine';
import type { FrameMessage, FromWorker, ToWorker } from '../worker/protocol';
import { decodePlot, MarkList, SceneSection } from '../worker/sections';
import {
  addBranch,
  beginBranches,
  branches,
  branchOf,
  changeBranch,
  keepActive,
  plantBranches,
} from './branches';
import { commit, documentStore, open, refreshShown, showAt } from './document';
import { type Frame, plotRequest, publishFrame, whenRequested } from './frames';
import { EngineStopped, Questions } from './questions';
import { run } from './run';
import { session } from './session';
import { answered, engineStarted, failedAt, shown } from './stamp';

export type StartRunner = (listen: (message: FromWorker) => void) => Runner;

/** What happens to the document once the engine has accepted a run. */
type Then =
  /** Another document, with the futures of its run if it comes with some. `back`: it does not come to that. */
  | { kind: 'open'; futures?: Futures | null; back?: (() => void) | undefined }
  | { kind: 'commit'; label: string; key: string; changes: readonly Change[] }
  | { kind: 'keep' };

interface Attempt {
  run: number;
  source: Scenario;
  then: Then;
  playing: boolean;
  /** Edits up to this number were sent before. */
  edits: number;
}

export interface LiveEdit {
  label: string;
  key: string;
  /** Changes of the same step that are no input of the simulation. */
  looks: Change[];
  changes: readonly Change[];
}

let startRunner: StartRunner | null = null;
let runner: Runner | null = null;
let runNumber = 0;
let current = 0;
let attempt: Attempt | null = null;
let editNumber = 0;
/** The engine has answered or dropped all edits up to this number: it takes them in turn. */
let answeredUpTo = 0;
const liveEdits = new Map<number, LiveEdit>();
const checks = new Questions<CheckOutcome>();
let marks = new MarkList();
let heldBuffer: ArrayBuffer | null = null;
let directory: Directory | null = null;
/** Which model runs. */
let engine: Scenario['engine'];
let simulated = 0;
/** Up to where the run is known, s. */
let known = 0;
let lastText = 0;
/** Forks that are on their way: what they are called. */
const forks = new Map<number, LiveEdit>();
const traces = new Questions<Moment[]>();
const tables = new Questions<string[]>();

export type CheckOutcome = { document: Scenario } | { problems: Problem[] };

/** Starts the engine. Also the way back after a crash. */
export function connect(start?: StartRunner): void {
  if (start) startRunner = start;
  if (!startRunner) return;
  if (runner) end('It was started again.');
  if (run.getState().status === 'crashed') run.setState({ status: 'starting', crash: '' });
  runner = startRunner(receive);
  whenRequested(sendView);
  sendView();
}

export function send(message: ToWorker): void {
  runner?.send(message);
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
  return runner !== null && run.getState().status !== 'crashed';
}

/** A question, for which somebody has to be there. */
function put(message: ToWorker): void {
  if (!runner) throw new EngineStopped(run.getState().crash);
  runner.send(message);
}

/** Migrates and validates JSON text in the engine. Like all questions it is refused with `EngineStopped` where the engine comes to an end. */
export function check(text: string): Promise<CheckOutcome> {
  return checks.ask((id) => put({ type: 'check', id, document: text }));
}

/** The document that the next change builds on: one that is on its way to the engine counts already. */
export function latestSource(): Scenario {
  return attempt && attempt.then.kind !== 'keep' ? attempt.source : documentStore.getState().source;
}

/** Runs a document up to a time; the run before stays on screen until then, and for good if the engine refuses. */
export function startRun(source: Scenario, then: Then, untilS: number, playing: boolean): void {
  runNumber += 1;
  // One that never came on screen was nothing to go back to.
  if (then.kind === 'open' && attempt?.then.kind === 'open') then.back = attempt.then.back;
  attempt = { run: runNumber, source, then, playing, edits: editNumber };
  send({ type: 'speed', value: session.getState().speed });
  // Packets may need minutes for what fluid did at once: another model then begins at the start.
  const brief = source.engine !== engine;
  send({ type: 'load', run: runNumber, document: JSON.stringify(source), untilS, brief, playing });
}

export function sendEdit(edit: LiveEdit): void {
  editNumber += 1;
  liveEdits.set(editNumber, edit);
  send({ type: 'edit', id: editNumber, changes: [...edit.changes] });
}

/** Another future from the moment on screen, with changes made there; the one so far stays as a ghost. */
export function sendFork(edit: LiveEdit): void {
  editNumber += 1;
  runNumber += 1;
  forks.set(editNumber, edit);
  send({ type: 'branch', id: editNumber, run: runNumber, changes: [...edit.changes] });
}

/** A run beside the one on screen, as a ghost; gives its number. */
export function sendBeside(source: Scenario): number {
  runNumber += 1;
  send({ type: 'beside', run: runNumber, document: JSON.stringify(source) });
  return runNumber;
}

/** Another branch takes the screen. */
export function showRun(run: number, then: Then): void {
  const branch = branchOf(run);
  if (!branch) return;
  attempt = { run, source: branch.source, then, playing: false, edits: editNumber };
  send({ type: 'show', run, playing: false });
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
): Promise<Moment[]> {
  return traces.ask((id) => put({ type: 'trace', id, ...what, fromS, toS, most }));
}

/** Series, by number, in all the detail that is kept: CSV of each. */
export function seriesCsv(series: readonly number[]): Promise<string[]> {
  return tables.ask((id) => put({ type: 'csv', id, series }));
}

export function sendView(): void {
  const { view, follow } = session.getState();
  const { columns, series, everyMs } = plotRequest();
  send({ type: 'view', view: { window: view, follow, columns, series, everyMs } });
}

export function receive(message: FromWorker): void {
  switch (message.type) {
    case 'ready':
      run.setState({ catalogue: message.catalogue, status: 'ready', crash: '', lost: [] });
      engineStarted();
      return;
    case 'checked':
      checks.answer(message.id, { document: read(message.document) });
      return;
    case 'unchecked':
      checks.answer(message.id, { problems: message.problems });
      return;
    case 'loaded':
      loaded(message);
      return;
    case 'refused':
      refused(message.problems, attempt?.run === message.run ? attempt.then : undefined);
      if (attempt?.run === message.run) giveUp();
      return;
    case 'frame':
      frame(message);
      return;
    case 'edited':
      edited(message);
      return;
    case 'editRefused':
      refused(message.problems, liveEdits.get(message.id) ?? forks.get(message.id));
      forks.delete(message.id);
      answeredUpTo = Math.max(answeredUpTo, message.id);
      return;
    case 'branched':
      branched(message);
      return;
    case 'besideRefused':
      run.setState({ editProblems: message.problems, byPackets: null });
      return;
    case 'traced':
      traces.answer(message.id, message.moments);
      return;
    case 'csv':
      tables.answer(message.id, message.texts);
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
      branches.setState({ results: new Map(message.ghosts.map(({ run, ...rest }) => [run, rest])) });
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

function loaded(message: Extract<FromWorker, { type: 'loaded' }>): void {
  // A later attempt is on its way: its answer counts.
  if (attempt?.run !== message.run) return;
  const { source, then, playing, edits } = attempt;
  attempt = null;
  answeredUpTo = Math.max(answeredUpTo, edits);
  current = message.run;
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
    if (then.futures) plantBranches(current, then.futures, sendBeside);
    else beginBranches(current, source);
  } else if (branchOf(current)) branches.setState({ active: current });
  else {
    keepActive(current, source);
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
    ...(then.kind === 'open' ? { results: null, digest: '', digestAt: 0, digestEnded: false } : {}),
  });
}

/** A run that was begun again has lost its ghosts: they are run once more, from their documents. */
function bringBack(): void {
  const { list, active } = branches.getState();
  for (const { run, source } of list) if (run !== active) changeBranch(run, { run: sendBeside(source) });
}

function branched(message: Extract<FromWorker, { type: 'branched' }>): void {
  if (message.from !== current) return;
  const fork = forks.get(message.id);
  forks.delete(message.id);
  let source = read(message.document);
  for (const { path, value } of fork?.looks ?? []) source = setInSource(source, path, value);
  current = message.run;
  marks = new MarkList();
  directory = message.directory;
  simulated = message.atS;
  known = message.atS;
  addBranch(current, source, message.atS, fork?.label ?? 'Fork');
  commit(source, fork?.label ?? 'fork', message.atS, '');
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
  const ghosts = message.ghosts.flatMap(({ run: number, known: until, length }) => {
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
    ghosts,
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

function edited(message: Extract<FromWorker, { type: 'edited' }>): void {
  if (message.run !== current) return;
  const edit = liveEdits.get(message.id);
  liveEdits.delete(message.id);
  directory = message.directory;
  const { source } = documentStore.getState();
  let next = withEdits(source, message.edits);
  for (const { path, value } of edit?.looks ?? []) next = setInSource(next, path, value);
  const at = message.edits.at(-1)?.atS ?? simulated;
  commit(next, edit?.label ?? 'change', Math.max(simulated, at), edit?.key ?? '');
  keepActive(current, next);
  run.setState({ directory, editProblems: [], byPackets: null, obstacles: message.obstacles });
}

function giveBack(buffer: ArrayBuffer): void {
  runner?.send({ type: 'buffer', buffer }, [buffer]);
}

/** What was to run does not. */
function giveUp(): void {
  if (attempt?.then.kind === 'open') attempt.then.back?.();
  attempt = null;
}

/** The engine is gone: whoever waits for it hears why. */
function end(why: string): void {
  runner?.dispose();
  runner = null;
  giveUp();
  heldBuffer = null;
  liveEdits.clear();
  forks.clear();
  const error = new EngineStopped(why);
  checks.fail(error);
  traces.fail(error);
  tables.fail(error);
}

/** Words for the changes that the engine has not answered: they are not in the document. */
function unanswered(): string[] {
  const begun = attempt?.then.kind === 'commit' ? [attempt.then.label] : [];
  const sent = [...liveEdits, ...forks].filter(([id]) => id > answeredUpTo);
  return [...begun, ...sent.map(([, { label }]) => label)];
}

function crashed(message: string): void {
  const lost = unanswered();
  failedAt(knownUntil());
  run.setState({ status: 'crashed', crash: message, lost, playing: false, replayTo: null });
  end(message);
}
