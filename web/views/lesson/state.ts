/**
 * The state of a lesson: the step on screen and the reader's answers. It is stored in this browser and not sent anywhere, unless the page is
 * a package in a course system (`progress.ts`).
 *
 * Each step's stage is applied to the scenario as it was before the lesson (`scene.base`), so that steps can be visited in any order. The
 * scripts that the reader has written stay. A scenario that only a stage has changed is not saved.
 */
import { createStore } from 'zustand/vanilla';
import type { Check, Lesson, LessonStep, Scenario } from '../../generated/types';
import { sameSimulation } from '../../scenario/path';
import { applyStage, withReadersScripts } from '../../scenario/stage';
import { runNow, seek, sessionNow, setFollow, setPlots, setView, sourceNow } from '../../store';
import { app } from '../../store/app';
import { saveNow } from '../../store/autosave';
import { type FollowUp, isOpening, knownEnd, startRun } from '../../store/connection';
import { documentStore } from '../../store/document';
import { scene } from '../../store/lesson';
import { run } from '../../store/run';
import { session } from '../../store/session';
import { coveredPanels } from './covered';
import { curveOf } from './curve';
import { type Guess, judge } from './judge';
import { holds, quantityIn } from './measure';
import { loadProgress, saveProgress } from './progress';
import type { Answered, Tried } from './summary';
import { lessonTexts as t } from './texts';

/** Times that differ by less are equal, s. */
const TIME_TOLERANCE_S = 1e-6;

export interface LessonState {
  /** Index of the step on screen; one beyond the last step for the summary. */
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
  /** The id of the step in which the reader has changed the scenario last; empty: in none. */
  changedIn: string;
  /** The id of the step or check that waits for the run. */
  waiting: string | null;
  /** The editor is open. */
  editing: boolean;
  /** The author previews a step. */
  previewing: boolean;
  /** The author is changing the scenario for a stage. */
  recording: boolean;
}

const initialState: LessonState = {
  place: 0,
  guesses: {},
  answered: {},
  curves: {},
  tried: {},
  name: '',
  changedIn: '',
  waiting: null,
  editing: false,
  previewing: false,
  recording: false,
};

export const lessonStore = createStore<LessonState>(() => initialState);

/** The document opened last, or the one that a stage has replaced it with. */
let opened: Scenario | null = null;
/** The scenario with which the lesson began. */
let begun: Scenario | null = null;
let following = false;
/** The step whose stage was applied last, unless the scenario has been replaced since. */
let onStage: LessonStep | null = null;

/** Follows the scenario from now on: opening another one starts its lesson. */
export function followDocument(): void {
  if (!following) {
    following = true;
    lessonStore.subscribe(save);
    documentStore.subscribe(({ source }, before) => {
      if (source === before.source) return;
      if (app.getState().opened !== opened) {
        // Once the scenario is on screen as a whole: its first step may stop the run and choose other plots.
        queueMicrotask(() => {
          if (app.getState().opened !== opened) beginLesson();
        });
      } else if (!before.source.lesson && isUnwritten(source.lesson)) endPreview();
      else {
        const { staged } = scene.getState();
        if (staged === null) scene.setState({ base: source });
        else if (onStage && isChanged(source, staged)) lessonStore.setState({ changedIn: onStage.id });
      }
    });
  }
  // The page may show the lesson before its scenario has been accepted: until then the document is the one before.
  if (isOpening()) return;
  if (app.getState().opened !== opened || scene.getState().base === null) beginLesson();
}

function beginLesson(): void {
  opened = app.getState().opened;
  onStage = null;
  lessonStore.setState(initialState, true);
  const source = sourceNow();
  const { lesson } = source;
  // The reader's own copy has a change of one step, which is none of the others.
  const { origin, base: published } = app.getState();
  const isCopy = origin.kind === 'own' && isPublished();
  const base = (isCopy ? published?.entry : null) ?? source;
  begun = base;
  scene.setState({ base, staged: null, step: null });
  session.setState({ hidden: [], side: 'lesson' });
  if (!lesson) {
    restoreView();
    return;
  }
  const kept = loadProgress(lesson);
  if (kept) lessonStore.setState(kept);
  const step = lesson.steps[kept?.place ?? 0];
  if (step && isCopy && kept?.changedIn === step.id) resume(step, base);
  else goTo(kept?.place ?? 0);
  if (isUnwritten(lesson)) endPreview();
}

/** Whether a lesson has only its first, empty step: its author has just begun. */
function isUnwritten(lesson: Lesson | null | undefined): boolean {
  const [step, ...others] = lesson?.steps ?? [];
  return (
    step !== undefined && others.length === 0 && !(step.text || step.question || step.checks || step.stage)
  );
}

