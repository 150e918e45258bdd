/** All changes of the document. Views use one function: `edit(path, value)`. */
import type { Flow, NodeKind, Scenario } from '../generated/types';
import { algorithmChange, type Change, newFlow, newLink, newNode, removal } from '../scenario/change';
import {
  getPath,
  isCosmetic,
  isOfWholeRun,
  joinPath,
  sameSimulation,
  setInSource,
  splitPath,
} from '../scenario/path';
import { thingTexts } from '../scenario/texts';
import type { Place } from '../scenario/tidy';
import { branches, dropBranch } from './branches';
import {
  isAlive,
  knownUntil,
  latestSource,
  send,
  sendEdit,
  sendFork,
  showRun,
  simulatedNow,
  startRun,
} from './connection';
import { commit, type DocumentState, documentStore, nothingOpen, refreshShown } from './document';
import { mayChange, mayFork, mayTravel } from './lock';
import { run } from './run';
import { session } from './session';
import { stepTexts as t } from './texts';

/** Times that are written in nanoseconds differ by less only where they are the same. */
const SAME_MOMENT_S = 1e-9;

/** Sets what stands at a path; null removes it. Paths name things by id: `/links/core/forward/rateMbps`. */
export function edit(path: string, value: unknown, label?: string): boolean {
  return editAll([{ path, value }], label ?? describe(path, value), path);
}

/**
 * Several changes as one step of history. Changes with the same key in quick succession (a drag) join into one step. False: they
 * are locked here, or nothing is open.
 */
export function editAll(changes: readonly Change[], label: string, key = ''): boolean {
  // Without a document there is nothing to change: what was made of the empty page would take the place of the visitor's own work.
  if (nothingOpen()) return false;
  if (!mayChange(documentStore.getState().shown, changes)) return false;
  if (changes.length > 0) enter(changes, label, key);
  return true;
}

function enter(changes: readonly Change[], label: string, key: string): void {
  const real = changes.filter((c) => !isCosmetic(c.path));
  if (real.length === 0) {
    commit(apply(documentStore.getState().source, changes), label, simulatedNow(), key);
    return;
  }
  const { playing, ended } = run.getState();
  const started = simulatedNow() > 0 || playing;
  const wholeRun = real.every((c) => isOfWholeRun(c.path));
  if (isAlive() && started && !ended && !wholeRun) {
    const live = { label, key, changes: real, looks: changes.filter((c) => isCosmetic(c.path)) };
    // Where the run has already been simulated further, a change makes another branch.
    if (knownUntil() > simulatedNow() + SAME_MOMENT_S) sendFork(live);
    else sendEdit(live);
    return;
  }
  let source: Scenario;
  try {
    source = apply(latestSource(), changes);
  } catch {
    return;
  }
  if (!isAlive()) {
    commit(source, label, simulatedNow(), key);
    return;
  }
  // At the end of a run there is no moment left to change: the change counts from the start, the run begins again, and the one before
  // stays behind it, to compare them.
  const untilS = wholeRun && !ended ? simulatedNow() : 0;
  const keepLast = ended && mayFork();
  startRun(source, { kind: 'commit', label, key, changes, keepLast }, untilS, playing || ended);
}

/** Makes the change that the fluid model refused, and runs it by packets. */
export function changeByPackets(): void {
  const { byPackets } = run.getState();
  if (!byPackets) return;
  edit('/engine', 'packet', t.byPackets);
  editAll(byPackets.changes, byPackets.label);
}

function apply(source: Scenario, changes: readonly Change[]): Scenario {
  return changes.reduce((result, { path, value }) => setInSource(result, path, value), source);
}

export function moveNode(id: string, x: number, y: number): void {
  moveNodes([{ id, x, y }], t.move(nameOf(id)), `move ${id}`);
}

/** Puts nodes to their places as one step of history. */
export function moveNodes(places: readonly Place[], label: string, key = ''): void {
  const round = (v: number) => Math.round(v * 10) / 10;
  const changes = places.flatMap(({ id, x, y }) => [
    { path: joinPath('nodes', id, 'x'), value: round(x) },
    { path: joinPath('nodes', id, 'y'), value: round(y) },
  ]);
  editAll(changes, label, key);
}

/** Adds a host or a router; gives its id. */
export function addNode(kind: NodeKind, x: number, y: number): string {
  const node = newNode(everything(), kind, x, y);
  editAll([{ path: joinPath('nodes', node.id), value: node }], t.add(kind, node.id));
  return node.id;
}

/** Adds a link between two nodes; gives its id. */
export function addLink(a: string, b: string): string {
  const link = newLink(everything(), a, b);
  editAll([{ path: joinPath('links', link.id), value: link }], t.addLink(nameOf(a), nameOf(b)));
  return link.id;
}

