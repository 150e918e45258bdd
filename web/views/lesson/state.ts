/**
 * The state of a lesson: the step on screen, and the reader's answers. It is kept in this browser (`progress.ts`), and never sent anywhere.
 *
 * Each step's stage is applied to the scenario before the lesson (`scene.base`), so that steps can be taken in any order. A scenario that
 * only a stage has made is not saved.
 */
import { createStore } from 'zustand/vanilla';
import type { Check, LessonStep, Scenario } from '../../generated/types';
import { sameSimulation } from '../../scenario/path';
import { stagedFor } from '../../scenario/stage';
import { runNow, seek, sessionNow, setFollow, setPlots, setView, sourceNow } from '../../store';
import { app } from '../../store/app';
import { saveNow } from '../../store/autosave';
import { knownUntil, startRun } from '../../store/connection';
import { documentStore } from '../../store/document';
import { scene } from '../../store/lesson';
import { run } from '../../store/run';
import { session } from '../../store/session';
import { coveredBy } from './covered';
import { curveOf } from './curve';
import { type Guess, judge } from './judge';
import { holds, quantityIn } from './measure';
import { keepProgress, keptProgress } from './progress';
import type { Answered, Tried } from './summary';
import { lessonTexts as t } from './texts';

/** Two times that are the same, s. */
const SAME_S = 1e-6;

export interface LessonState {
  /** Index of the step on screen; after the last one: the summary. */
  place: number;
  /** By the id of the step. */
  guesses: Readonly<Record<string, Guess>>;
  answered: Readonly<Record<string, Answered>>;
  /** Simulated curves of sketches. */
  curves: Readonly<Record<string, number[]>>;
  /** By the ids of step and check. */
  tried: Readonly<Record<string, Tried>>;
  /** The reader's name, for the summary. */
  name: string;
  /** What waits for the run: the id of a step that is answered, or of a check. */
  waiting: string | null;
  /** The editor is open. */
  editing: boolean;
  /** The author previews a step. */
  previewing: boolean;
  /** The author is changing the scenario for a stage. */
  recording: boolean;
}

const fresh: LessonState = {
  place: 0,
  guesses: {},
  answered: {},
  curves: {},
  tried: {},
  name: '',
  waiting: null,
  editing: false,
  previewing: false,
  recording: false,
};

export const lessonStore = createStore<LessonState>(() => fresh);

/** The document that the page opened last, or that a stage has replaced it with. */
let opened: Scenario | null = null;
let following = false;

/** Follows the scenario from now on: opening another one begins its lesson. */
export function followDocument(): void {
  if (!following) {
    following = true;
    lessonStore.subscribe(keep);
    documentStore.subscribe(({ source }, before) => {
      if (source === before.source) return;
      if (app.getState().opened !== opened) begin();
      else if (scene.getState().staged === null) scene.setState({ base: source });
    });
  }
  if (app.getState().opened !== opened || scene.getState().base === null) begin();
}

function begin(): void {
  opened = app.getState().opened;
  lessonStore.setState(fresh, true);
  scene.setState({ base: sourceNow(), staged: null });
  session.setState({ hidden: [], side: 'lesson' });
  const { lesson } = sourceNow();
  if (!lesson) {
    giveViewBack();
    return;
  }
  const kept = keptProgress(JSON.stringify(lesson));
  if (kept) lessonStore.setState(kept);
  goTo(kept?.place ?? 0);
}

/** Keeps what readers do; authors try out steps that they go on changing. */
function keep(state: LessonState): void {
  const { place, guesses, answered, curves, tried, name, editing, previewing } = state;
  const { lesson } = sourceNow();
  if (state === fresh || editing || previewing || !lesson) return;
  keepProgress(JSON.stringify(lesson), { place, guesses, answered, curves, tried, name });
}

/** Begins the lesson again, without any answers. */
export function startAgain(): void {
  const { name } = lessonStore.getState();
  lessonStore.setState({ place: 0, guesses: {}, answered: {}, curves: {}, tried: {}, name });
}

/** Goes to a step and applies its stage. */
export function goTo(place: number): void {
  const steps = sourceNow().lesson?.steps ?? [];
  const to = Math.max(0, Math.min(steps.length, place));
  lessonStore.setState({ place: to });
  const step = steps[to];
  if (step) setStage(step);
  else session.setState({ hidden: [] });
}

/** Applies the stage of a step: scenario, time, panels. */
export function setStage(step: LessonStep): void {
  const { answered } = lessonStore.getState();
  const { base, staged } = scene.getState();
  const { stage } = step;
  session.setState({ hidden: answered[step.id] ? [] : coveredBy(stage) });
  const untilS = answered[step.id] ? (revealS(step) ?? stage?.runToS) : stage?.runToS;
  const wanted = stagedFor(base ?? sourceNow(), sourceNow(), step);
  const holds = untilS !== undefined && untilS !== null;
  if (!sameSimulation(wanted, sourceNow()))
    put(wanted, step.title ?? '', untilS ?? 0, !step.question && !holds);
  else {
    if (stage && staged === null) scene.setState({ staged: sourceNow() });
    // Results beyond the time would be visible.
    if (holds && knownUntil() > untilS + SAME_S) startRun(sourceNow(), { kind: 'keep' }, untilS, false);
    else if (holds) seek(untilS);
  }
  look(step);
}