/** Whether the lesson is one that comes with the page, so that the visitor is its reader, not its author. */
function isPublished(): boolean {
  const published = app.getState().base?.entry.lesson;
  return Boolean(published) && JSON.stringify(published) === JSON.stringify(sourceNow().lesson);
}

/** Goes on with a step whose scenario the reader has changed. */
function resume(step: LessonStep, base: Scenario): void {
  onStage = step;
  scene.setState({ staged: applyStage(base, sourceNow(), step), step: step.id });
  const untilS = coverUpTo(step);
  if (untilS !== null) seek(untilS);
  applyView(step);
}

/** Saves the progress of readers, but not of authors, who try out steps while they change them. */
function save(state: LessonState): void {
  const { place, guesses, answered, curves, tried, name, changedIn, editing, previewing } = state;
  const { lesson } = sourceNow();
  if (state === initialState || editing || previewing || !lesson) return;
  saveProgress(lesson, { place, guesses, answered, curves, tried, name, changedIn });
}

/** Restarts the lesson without answers. */
export function restartLesson(): void {
  const { name } = lessonStore.getState();
  const { place, guesses, answered, curves, tried, changedIn } = initialState;
  lessonStore.setState({ place, guesses, answered, curves, tried, name, changedIn });
}

/**
 * Goes to a step and applies its stage. The summary has none: from there to the step before, the reader's changes and the run stay.
 * @param keepScripts the scripts that the reader has written stay
 */
export function goTo(place: number, keepScripts = true): void {
  const { place: from, answered } = lessonStore.getState();
  const steps = sourceNow().lesson?.steps ?? [];
  const to = Math.max(0, Math.min(steps.length, place));
  lessonStore.setState({ place: to });
  const step = steps[to];
  scene.setState({ step: step?.id ?? null });
  if (step && step === onStage && from === steps.length)
    session.setState({ hidden: answered[step.id] ? [] : coveredPanels(step.stage) });
  else if (step) setStage(step, keepScripts);
  else session.setState({ hidden: [] });
}

/** Applies the stage of a step: scenario, time, panels. @param keepScripts the scripts that the reader has written stay */
export function setStage(step: LessonStep, keepScripts = true): void {
  // What a reader changed in a step without a stage is in the base by now. An author meant it to be.
  if (!keepScripts && begun && isPublished()) scene.setState({ base: begun });
  const { base, staged } = scene.getState();
  const { stage } = step;
  onStage = step;
  const untilS = coverUpTo(step);
  const now = sourceNow();
  const stagedNow = applyStage(base ?? now, now, step);
  const wanted = keepScripts ? withReadersScripts(stagedNow, now, step) : stagedNow;
  const holds = untilS !== null;
  if (!sameSimulation(wanted, sourceNow()))
    replaceScenario(wanted, step.title ?? '', untilS ?? 0, !step.question && !holds);
  else {
    if (stage && staged === null) scene.setState({ staged: sourceNow() });
    // Results beyond that time would be visible. A run that plays is farther than the page knows.
    if (holds && (runNow().playing || knownEnd() > untilS + TIME_TOLERANCE_S))
      startRun(sourceNow(), { kind: 'keep' }, untilS, false);
    else if (holds) seek(untilS);
  }
  applyView(step);
}

/** Covers what a step hides. Returns the time up to which its run goes before the reader plays it, s; null: the step names none. */
function coverUpTo(step: LessonStep): number | null {
  const { answered } = lessonStore.getState();
  const { stage } = step;
  session.setState({
    hidden: answered[step.id] ? [] : coveredPanels(stage),
    hiddenFromS: pastS(step) ?? Number.NEGATIVE_INFINITY,
  });
  return (answered[step.id] ? revealS(step) : null) ?? stage?.runToS ?? null;
}

/** Replaces the scenario on screen by that of a stage. */
function replaceScenario(wanted: Scenario, what: string, untilS: number, playing: boolean): void {
  // What the reader has not changed can be left without a way to undo it.
  const untouched = sourceNow() === opened;
  // Save the reader's own work first.
  if (scene.getState().staged === null && sourceNow() !== app.getState().opened && !sessionNow().embed)
    void saveNow();
  opened = wanted;
  scene.setState({ staged: wanted });
  app.setState({ opened: wanted, linkDigest: null });
  // A comparison with the scenario of another step would say nothing about this one.
  const step: FollowUp = { kind: 'commit', label: what || t.undoStep, key: '', changes: [], alone: true };
  startRun(wanted, untouched ? { kind: 'open' } : step, untilS, playing);
}

