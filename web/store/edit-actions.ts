/** All changes of the document. Views use `edit(path, value)`. */
import type { Edit, Flow, NodeKind, Scenario } from '../generated/types';
import {
  algorithmChange,
  type Change,
  findFreePosition,
  newFlow,
  newLink,
  newNode,
} from '../scenario/change';
import { scenarioAt } from '../scenario/effective';
import type { NodePosition } from '../scenario/node-layout';
import { isCosmetic, isRunSetting, joinPath, sameSimulation, setInSource } from '../scenario/path';
import { replaces } from '../scenario/replaces';
import { app } from './app';
import { type Branch, branches, changeBranch, deleteBranch, listedBranches } from './branches';
import { describe } from './change-names';
import {
  afterAnswers,
  dropStaleSelection,
  isAlive,
  knownEnd,
  latestSource,
  plannedBranches,
  send,
  sendEdit,
  sendFork,
  sendView,
  showRun,
  simulatedNow,
  startRun,
  unansweredChanges,
} from './connection';
import { commit, type DocumentState, documentStore, nothingOpen, refreshShown } from './document';
import { latestFrame } from './frames';
import { mayChange, mayFork, mayStepHistory } from './lock';
import { cursorIn } from './moment';
import { run } from './run';
import { play, seek, unpinCursor } from './run-actions';
import { session } from './session';
import { stepTexts as t } from './texts';

/** Times are written in nanoseconds: a smaller difference is none. */
const TIME_RESOLUTION_S = 1e-9;

/** Sets the value at a path; null removes it. Paths name things by id: `/links/core/forward/rateMbps`. */
export function edit(path: string, value: unknown, label?: string): boolean {
  return editAll([{ path, value }], label ?? changeWords(path, value), path);
}

/** A change in words, from the value that it replaces: that of the moment at which it applies, else that of the start. */
export function changeWords(path: string, value: unknown): string {
  const pinned = pinnedMoment();
  if (pinned !== null) return describe(path, value, scenarioAt(latestSource(), pinned).shown);
  return describe(path, value, appliesNow() ? documentStore.getState().shown : latestSource());
}

/**
 * Makes several changes as one step of history. Changes with the same key in quick succession (a drag) become one step. False if they
 * are locked, or no document is open.
 */
export function editAll(changes: readonly Change[], label: string, key = ''): boolean {
  // Without a document there is nothing to change: a change of the empty page would replace the visitor's own work.
  if (nothingOpen()) return false;
  if (!mayChange(documentStore.getState().shown, changes)) return false;
  if (changes.length > 0) applyChanges(changes, label, key);
  return true;
}

/** The moment before the end of what is known that a pinned crosshair shows, s; null: the page shows the present, or the start. */
function pinnedMoment(): number | null {
  const frame = latestFrame();
  if (!frame || !session.getState().cursorPinned || !isAlive() || !mayFork()) return null;
  const at = cursorIn(frame);
  return at !== null && at > 0 && at < knownEnd() - TIME_RESOLUTION_S ? at : null;
}

/** Goes to a moment for a change there, which the engine makes once it is there. A run that plays goes on from it. */
function goBackTo(atS: number): void {
  const { playing } = run.getState();
  seek(atS);
  if (playing) play();
}

/** Whether a change applies at this moment of the run; otherwise it applies from the start. */
export function appliesNow(): boolean {
  const { playing, ended } = run.getState();
  return isAlive() && !ended && (simulatedNow() > 0 || playing);
}

