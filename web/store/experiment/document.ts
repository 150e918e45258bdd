/**
 * The document of the open experiment. The engine accepts every version before it is shown. Changes are made one after another, each to
 * the result of the one before.
 */
import type { Experiment, Problem } from '../../generated/types';
import { Refused } from '../../runner/client';
import type { Change } from '../../scenario/change';
import { patch } from '../../scenario/diff';
import { isDictionary } from '../../scenario/path';
import type { OpenedExperiment } from '../../worker/batch-protocol';
import { COALESCE_MS } from '../labels';
import { readJson, writeItem } from '../storage';
import { stepTexts as t } from '../texts';
import { desk } from './connect';
import { type ExperimentState, experiment, type Size } from './store';
import { holdRefresh, resendState, takeOver } from './sweep';

let lastKey = '';
let lastChange = 0;
let turn: Promise<unknown> = Promise.resolve();

/** Makes a call once those before it have ended. */
function enqueue<T>(call: () => Promise<T>): Promise<T> {
  const mine = turn.then(call);
  turn = mine.catch(() => undefined);
  return mine;
}

/** Waits for pending changes. */
export function settled(): Promise<unknown> {
  return turn;
}

/**
 * Opens a document and clears the history. If it has problems, the open document stays. It opens at quick size or, after a reload, at
 * the size shown before.
 */
export function openExperimentText(
  text: string,
  as: (document: Experiment) => { shown: Partial<ExperimentState>; full?: boolean },
): Promise<Problem[] | null> {
  keepSize();
  return enqueue(async () => {
    let full = false;
    const show = (document: Experiment, runs: Partial<ExperimentState>) => {
      lastKey = '';
      const opening = as(document);
      full = opening.full === true;
      const fresh = { document, opened: document, label: '', problems: [] };
      experiment.setState({ ...opening.shown, ...runs, ...fresh });
      experiment.temporal.getState().clear();
    };
    const problems = await openInEngine(text, 'quick', show);
    const { document, size } = experiment.getState();
    const last = full ? 'full' : lastSize(experiment.getState());
    if (problems === null && document && last !== size)
      await openInEngine(JSON.stringify(document), last, (_, runs) => experiment.setState(runs));
    return problems;
  });
}

const SIZE = 'droptail.size';

/** Identifies the open document across a reload. */
const nameOf = ({ origin, address }: ExperimentState) => (origin.kind === 'own' ? origin.id : address);

/** The size at which this document was shown before a reload. */
function lastSize(state: ExperimentState): Size {
  const kept = readJson(SIZE);
  return isDictionary(kept) && kept.size === 'full' && kept.name === nameOf(state) ? 'full' : 'quick';
}

let keeping = false;

/** Remembers the size across a reload, from the first experiment on. */
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

/** Lets the engine read the text; if it accepts it, shows it with the stored results of its runs. */
async function openInEngine(
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
    resendState();
    const problem = error instanceof Error ? error.message : String(error);
    return [{ pointer: '', problem, expected: '' }];
  } finally {
    holdRefresh(false);
  }
}

/**
 * Changes the document if the engine accepts the result. False: it was refused, and `problems` says why. Changes with the same key in
 * quick succession (typing) are one step of history.
 */
export function editExperiment(
  change: (document: Experiment) => Experiment,
  label: string,
  key = '',
): Promise<boolean> {
  return enqueue(async () => {
    const { document, size } = experiment.getState();
    if (!document) return false;
    const next = change(document);
    if (next === document) return true;
    const problems = await openInEngine(JSON.stringify(next), size, (accepted, runs) => {
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

/** Changes by paths, as in scenarios: `/title`, `/base/flows/f1/algorithm`. Lists without ids are replaced as a whole. */
export function editExperimentAt(changes: readonly Change[], label: string, key = ''): Promise<boolean> {
  return editExperiment((document) => patch(document, changes), label, key);
}

/** Gives all flows random start times, so that replications differ. */
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
  stepHistory('undo');
}

export function redoExperiment(): void {
  stepHistory('redo');
}

/** A step through the history; the page shows it once its runs are known. */
function stepHistory(step: 'undo' | 'redo'): void {
  void enqueue(async () => {
    const history = experiment.temporal.getState();
    const target = (step === 'undo' ? history.pastStates : history.futureStates).at(-1)?.document;
    if (!target) return;
    await openInEngine(JSON.stringify(target), experiment.getState().size, (_, runs) => {
      lastKey = '';
      history[step]();
      experiment.setState({ ...runs, problems: [] });
    });
  });
}

/** Switches between quick and full size; the results of the other size stay. */
export function setSize(size: Size): void {
  void enqueue(async () => {
    const { document } = experiment.getState();
    if (!document || experiment.getState().size === size) return;
    await openInEngine(JSON.stringify(document), size, (_, runs) => experiment.setState(runs));
  });
}
