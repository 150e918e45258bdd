/** Executes the calls of the protocol. */
import type { Problem, Scenario } from '../generated/types';
import type { Change } from '../scenario/change';
import { isCosmetic, setInSource, stableJson } from '../scenario/path';
import { app } from '../store/app';
import { branches, listedBranches } from '../store/branches';
import { check, knownEnd, latestSource, simulatedNow } from '../store/connection';
import { documentStore } from '../store/document';
import { editAll, fork } from '../store/edit-actions';
import { mayChange, mayFork } from '../store/lock';
import { openFragment, openScenario } from '../store/open';
import { run } from '../store/run';
import { pause, play, seek, setSpeed, stepBy } from '../store/run-actions';
import { session } from '../store/session';
import { stepTexts } from '../store/texts';
import type { ErrorCode, Request, State } from './protocol';

export interface CallError extends Error {
  code: ErrorCode;
  problems?: Problem[];
}

/** Time limit for one call on a busy machine; the element waits a little longer for an answer, ms. */
export const CALL_TIMEOUT_MS = 60_000;
/** Deadline of the current call by the page's clock. Calls are served one after another. */
let deadline = 0;
const MAX_CHANGES = 1000;
const UNITS = new Set(['event', 'rtt', 'loss', 'ecn', 'timeout']);

export async function call(request: Request): Promise<State> {
  deadline = performance.now() + CALL_TIMEOUT_MS;
  await until(() => run.getState().status === 'ready' && app.getState().opened !== null);
  await until(isSettled);
  switch (request.call) {
    case 'load':
      await load(request as Request<'load'>);
      break;
    case 'play': {
      const { speed } = request as Request<'play'>;
      if (speed !== undefined) setSpeed(positive(speed, 'speed'));
      play();
      break;
    }
    case 'pause':
      pause();
      break;
    case 'seek':
      await seekTo(earliestTime(request as Request<'seek'>));
      break;
    case 'step': {
      const { unit } = request as Request<'step'>;
      if (!UNITS.has(unit)) throw invalidCall(`\`unit\` must be one of ${[...UNITS].join(', ')}.`);
      if (!run.getState().ended) await stepDone(() => stepBy(unit));
      break;
    }
    case 'set':
      await set(request as Request<'set'>);
      break;
    case 'fork': {
      if (!mayFork()) throw failed('locked', 'This laboratory does not allow changes to its scenario.');
      const { active } = branches.getState();
      fork();
      await until(() => branches.getState().active !== active);
      break;
    }
    case 'getState':
      break;
    default:
      throw invalidCall(`There is no call ${String((request as { call: unknown }).call).slice(0, 40)}.`);
  }
  return stateNow();
}

export function stateNow(): State {
  const { playing, ended, digest, digestAt, catalogue, directory } = run.getState();
  const { source, shown } = documentStore.getState();
  const { speed, allow } = session.getState();
  const { list, active } = branches.getState();
  return {
    title: source.title ?? '',
    nowS: simulatedNow(),
    knownS: knownEnd(),
    durationS: directory?.durationS ?? source.durationS,
    playing,
    ended,
    speed: Number.isFinite(speed) ? speed : null,
    digest,
    digestAtS: digestAt,
    modelVersion: catalogue?.modelVersion ?? 0,
    futures: listedBranches(list).map((b) => ({ name: b.name, active: b.run === active })),
    flows: shown.flows.map(({ id, algorithm }) => ({ id, algorithm })),
    scenario: source,
    allow: allow.kind === 'some' ? allow.paths : allow.kind,
  };
}

async function load(request: Request<'load'>): Promise<void> {
  const { active } = branches.getState();
  if ('link' in request && typeof request.link === 'string') {
    const hash = request.link.indexOf('#');
    if (hash < 0) throw invalidCall('`link` must be a link to a scenario, or its fragment from `#` on.');
    if (!(await openFragment(request.link.slice(hash)))) throw loadError();
  } else if ('scenario' in request && typeof request.scenario === 'object' && request.scenario) {
    if (!(await openScenario(JSON.stringify(request.scenario)))) throw loadError();
  } else throw invalidCall('`load` takes a `link` or a `scenario`.');
  await until(() => branches.getState().active !== active && isSettled());
}

/** Whether the opened run has reached its time and has reported results. */
function isSettled(): boolean {
  const { directory, results, replayTo } = run.getState();
  return directory !== null && results !== null && replayTo === null;
}