/** Adds a flow that starts now; gives its id. */
export function addFlow(from: string, to: string): string {
  const { catalogue } = run.getState();
  const algorithm = catalogue?.usualAlgorithm ?? everything().flows[0]?.algorithm ?? '';
  const start = run.getState().ended ? 0 : Math.round(simulatedNow() * 1000) / 1000;
  const flow = newFlow(everything(), catalogue, from, to, algorithm, start);
  editAll([{ path: joinPath('flows', flow.id), value: flow }], t.addFlow(nameOf(from), nameOf(to)));
  return flow.id;
}

/** As many as can come up again among the latest after some were used once. */
const RECENT = 8;

/** Another algorithm for flows; what it cannot carry or does not know goes with the old one. */
export function setAlgorithm(flows: readonly Flow[], id: string, label: string): void {
  const { catalogue } = run.getState();
  const name = catalogue?.algorithms.find((a) => a.id === id)?.name ?? id;
  const used = [id, ...new Set(flows.map((f) => f.algorithm))];
  session.setState((s) => ({
    recent: [...used, ...s.recent.filter((r) => !used.includes(r))].slice(0, RECENT),
  }));
  const changes = flows.flatMap((flow) => algorithmChange(flow, catalogue, id));
  editAll(changes, t.algorithm(label, name));
}

/** Takes out a flow, a link, or a node with its links and flows. */
export function remove(kind: 'flow' | 'link' | 'node', id: string): void {
  const { selection } = session.getState();
  editAll(removal(documentStore.getState().shown, kind, id), t.remove(`${thingTexts.one[kind]} ${id}`));
  if (selection?.id === id) session.setState({ selection: null, more: [] });
}

export function undo(): void {
  const history = documentStore.temporal.getState();
  travel(() => history.undo(), history.pastStates.at(-1));
}

export function redo(): void {
  const history = documentStore.temporal.getState();
  travel(() => history.redo(), history.futureStates.at(-1));
}

/** A step through history; a run that it concerns is replayed to the same time. */
function travel(step: () => void, to: Partial<DocumentState> | undefined): void {
  const before = documentStore.getState().source;
  if (!to?.source || !mayTravel(before, to.source)) return;
  step();
  const after = documentStore.getState().source;
  if (after === before) return;
  const now = simulatedNow();
  refreshShown(now);
  dropStaleSelection();
  if (!isAlive() || sameSimulation(before, after)) return;
  // A step over a fork leads back to the branch that was left there, or forth again.
  const other = branches.getState().list.find((b) => b.source === after);
  if (other) showRun(other.run, { kind: 'keep' });
  else {
    startRun(after, { kind: 'keep' }, now, run.getState().playing);
  }
}

/** Another branch from now on, with nothing changed yet. */
export function fork(): void {
  if (!mayFork() || !isAlive()) return;
  const n = branches.getState().list.length;
  sendFork({ label: t.fork(n), key: '', changes: [], looks: [] });
}

/** Another branch takes the screen, at the same moment. */
export function showBranch(number: number): void {
  const { active, list } = branches.getState();
  const branch = list.find((b) => b.run === number);
  if (!branch || number === active || !mayFork()) return;
  showRun(number, { kind: 'commit', label: t.show(branch.name), key: '', changes: [] });
}

/** Takes a branch out that is not on screen. */
export function removeBranch(number: number): void {
  if (number === branches.getState().active || !mayFork()) return;
  dropBranch(number);
  send({ type: 'forget', run: number });
}

function dropStaleSelection(): void {
  const { selection, more } = session.getState();
  if (!selection) return;
  const { shown } = documentStore.getState();
  const [first = null, ...others] = [selection, ...more].filter(
    ({ kind, id }) => getPath(shown, joinPath(`${kind}s`, id)) !== undefined,
  );
  if (first !== selection || others.length < more.length)
    session.setState({ selection: first, more: others });
}

/** The shown scenario with the ids that only timed edits know. */
function everything(): Scenario {
  const { shown, source } = documentStore.getState();
  return { ...shown, edits: source.edits ?? [] };
}

function nameOf(node: string): string {
  return documentStore.getState().shown.nodes.find((n) => n.id === node)?.name || node;
}

/** What a change says of itself: "buffer 100 → 50". */
export function describe(path: string, value: unknown): string {
  const parts = splitPath(path);
  const what = parts.at(-1) ?? '';
  const plain = (v: unknown) => (typeof v === 'object' ? '' : String(v));
  if (value === null) return `remove ${what}`;
  const before = plain(getPath(documentStore.getState().shown, path) ?? '');
  const after = plain(value);
  const words =
    what === 'limitPackets'
      ? t.buffer
      : what.replace(/(Mbps|Ms|S|Packets|Kb)$/, '').replace(/([A-Z])/g, (c) => ` ${c.toLowerCase()}`);
  if (after === '') return words;
  return before === '' ? `${words} ${after}` : `${words} ${before} → ${after}`;
}
