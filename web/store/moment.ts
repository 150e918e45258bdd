/**
 * The moment that the whole page shows: that of the crosshair, if the plots show it, else now. The run's worker computes the network at the
 * crosshair's moment. Until the answer comes, the page keeps showing the previous state with its time.
 */
import { createStore } from 'zustand/vanilla';
import type { Directory, Results, Scenario } from '../generated/types';
import { scenarioAt } from '../scenario/effective';
import type { StateAt } from '../worker/protocol';
import { type PresentValue, SceneSection } from '../worker/sections';
import { branches, shownFork } from './branches';
import { documentStore } from './document';
import { type Frame, latestFrame, subscribeFrame } from './frames';
import { stateAt } from './lookups';
import { run as runStore } from './run';
import { session } from './session';

/** The network at a moment that is not now. */
export interface ShownMoment {
  run: number;
  /** The moment of the crosshair, s. */
  cursor: number;
  /** The moment of the state, s: the same in the engine's nanoseconds. */
  atS: number;
  scene: SceneSection;
  /** Of the run's series. */
  value: PresentValue;
  directory: Directory;
  /** The scenario with the timed edits up to then. */
  document: Scenario;
  /** The crosshair rests there, so that tables may follow. */
  rests: boolean;
  /** Results up to then, once the crosshair rests. After a fork on screen they count from the fork, and are measured apart: see `sinceFork`. */
  results: Results | null;
  /** The branch that stands behind, at the same moment. */
  other: OtherMoment | null;
}

export interface OtherMoment {
  run: number;
  scene: SceneSection;
  /** Of the branch's own series. */
  value: PresentValue;
  directory: Directory | undefined;
  results: Results | null;
}

/** Null: the page shows now. */
export const moment = createStore<{ shown: ShownMoment | null }>(() => ({ shown: null }));

/** The shortest time between two requests, ms: each makes the engine simulate a span. */
const MIN_INTERVAL_MS = 40;
/** After a slow answer, the next request waits as long as the answer took, but no longer than this, ms. */
const MAX_REST_MS = 250;
/** A newer request replaces one that has been pending for this long, ms. */
const REPLACE_AFTER_MS = 1000;
/** Tables follow the crosshair once it has not moved for this long, ms. */
const REST_MS = 100;

let wanted: { run: number; cursor: number; since: number } | null = null;
let asking: AbortController | null = null;
let askedAt = Number.NEGATIVE_INFINITY;
/** The earliest time of the next request. */
let readyAt = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The time of the crosshair, if it is in the plots and the run is known up to there; else null. */
export function cursorIn({ t0, t1, known }: Frame): number | null {
  const { cursor } = session.getState();
  return cursor !== null && cursor >= t0 && cursor <= t1 && cursor <= known ? cursor : null;
}

/** The frame on screen, with the network of the moment that is shown. */
export function shownFrame(): Frame | null {
  const frame = latestFrame();
  const { shown } = moment.getState();
  if (!frame || !shown || shown.run !== frame.run) return frame;
  const { atS: now, value, scene, directory } = shown;
  return { ...frame, now, value, scene, directory };
}

/** Updates the moment after a change of the crosshair, of the span of the plots or of the run on screen. */
function follow(): void {
  const frame = latestFrame();
  const cursor = frame ? cursorIn(frame) : null;
  const { shown } = moment.getState();
  if (shown && (cursor === null || shown.run !== frame?.run)) moment.setState({ shown: null });
  if (!frame || cursor === null) {
    wanted = null;
    clearTimeout(timer);
    asking?.abort();
    asking = null;
    return;
  }
  if (wanted?.run !== frame.run || wanted.cursor !== cursor)
    wanted = { run: frame.run, cursor, since: performance.now() };
  next();
}