/** The containing page receives the reason; the reader still sees the previous run. */
function loadError(): CallError {
  const problems = app.getState().refusal?.problems ?? [];
  app.setState({ refusal: null });
  return failed('refused', problems[0]?.problem ?? 'The link does not name a scenario.', problems);
}

async function set(request: Request<'set'>): Promise<void> {
  const given = 'changes' in request ? request.changes : [{ path: request.path, value: request.value }];
  const right =
    Array.isArray(given) &&
    given.length <= MAX_CHANGES &&
    given.every((c) => typeof c?.path === 'string' && c.path.startsWith('/') && c.value !== undefined);
  if (!right) throw invalidCall('`set` needs a `path` and a `value`, or a list of them as `changes`.');
  const changes: Change[] = given.map(({ path, value }) => ({ path, value: jsonValue(value) }));
  const before = documentStore.getState().source;
  run.setState({ editProblems: [] });
  if (!mayChange(documentStore.getState().shown, changes))
    throw failed('locked', `${changes.map((c) => c.path).join(', ')} may not be changed here.`);
  if (isApplied(changes)) return;
  // Cosmetic changes bypass the engine, so those from a message are checked first.
  if (changes.some((c) => isCosmetic(c.path))) await checkCosmetics(changes);
  editAll(changes, stepTexts.set(changes.map((c) => c.path.split('/').at(-1)).join(', ')));
  await until(() => documentStore.getState().source !== before || run.getState().editProblems.length > 0);
  const problems = run.getState().editProblems;
  if (problems.length > 0) {
    run.setState({ editProblems: [] });
    throw failed('refused', problems[0]?.problem ?? '', problems);
  }
}

/** Messages may contain values that JSON cannot represent. */
function jsonValue(value: unknown): unknown {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // An infinite number or a circular object: reported below.
  }
  if (text === undefined) throw invalidCall('`value` must be a JSON value.');
  return JSON.parse(text);
}

/** Whether the document already has all values, so that there is nothing to wait for. */
function isApplied(changes: readonly Change[]): boolean {
  const { shown } = documentStore.getState();
  return stableJson(changed(shown, changes)) === stableJson(shown);
}

async function checkCosmetics(changes: readonly Change[]): Promise<void> {
  const outcome = await check(JSON.stringify(changed(latestSource(), changes)));
  if ('problems' in outcome) throw failed('refused', outcome.problems[0]?.problem ?? '', outcome.problems);
}

function changed(scenario: Scenario, changes: readonly Change[]): Scenario {
  return changes.reduce((document, { path, value }) => setInSource(document, path, value), scenario);
}

/** The engine's clock has a resolution of one nanosecond. */
const TIME_TOLERANCE_S = 2e-9;

async function seekTo(atS: number): Promise<void> {
  const to = Math.min(atS, run.getState().directory?.durationS ?? atS);
  seek(to);
  await until(() => {
    const { digestAt, replayTo } = run.getState();
    return replayTo === null && Math.abs(digestAt - to) < TIME_TOLERANCE_S && digestAt === simulatedNow();
  });
}

/** Waits until the worker reports the end of a step with its digest. A long step also reports results before its end. */
async function stepDone(move: () => void): Promise<void> {
  const before = run.getState().results;
  move();
  await until(() => {
    const { results, underWay, digestAt } = run.getState();
    return results !== before && !underWay && digestAt === simulatedNow();
  });
}

function earliestTime({ atS }: Request<'seek'>): number {
  if (typeof atS !== 'number' || !(atS >= 0)) throw invalidCall('`atS` must be a time in seconds.');
  return atS;
}

function positive(value: unknown, name: string): number {
  if (typeof value !== 'number' || !(value > 0))
    throw invalidCall(`\`${name}\` must be a number above zero.`);
  return value;
}

const invalidCall = (message: string) => failed('call', message);

function failed(code: ErrorCode, message: string, problems?: Problem[]): CallError {
  return Object.assign(new Error(message), { code, ...(problems ? { problems } : {}) });
}

/** Waits until the stores fulfil a condition. */
function until(condition: () => boolean): Promise<void> {
  if (condition()) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const stores = [run, app, documentStore, branches];
    const check = () => {
      if (!condition()) return;
      stop();
      resolve();
    };
    const timer = setTimeout(() => {
      stop();
      reject(failed('refused', 'The call did not complete in time.'));
    }, deadline - performance.now());
    const stops = stores.map((store) => store.subscribe(check));
    const stop = () => {
      clearTimeout(timer);
      for (const end of stops) end();
    };
  });
}
