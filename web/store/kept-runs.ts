/**
 * What the documents of this tab had on screen when another one was opened: the moment, the branches, and what undo and redo know. Back
 * returns to it, paused. A reload of the visitor's own work goes on from its moment with its branches and its latest steps.
 */
import type { Scenario } from '../generated/types';
import { packBranches, unpackBranches } from '../scenario/branches';
import { NO_VIEW } from '../scenario/view';
import { app, type Origin } from './app';
import { branchTree } from './branches';
import { simulatedNow } from './connection';
import { documentStore } from './document';
import type { Opening } from './kinds';
import { run } from './run';
import { session } from './session';
import { readItem, removeItem, tabStorage, writeItem } from './storage';

type KeptRun = Pick<Opening<Scenario>, 'view' | 'branches' | 'history'>;

/** By document. */
const kept = new Map<string, KeptRun>();
/** Where a page leaves its run for the same tab. */
const LEFT = 'droptail.run';

/** Names a document that opens again as it is; null: this one does not. */
function keyOf(origin: Origin, address: string): string | null {
  if (origin.kind === 'own' || origin.kind === 'gallery') return `${origin.kind} ${origin.id}`;
  return address === '' ? null : address;
}

/** The run on screen, with the key of its document; null: it cannot be returned to. */
function keepable(): { key: string; run: KeptRun } | null {
  const { opened, origin, address } = app.getState();
  const { source, label } = documentStore.getState();
  const key = keyOf(origin, address);
  // Changes that are not saved yet will not be there. A lesson keeps its own progress.
  if (!opened || !key || session.getState().embed || source.lesson) return null;
  if (source !== opened && origin.kind !== 'own') return null;
  const { view: zoom, selection: select, hiddenFlows, speed } = session.getState();
  const hide = hiddenFlows.length > 0 ? hiddenFlows : null;
  const view = { ...NO_VIEW, atS: simulatedNow(), playing: false, zoom, select, hide, speed };
  const { pastStates, futureStates } = documentStore.temporal.getState();
  return { key, run: { view, branches: branchTree(), history: { label, pastStates, futureStates } } };
}

/** Remembers the run on screen, before another document opens. */
export function keepRun(): void {
  const now = keepable();
  if (now) kept.set(now.key, now.run);
}

/** The run of a document to return to. */
export function keptRun(origin: Origin, address: string, document: Scenario): KeptRun | null {
  const key = keyOf(origin, address);
  const found = (key && (kept.get(key) ?? leftRun(key, document))) || null;
  if (!found) return null;
  const { branches } = found;
  // The document was read anew.
  const list = branches?.list.map((b, i) => (i === branches.active ? { ...b, source: document } : b));
  return { ...found, branches: branches && list ? { ...branches, list } : null };
}

/** Leaves the run of the visitor's own work for a reload. */
export function leaveRun(): void {
  const now = app.getState().origin.kind === 'own' ? keepable() : null;
  removeItem(LEFT, tabStorage());
  if (!now) return;
  const { view: shown, branches } = now.run;
  const view = { ...shown, playing: run.getState().playing, speed: null };
  const left = [now.key, view, branches && packBranches(branches)];
  const steps = JSON.stringify([...left, latestSteps(now.run.history)]);
  writeItem(LEFT, steps.length > MAX_LEFT ? JSON.stringify(left) : steps, tabStorage());
}

/** How many steps of undo and of redo a reload keeps, and the longest text with them. */
const STEPS_LEFT = 20;
const MAX_LEFT = 1e6;

const latestSteps = (history: KeptRun['history']) =>
  history && {
    ...history,
    pastStates: history.pastStates.slice(-STEPS_LEFT),
    futureStates: history.futureStates.slice(-STEPS_LEFT),
  };

function leftRun(key: string, document: Scenario): KeptRun | null {
  try {
    const [of, view, packed, history = null] = JSON.parse(readItem(LEFT, tabStorage()) ?? '[]');
    if (of !== key) return null;
    return { view, branches: packed && unpackBranches(packed, document), history };
  } catch {
    // It is only a convenience.
    return null;
  }
}