/** Requests what is missing, or schedules it. */
function next(): void {
  clearTimeout(timer);
  if (!wanted) return;
  const { shown } = moment.getState();
  const { run, cursor, since } = wanted;
  const time = performance.now();
  const there = shown?.run === run && shown.cursor === cursor;
  const fork = shownFork(branches.getState());
  const other = fork?.other;
  const fromS = runStore.getState().results?.fromS ?? 0;
  const measured = fork !== null && fork.atS > fromS && cursor > fork.atS;
  const results = there && !measured && shown.results === null;
  const others = there && !results && other !== undefined && shown.other?.run !== other;
  if (there && shown.rests && !results && !others) return;
  if (asking && (there || time - askedAt < REPLACE_AFTER_MS)) return;
  const wait = Math.max(readyAt, there ? since + REST_MS : 0) - time;
  if (wait > 0) {
    timer = setTimeout(next, wait);
    return;
  }
  if (there && !shown.rests) update({ rests: true });
  if (others) ask(other, cursor, true, (state) => update({ other: otherMoment(other, state) }));
  else if (results) ask(run, cursor, true, ({ results }) => update({ results }));
  else if (!there) ask(run, cursor, false, (state) => show(state, run, cursor));
}

function ask(run: number, cursor: number, results: boolean, then: (state: StateAt) => void): void {
  asking?.abort();
  const mine = new AbortController();
  asking = mine;
  askedAt = performance.now();
  readyAt = askedAt + MIN_INTERVAL_MS;
  const answered = (state: StateAt | null) => {
    if (asking !== mine) return;
    asking = null;
    const answeredAt = performance.now();
    readyAt = Math.max(readyAt, answeredAt + Math.min(answeredAt - askedAt, MAX_REST_MS));
    // Null: another run is on screen. Its first frame calls `follow`.
    if (!state) return;
    then(state);
    next();
  };
  // If the engine has ended, the page already says so.
  stateAt(run, cursor, results, mine.signal).then(answered, () => answered(null));
}

/** Adds results to the moment that is shown. */
function update(part: Partial<ShownMoment>): void {
  const { shown } = moment.getState();
  if (shown && shown.cursor === wanted?.cursor) moment.setState({ shown: { ...shown, ...part } });
}

const presentValue =
  (values: Float64Array): PresentValue =>
  (series) =>
    values[series];

function otherMoment(run: number, { scene, values, directory, results }: StateAt): OtherMoment {
  const present = branches.getState().directories.get(run);
  return {
    run,
    scene: new SceneSection(scene),
    value: presentValue(values),
    directory: directory ?? present,
    results,
  };
}

function show({ atS, scene, values, directory }: StateAt, run: number, cursor: number): void {
  const frame = latestFrame();
  if (frame?.run !== run) return;
  moment.setState({
    shown: {
      run,
      cursor,
      atS,
      scene: new SceneSection(scene),
      value: presentValue(values),
      directory: directory ? past.directory(directory, run) : frame.directory,
      document: past.document(atS),
      rests: false,
      results: null,
      other: null,
    },
  });
}

/** Directory and document change only at edits. In between they stay the same objects, so the drawing is not laid out again. */
const past = {
  kept: null as { run: number; edits: unknown; directory: Directory } | null,
  shown: null as { source: Scenario; applied: number; document: Scenario } | null,

  directory(directory: Directory, run: number): Directory {
    const { edits } = documentStore.getState().source;
    const { kept } = this;
    if (kept?.run === run && kept.edits === edits && kept.directory.version === directory.version)
      return kept.directory;
    this.kept = { run, edits, directory };
    return directory;
  },

  document(atS: number): Scenario {
    const now = documentStore.getState();
    const applied = (now.source.edits ?? []).filter((e) => e.atS <= atS).length;
    if (applied === now.applied) return now.shown;
    if (this.shown?.source !== now.source || this.shown.applied !== applied)
      this.shown = { source: now.source, applied, document: scenarioAt(now.source, atS).shown };
    return this.shown.document;
  },
};

subscribeFrame(follow);
session.subscribe((state, before) => {
  if (state.cursor !== before.cursor) follow();
});