function applyChanges(changes: readonly Change[], label: string, key: string): void {
  const real = changes.filter((c) => !isCosmetic(c.path));
  if (real.length === 0) {
    commit(apply(documentStore.getState().source, changes), label, simulatedNow(), key);
    return;
  }
  const { playing, ended } = run.getState();
  const wholeRun = real.every((c) => isRunSetting(c.path));
  const live = { label, key, changes: real, cosmetic: changes.filter((c) => isCosmetic(c.path)) };
  const pinned = wholeRun ? null : pinnedMoment();
  if (pinned !== null) {
    // The page shows that moment, so the change is made there, as a fork is.
    goBackTo(pinned);
    run.setState({ replacing: [] });
    sendFork(live);
    return;
  }
  if (appliesNow() && !wholeRun) {
    // Where the run has been simulated further already, a change makes another branch, without the timed edits after it.
    if (knownEnd() > simulatedNow() + TIME_RESOLUTION_S) {
      run.setState({ replacing: [] });
      sendFork(live);
    } else {
      warnOfReplacing(latestSource(), real, simulatedNow());
      sendEdit(live);
    }
    return;
  }
  let source: Scenario;
  try {
    source = apply(latestSource(), changes);
  } catch {
    return;
  }
  warnOfReplacing(source, real, 0);
  if (!isAlive()) {
    commit(source, label, simulatedNow(), key);
    return;
  }
  // At the end of a run the change applies from the start: the run begins again, and the one before stays as a branch for comparison.
  const untilS = wholeRun && !ended ? simulatedNow() : 0;
  // So does one that was taken back to its start.
  const keepLast = (ended || (!wholeRun && knownEnd() > simulatedNow())) && mayFork();
  startRun(source, { kind: 'commit', label, key, changes, keepLast }, untilS, playing || ended);
}

/** Notes which timed edits after a time replace what these changes set. One that sets the same value replaces nothing. */
function warnOfReplacing({ edits = [] }: Scenario, changes: readonly Change[], afterS: number): void {
  const touches = (edit: Edit) =>
    changes.some(({ path, value }) => replaces(edit, path) && !(edit.path === path && edit.value === value));
  run.setState({ replacing: edits.filter((e) => e.atS > afterS && touches(e)) });
}

/** Removes timed edits: the run is made again without them, up to the time on screen. */
export function removeEdits(gone: readonly Edit[]): void {
  const before = latestSource();
  const source = { ...before, edits: (before.edits ?? []).filter((e) => !gone.includes(e)) };
  if (!mayStepHistory(before, source)) return;
  const label = t.removeEdits(gone.length);
  startRun(source, { kind: 'commit', label, key: '', changes: [] }, simulatedNow(), run.getState().playing);
}

function apply(source: Scenario, changes: readonly Change[]): Scenario {
  return changes.reduce((result, { path, value }) => setInSource(result, path, value), source);
}

export function moveNode(id: string, x: number, y: number): void {
  moveNodes([{ id, x, y }]);
}

/** Moves nodes, as one step of history. Several moves of them in quick succession are one step too. */
export function moveNodes(places: readonly NodePosition[], label = moveLabel(places)): void {
  const round = (v: number) => Math.round(v * 10) / 10;
  const changes = places.flatMap(({ id, x, y }) => [
    { path: joinPath('nodes', id, 'x'), value: round(x) },
    { path: joinPath('nodes', id, 'y'), value: round(y) },
  ]);
  editAll(changes, label, `move ${places.map(({ id }) => id).join(' ')}`);
  const [first, ...others] = places;
  if (!first) return;
  const words =
    others.length === 0 ? t.isAt(nameOf(first.id), round(first.x), round(first.y)) : t.moved(places.length);
  app.setState({ announcement: words });
}

function moveLabel([first, ...others]: readonly NodePosition[]): string {
  return first && others.length === 0 ? t.move(nameOf(first.id)) : t.moveSeveral(others.length + 1);
}

/** Adds a host or a router; returns its id. */
export function addNode(kind: NodeKind, x: number, y: number): string {
  const node = newNode(scenarioWithAllIds(), kind, x, y);
  editAll([{ path: joinPath('nodes', node.id), value: node }], t.add(kind, node.id));
  unpinCursor();
  app.setState({ announcement: t.added(kind, node.id) });
  return node.id;
}