/** Replaces the scenario on screen by the one that a stage makes. */
function put(wanted: Scenario, what: string, untilS: number, playing: boolean): void {
  // The reader's own work is saved before it leaves the screen.
  if (scene.getState().staged === null && sourceNow() !== app.getState().opened && !sessionNow().embed)
    void saveNow();
  opened = wanted;
  scene.setState({ staged: wanted });
  app.setState({ opened: wanted, linkDigest: null });
  startRun(wanted, { kind: 'commit', label: what || t.undoStep, key: '', changes: [] }, untilS, playing);
}

/** Applies the plots, the span and the selection of a step. */
function look({ stage, question }: LessonStep): void {
  const { ownView, plots, follow } = sessionNow();
  const sketch = question?.sketch;
  const chosen = stage?.plots ?? [];
  if (chosen.length > 0 || stage?.spanS) {
    if (ownView === null) session.setState({ ownView: { plots, follow } });
    if (chosen.length > 0) setPlots([...chosen]);
    if (stage?.spanS) setFollow(stage.spanS);
  } else giveViewBack();
  setView(sketch ? { t0: sketch.fromS, t1: sketch.toS } : null);
  if (stage?.flow) session.setState({ selection: { kind: 'flow', id: stage.flow }, more: [] });
}

function giveViewBack(): void {
  const { ownView } = sessionNow();
  if (ownView === null) return;
  setPlots(ownView.plots);
  setFollow(ownView.follow);
  session.setState({ ownView: null });
}

/** Previews a step without its answers. */
export function preview(step: LessonStep): void {
  const { place } = lessonStore.getState();
  forget(step);
  lessonStore.setState({ previewing: true, recording: false });
  goTo(place);
}

/** Back from a preview to the fields. */
export function endPreview(): void {
  lessonStore.setState({ previewing: false, editing: true });
  leaveStage();
}

/** Restores scenario and plots as they are without the lesson, for its author to change. */
export function leaveStage(): void {
  const { base, staged } = scene.getState();
  session.setState({ hidden: [] });
  giveViewBack();
  if (base === null || staged === null) return;
  const back = stagedFor(base, sourceNow(), undefined);
  scene.setState({ staged: null, base: back });
  if (sameSimulation(back, sourceNow())) return;
  opened = back;
  app.setState({ opened: back });
  startRun(back, { kind: 'commit', label: t.undoScenario, key: '', changes: [] }, 0, false);
}

/** From now on the author's changes belong to a stage, not to the scenario itself. */
export function keepBase(base: Scenario): void {
  scene.setState({ base, staged: base });
  lessonStore.setState({ recording: true });
}

/** Whether the scenario was changed since the step's stage was applied. */
export function isChanged(source: Scenario, staged: Scenario | null): boolean {
  return staged !== null && !sameSimulation(source, staged);
}

export function guess(step: string, value: Guess): void {
  lessonStore.setState(({ guesses }) => ({ guesses: { ...guesses, [step]: value } }));
}

/** The time to which a step runs when its question is answered, s. */
function revealS({ revealToS, question }: LessonStep): number | undefined {
  return revealToS ?? question?.sketch?.toS;
}

/** Answers the question with the guess: shows the hidden panels, runs to where the answer is visible, and judges it. */
export async function answer(step: LessonStep): Promise<void> {
  const own = lessonStore.getState().guesses[step.id];
  const { question } = step;
  if (!own || !question) return;
  lessonStore.setState({ waiting: step.id });
  session.setState({ hidden: [] });
  const until = revealS(step);
  const seen = until === undefined ? now() : await runTo(until);
  const curve = question.sketch ? await curveOf(question.sketch) : undefined;
  const verdict = judge(question, own, curve, step.stage?.runToS ?? Number.NEGATIVE_INFINITY);
  lessonStore.setState(({ answered, curves, waiting }) => ({
    waiting: waiting === step.id ? null : waiting,
    curves: curve ? { ...curves, [step.id]: curve } : curves,
    answered: { ...answered, [step.id]: { guess: own, verdict, digest: seen.digest, atS: seen.atS } },
  }));
}

/** Discards an answer, for the reader to guess again. */
export function again(step: LessonStep): void {
  forget(step);
  setStage(step);
}

function forget(step: LessonStep): void {
  lessonStore.setState(({ answered, guesses }) => {
    const { [step.id]: _a, ...others } = answered;
    const { [step.id]: _g, ...guessed } = guesses;
    return { answered: others, guesses: guessed };
  });
}

/** Runs to the time of a check and decides it. */
export async function tryCheck(step: LessonStep, check: Check): Promise<void> {
  const id = `${step.id}/${check.id}`;
  lessonStore.setState({ waiting: id });
  const { results, digest, atS } = await runTo(check.claim.of.atS);
  const value = results ? quantityIn(results, check.claim.of) : null;
  lessonStore.setState(({ tried, waiting }) => ({
    waiting: waiting === id ? null : waiting,
    tried: { ...tried, [id]: { value, holds: holds(check.claim, value), digest, atS } },
  }));
}

function now() {
  const { results, digest } = runNow();
  return { results, digest, atS: results?.toS ?? runNow().now };
}

/** Runs to a time, or to an earlier end: its results and its digest there. */
function runTo(atS: number): Promise<ReturnType<typeof now>> {
  return new Promise((resolve) => {
    const before = run.getState().results;
    const end = Math.min(atS, sourceNow().durationS);
    const stop = run.subscribe(({ results, replayTo, stopped }) => {
      if (results === null || results === before || replayTo !== null) return;
      if (Math.abs(results.toS - end) > SAME_S && stopped === '') return;
      stop();
      resolve(now());
    });
    seek(end);
  });
}