/** Applies the plots, the span and the selection of a step. */
function applyView({ stage, question }: LessonStep): void {
  const { ownView, plots, follow } = sessionNow();
  const sketch = question?.sketch;
  const chosen = stage?.plots ?? [];
  if (chosen.length > 0 || stage?.spanS) {
    if (ownView === null) session.setState({ ownView: { plots, follow } });
    if (chosen.length > 0) setPlots([...chosen]);
    if (stage?.spanS) setFollow(stage.spanS);
  } else restoreView();
  setView(sketch ? { t0: sketch.fromS, t1: sketch.toS } : null);
  if (stage?.flow) session.setState({ selection: { kind: 'flow', id: stage.flow }, more: [] });
}

function restoreView(): void {
  const { ownView } = sessionNow();
  if (ownView === null) return;
  setPlots(ownView.plots);
  setFollow(ownView.follow);
  session.setState({ ownView: null });
}

/** Previews a step without its answers. */
export function preview(step: LessonStep): void {
  const { place } = lessonStore.getState();
  discardAnswer(step);
  lessonStore.setState({ previewing: true, recording: false });
  goTo(place);
}

/** Returns from the preview to the editor. */
export function endPreview(): void {
  lessonStore.setState({ previewing: false, editing: true });
  leaveStage();
}

/** Restores scenario and plots to their state without the lesson, for the author to edit. */
export function leaveStage(): void {
  const { base, staged } = scene.getState();
  onStage = null;
  session.setState({ hidden: [] });
  restoreView();
  if (base === null || staged === null) return;
  const back = applyStage(base, sourceNow(), undefined);
  scene.setState({ staged: null, base: back });
  if (sameSimulation(back, sourceNow())) return;
  opened = back;
  app.setState({ opened: back });
  startRun(back, { kind: 'commit', label: t.undoScenario, key: '', changes: [] }, 0, false);
}

/** Makes the author's changes belong to a stage, not to the scenario itself. */
export function setBase(base: Scenario): void {
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

/** Up to here the run may be seen before the step's question is answered, s; nothing of it if the question is about that time. */
function pastS(step: LessonStep): number | undefined {
  const from = step.stage?.runToS ?? 0;
  return (revealS(step) ?? Number.POSITIVE_INFINITY) > from ? from : undefined;
}

/** The time up to which a step runs once its question is answered, s. */
function revealS({ revealToS, question }: LessonStep): number | undefined {
  return revealToS ?? question?.sketch?.toS;
}

/** Answers the question: shows the hidden panels, runs until the answer is visible, and judges the guess. */
export async function answer(step: LessonStep): Promise<void> {
  const own = lessonStore.getState().guesses[step.id];
  const { question } = step;
  if (!own || !question) return;
  lessonStore.setState({ waiting: step.id });
  session.setState({ hidden: [] });
  const until = revealS(step);
  const seen = until === undefined ? currentRun() : await runTo(until);
  const curve = question.sketch ? await curveOf(question.sketch) : undefined;
  const verdict = judge(question, own, curve, step.stage?.runToS ?? Number.NEGATIVE_INFINITY);
  lessonStore.setState(({ answered, curves, waiting }) => ({
    waiting: waiting === step.id ? null : waiting,
    curves: curve ? { ...curves, [step.id]: curve } : curves,
    answered: { ...answered, [step.id]: { guess: own, verdict, digest: seen.digest, atS: seen.atS } },
  }));
}

/** Discards an answer, so that the reader can guess again. */
export function retry(step: LessonStep): void {
  discardAnswer(step);
  setStage(step);
}

function discardAnswer(step: LessonStep): void {
  lessonStore.setState(({ answered, guesses }) => {
    const { [step.id]: _a, ...others } = answered;
    const { [step.id]: _g, ...guessed } = guesses;
    return { answered: others, guesses: guessed };
  });
}

/** Runs to the time of a check and evaluates it. */
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

function currentRun() {
  const { results, digest } = runNow();
  return { results, digest, atS: results?.toS ?? runNow().now };
}

/** Runs to a time, or to the end if that is earlier. Resolves to results and digest at that time. */
function runTo(atS: number): Promise<ReturnType<typeof currentRun>> {
  return new Promise((resolve) => {
    const before = run.getState().results;
    const end = Math.min(atS, sourceNow().durationS);
    const stop = run.subscribe(({ results, replayTo, stopped }) => {
      if (results === null || results === before || replayTo !== null) return;
      if (Math.abs(results.toS - end) > TIME_TOLERANCE_S && stopped === '') return;
      stop();
      resolve(currentRun());
    });
    seek(end);
  });
}