/** Adds a link between two nodes; returns its id. */
export function addLink(a: string, b: string): string {
  const link = newLink(scenarioWithAllIds(), a, b);
  editAll([{ path: joinPath('links', link.id), value: link }], t.addLink(nameOf(a), nameOf(b)));
  unpinCursor();
  app.setState({ announcement: t.added('link', `${nameOf(a)}–${nameOf(b)}`) });
  return link.id;
}

/** Adds a flow that starts now; returns its id. */
export function addFlow(from: string, to: string): string {
  const { catalogue } = run.getState();
  const algorithm = catalogue?.usualAlgorithm ?? scenarioWithAllIds().flows[0]?.algorithm ?? '';
  const atS = pinnedMoment() ?? (run.getState().ended ? 0 : simulatedNow());
  const start = Math.round(atS * 1000) / 1000;
  const flow = newFlow(scenarioWithAllIds(), catalogue, from, to, algorithm, start);
  editAll([{ path: joinPath('flows', flow.id), value: flow }], t.addFlow(nameOf(from), nameOf(to)));
  unpinCursor();
  app.setState({ announcement: t.added('flow', `${nameOf(from)} → ${nameOf(to)}`) });
  return flow.id;
}

/** How many recent algorithms are remembered. */
const MAX_RECENT = 8;

/** Gives flows another algorithm. Parameters and traffic that it does not support are removed. */
export function setAlgorithm(flows: readonly Flow[], id: string, label: string): void {
  const { catalogue } = run.getState();
  const name = catalogue?.algorithms.find((a) => a.id === id)?.name ?? id;
  const used = [id, ...new Set(flows.map((f) => f.algorithm))];
  session.setState((s) => ({
    recent: [...used, ...s.recent.filter((r) => !used.includes(r))].slice(0, MAX_RECENT),
  }));
  const changes = flows.flatMap((flow) => algorithmChange(flow, catalogue, id));
  editAll(changes, t.algorithm(label, name));
}

export function undo(): void {
  afterAnswers(() => {
    const history = documentStore.temporal.getState();
    const { label } = documentStore.getState();
    stepHistory(() => history.undo(), history.pastStates.at(-1), label, t.undone);
  });
}

export function redo(): void {
  afterAnswers(() => {
    const history = documentStore.temporal.getState();
    const to = history.futureStates.at(-1);
    stepHistory(() => history.redo(), to, to?.label, t.redone);
  });
}

/** A step through the history, of the change with this label. If the run is affected, it is replayed to the same time. */
function stepHistory(
  step: () => void,
  to: Partial<DocumentState> | undefined,
  label: string | undefined,
  announced: (label: string) => string,
): void {
  const before = documentStore.getState().source;
  if (!to?.source || !mayStepHistory(before, to.source)) return;
  step();
  const after = documentStore.getState().source;
  if (after === before) return;
  app.setState({ announcement: announced(label ?? '') });
  const now = simulatedNow();
  run.setState({ replacing: [] });
  refreshShown(now);
  dropStaleSelection();
  if (!isAlive()) return;
  // Undoing a fork shows the branch that it left; redoing it shows the fork again. Steps may come faster than runs.
  const { list, active } = plannedBranches();
  const others = list.filter((b) => b.run !== active);
  // A change of appearance since then is not in the branch's document.
  const own = list.find((b) => b.run === active);
  // Back at a fork without a change: it has the document of the branch that it left, and stays.
  const isFork = (step = '') => list.some((_, n) => step === t.fork(n));
  const isShow = (step = '') => list.some((b) => step === t.show(b.name));
  const stays = own?.parent != null && isFork(to.label) && !isFork(label) && !isShow(label);
  const left = stays ? undefined : others.find((b) => b.source === after);
  if (!left && sameSimulation(before, after)) return;
  const other = stays ? undefined : (left ?? others.find((b) => sameSimulation(b.source, after)));
  const planned = (changes: (branch: Branch) => Partial<Branch>) =>
    list.map((b) => ({ ...b, ...changes(b) }));
  if (!other) {
    const next = planned((b) => (b.run === active ? { source: after } : {}));
    startRun(after, { kind: 'keep' }, now, run.getState().playing, { list: next, active });
    return;
  }
  // The undone fork is not drawn behind the branch that it left, where no text would say what its curves are. Redoing it draws it again.
  // To show another branch changes no overlay, neither back nor forth.
  const shows = own && [t.show(own.name), t.show(other.name)].includes(label ?? '');
  const next = planned((b) => {
    if (!shows && b === own && own.parent === other.run) return { drawn: false, undone: true };
    return !shows && b === other && other.parent === active ? { drawn: true, undone: false } : {};
  });
  showRun(other.run, { kind: 'keep' }, { list: next, active });
}

