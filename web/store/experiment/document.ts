/**
 * The document of the experiment that is open. Whatever it becomes, the engine has accepted it first; changes are made one after
 * the other, each on what the one before has left.
 */
import type { Experiment, Problem } from '../../generated/types';
import { Refused } from '../../runner/client';
import type { Change } from '../../scenario/change';
import { patch } from '../../scenario/diff';
import { isDictionary } from '../../scenario/path';
import type { OpenedExperiment } from '../../worker/batch-protocol';
import { readJson, writeItem } from '../storage';
import { stepTexts as t } from '../texts';
import { desk } from './connect';
import { type ExperimentState, experiment, type Size } from './store';
import { holdRefresh, takeOver, tellAgain } from './sweep';

const COALESCE_MS = 700;
let lastKey = '';
let lastChange = 0;
let turn: Promise<unknown> = Promise.resolve();

/** After everything that was asked for before. */
function inTurn<T>(call: () => Promise<T>): Promise<T> {
  const mine = turn.then(call);
  turn = mine.catch(() => undefined);
  return mine;
}

/** Waits for pending changes. */
export function settled(): Promise<unknown> {
  return turn;
}

/**
 * Makes text the document that is open, and forgets the history; problems: what was open stays. It opens at its quick size, or,
 * after a reload, at the one that was shown.
 */
export function adopt(
  text: string,
  as: (document: Experiment) => { shown: Partial<ExperimentState>; full?: boolean },
): Promise<Problem[] | null> {
  keepSize();
  return inTurn(async () => {
    let full = false;
    const show = (document: Experiment, runs: Partial<ExperimentState>) => {
      lastKey = '';
      const opening = as(document);
      full = opening.full === true;
      const fresh = { document, opened: document, label: '', problems: [] };
      experiment.setState({ ...opening.shown, ...runs, ...fresh });
      experiment.temporal.getState().clear();
    };
    const problems = await become(text, 'quick', show);
    const { document, size } = experiment.getState();
    const last = full ? 'full' : lastSize(experiment.getState());
    if (problems === null && document && last !== size)
      await become(JSON.stringify(document), last, (_, runs) => experiment.setState(runs));
    return problems;
  });
}

const SIZE = 'droptail.size';

/** Names what is open, over a reload. */
const nameOf = ({ origin, address }: ExperimentState) => (origin.kind === 'own' ? origin.id : address);

/** The size at which this was shown, before a reload. */
function lastSize(state: ExperimentState): Size {
  const kept = readJson(SIZE);
  return isDictionary(kept) && kept.size === 'full' && kept.name === nameOf(state) ? 'full' : 'quick';
}

let keeping = false;

/** Keeps the size that is shown over a reload, from the first experiment on. */
function keepSize(): void {
  if (keeping) return;
  keeping = true;
  experiment.subscribe((state, before) => {
    const renamed = nameOf(state) !== nameOf(before);
    const opened = renamed && state.document === state.opened;
    if (!state.document || opened || !(renamed || state.size !== before.size)) return;
    writeItem(SIZE, JSON.stringify({ name: nameOf(state), size: state.size }));
  });
}

/** Has the engine read text and, once it has, shows it with what is known of its runs. */
async function become(
  text: string,
  size: Size,
  show: (document: Experiment, runs: Partial<ExperimentState>) => void,
): Promise<Problem[] | null> {
  holdRefresh(true);
  try {
    const opened: OpenedExperiment = await desk().ask('open', { document: text, quick: size === 'quick' });
    show(opened.document, await takeOver(opened, size));
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.problems;
    tellAgain();
    const problem = error instanceof Error ? error.message : String(error);
    return [{ pointer: '', problem, expected: '' }];
  } finally {
    holdRefresh(false);
  }
}

/**
 * Changes the document once the engine accepts what comes out; false: it was refused, and `problems` says why. Changes with the
 * same key in quick succession (typing) are one step of history.
 */
export function editExperiment(
  change: (document: Experiment) => Experiment,
  label: string,
  key = '',
): Promise<boolean> {
  return inTurn(async () => {
    const { document, size } = experiment.getState();
    if (!document) return false;
    const next = change(document);
    if (next === document) return true;
    const problems = await become(JSON.stringify(next), size, (accepted, runs) => {
      const time = Date.now();
      const joins = key !== '' && key === lastKey && time - lastChange < COALESCE_MS;
      lastKey = key;
      lastChange = time;
      const history = experiment.temporal.getState();
      if (joins) history.pause();
      experiment.setState({ ...runs, document: accepted, label, problems: [] });
      if (joins) history.resume();
    });
    if (problems) experiment.setState({ problems });
    return problems === null;
  });
}

/** The same by paths, as the scenario's edits have them: `/title`, `/base/flows/f1/algorithm`. A list without ids is set whole. */
export function editExperimentAt(changes: readonly Change[], label: string, key = ''): Promise<boolean> {
  return editExperiment((document) => patch(document, changes), label, key);
}

/** Flows that begin at one moment are made to begin at random ones, so that replications differ. */
export function randomizeStarts(withinS: number): Promise<boolean> {
  return editExperiment(
    (document) => ({
      ...document,
      base: {
        ...document.base,
        flows: document.base.flows.map((flow) => ({ ...flow, startJitterS: withinS })),
      },
    }),
    t.randomStarts(withinS),
  );
}

export function undoExperiment(): void {
  travel('undo');
}

export function redoExperiment(): void {
  travel('redo');
}

/** A step through history; the page shows it once it is known what its runs are. */
function travel(step: 'undo' | 'redo'): void {
  void inTurn(async () => {
    const history = experiment.temporal.getState();
    const target = (step === 'undo' ? history.pastStates : history.futureStates).at(-1)?.document;
    if (!target) return;
    await become(JSON.stringify(target), experiment.getState().size, (_, runs) => {
      lastKey = '';
      history[step]();
      experiment.setState({ ...runs, problems: [] });
    });
  });
}

/** Quick or full; the results of the other size stay. */
export function setSize(size: Size): void {
  void inTurn(async () => {
    const { document } = experiment.getState();
    if (!document || experiment.getState().size === size) return;
    await become(JSON.stringify(document), size, (_, runs) => experiment.setState(runs));
  });
}