/** Removes branches whose fork was undone once it cannot be redone. */
export function followHistory(): void {
  documentStore.temporal.subscribe(({ futureStates }, before) => {
    // A redo that empties the list has first to say which branch it shows.
    if (futureStates.length === 0 && before.futureStates.length > 0) queueMicrotask(forgetUndone);
  });
}

function forgetUndone(): void {
  if (documentStore.temporal.getState().futureStates.length > 0) return;
  for (const { run, undone } of plannedBranches().list) {
    if (undone && run !== branches.getState().active) forget(run);
  }
}

/** Forks a branch without a change, at the moment that the page shows: that of a pinned crosshair, else now. */
export function fork(): void {
  if (!mayFork() || !isAlive()) return;
  const pinned = pinnedMoment();
  if (pinned !== null) goBackTo(pinned);
  // Forks in quick succession have a number each, so the one before must be in the list.
  afterAnswers(() => {
    const n = listedBranches(branches.getState().list).length;
    sendFork({ label: t.fork(n), key: '', changes: [], cosmetic: [] });
  });
}

/** Shows another branch at the same time. */
export function showBranch(number: number): void {
  const { active, list } = branches.getState();
  const branch = list.find((b) => b.run === number);
  if (!branch || number === active || !mayFork()) return;
  showRun(number, { kind: 'commit', label: t.show(branch.name), key: '', changes: [] });
}

/** Draws the curves of another branch behind those of the run on screen, or hides them. */
export function drawBranch(number: number, drawn: boolean): void {
  changeBranch(number, { drawn });
  // A run at rest sends no frame of itself.
  sendView();
}

/** Removes a branch that is not on screen. */
export function removeBranch(number: number): void {
  if (number !== branches.getState().active && mayFork()) forget(number);
}

function forget(branch: number): void {
  deleteBranch(branch);
  send({ type: 'forget', run: branch });
}

/**
 * The shown scenario, with everything that only timed edits or unanswered changes have, so that two additions in quick succession get
 * different ids.
 */
function scenarioWithAllIds(): Scenario {
  const { shown } = documentStore.getState();
  const latest = latestSource();
  const both = <T extends { id: string }>(a: readonly T[], b: readonly T[]): T[] => [
    ...a,
    ...b.filter(({ id }) => !a.some((item) => item.id === id)),
  ];
  const changes = unansweredChanges().map(({ path, value }) => ({ atS: 0, path, value }));
  return {
    ...shown,
    nodes: both(shown.nodes, latest.nodes),
    links: both(shown.links, latest.links),
    flows: both(shown.flows, latest.flows),
    edits: [...(latest.edits ?? []), ...changes],
  };
}

/** A free position for a node without one. */
export function freeNodePosition(): { x: number; y: number } {
  return findFreePosition(scenarioWithAllIds().nodes);
}

function nameOf(node: string): string {
  return documentStore.getState().shown.nodes.find((n) => n.id === node)?.name || node;
}
