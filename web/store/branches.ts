/** The branches of a run. Each is a document: a scenario with its timed edits. */
import { createStore } from 'zustand/vanilla';
import type { Directory, Edit, Results, Scenario } from '../generated/types';
import type { BranchTree } from '../scenario/branches';
import { scenarioAt } from '../scenario/effective';
import { joinPath } from '../scenario/path';
import { app } from './app';
import { algorithmName, valueWords } from './change-names';
import { CHANGE_OF_VALUE, COALESCE_MS, joinedLabel } from './labels';
import { stepTexts as t } from './texts';

/** One branch. */
export interface Branch {
  /** Number of its run in the worker. */
  run: number;
  name: string;
  /** Run of the branch that it left; null: it is the first. */
  parent: number | null;
  /** The time of the fork, s. */
  atS: number;
  source: Scenario;
  /** Whether its curves are drawn behind those of the run on screen. */
  drawn: boolean;
  /** Undo has left the fork at which it begins: it is kept for redo, and the page does not list it. */
  undone?: boolean;
}

export interface BranchState {
  /** All branches, in order of creation. While there is only one, the page shows nothing of it. */
  list: readonly Branch[];
  /** The run on screen. */
  active: number;
  /** Results of the other branches, by run, at about the time on screen. */
  results: ReadonlyMap<number, { now: number; results: Results }>;
  /** Directories of the other branches, by run. */
  directories: ReadonlyMap<number, Directory>;
}

export const branches = createStore<BranchState>(() => ({
  list: [],
  active: 0,
  results: new Map(),
  directories: new Map(),
}));

/** The branches that the page lists. */
export const listedBranches = (list: readonly Branch[]): readonly Branch[] =>
  list.some((b) => b.undone) ? list.filter((b) => !b.undone) : list;

export const branchOf = (run: number): Branch | undefined =>
  branches.getState().list.find((b) => b.run === run);

const FIRST_NAME = 'Main';

/** The fork at which the branch on screen parts from the one that is drawn behind it and named. */
export interface ShownFork {
  atS: number;
  /** The change in words: "buffer 120 → 40". */
  change: string;
  /** The run of the other branch. */
  other: number;
  /** Names of the two: "buffer 40" and "buffer 120". */
  names: { own: string; other: string };
  /** Names of further branches that are drawn, in a paler colour. */
  fainter: readonly string[];
}

/** The branch that the page names behind the one on screen: the one that it left, if that is drawn, else the latest other one that is. */
export function branchBehind({ list, active }: Pick<BranchState, 'list' | 'active'>): Branch | undefined {
  const own = list.find((b) => b.run === active);
  const drawn = list.filter((b) => b.drawn && b !== own);
  return drawn.find((b) => b.run === own?.parent) ?? drawn.at(-1);
}

/** The fork at which the branch on screen and the one behind it part; null if none is drawn. */
export function shownFork({ list, active }: Pick<BranchState, 'list' | 'active'>): ShownFork | null {
  const own = list.find((b) => b.run === active);
  const other = branchBehind({ list, active });
  if (!own || !other) return null;
  const fainter = list.filter((b) => b.drawn && b !== own && b !== other).map(nameByValue);
  const { ownFork, otherFork } = parting(list, own, other);
  const forks = [ownFork, otherFork].filter((b) => b !== undefined).sort((a, b) => a.atS - b.atS);
  const { atS, name: change } = forks[0] ?? own;
  return { atS, change, other: other.run, names: namesOf(own, other), fainter };
}

/** Names of two branches: by the values of the change that parts them, if one has left the other, else by their own. */
function namesOf(own: Branch, other: Branch): ShownFork['names'] {
  if (own.parent === other.run) return forkNames(own, other);
  if (other.parent !== own.run) return { own: nameByValue(own), other: nameByValue(other) };
  const names = forkNames(other, own);
  return { own: names.other, other: names.own };
}

/** The forks at which two branches leave what they have in common; undefined for one that the other comes from. */
function parting(
  list: readonly Branch[],
  own: Branch,
  other: Branch,
): { ownFork: Branch | undefined; otherFork: Branch | undefined } {
  const line = (branch: Branch): Branch[] => {
    const parent = list.find((b) => b.run === branch.parent);
    return parent ? [...line(parent), branch] : [branch];
  };
  const [owns, others] = [line(own), line(other)];
  const common = owns.findIndex((b, i) => b !== others[i]);
  const at = common < 0 ? owns.length : common;
  return { ownFork: owns[at], otherFork: others[at] };
}

/** The two values of a change, with what they are of; the names of the branches for other changes, and where the value has changed again. */
export function forkNames(own: Branch, parent: Branch): { own: string; other: string } {
  const algorithms = otherAlgorithms(own, parent);
  if (algorithms) return algorithms;
  const [, what, before, after] = CHANGE_OF_VALUE.exec(own.name) ?? [];
  const [change] = editsSince(own, own.atS);
  const again = (branch: Branch) => change !== undefined && changesAgain(branch, change.path, own.atS);
  // After the branch between them has been removed, the name tells of another change than the one that parts them.
  const parts = what && (!change || change.value === null || valueWords(change.value) === after);
  return {
    own: what && !again(own) ? `${what} ${after}` : own.name,
    other: parts && !again(parent) && !isRenamed(parent) ? `${what} ${before}` : nameByValue(parent),
  };
}

/** Both algorithms of a fork that changed one, and is called after that: "CUBIC 1 → H-TCP" is "H-TCP" and "CUBIC". */
function otherAlgorithms(own: Branch, parent: Branch): { own: string; other: string } | null {
  if (!own.name.includes(' → ')) return null;
  const flows = ({ source }: Branch) => scenarioAt(source, own.atS).shown.flows ?? [];
  const before = flows(parent);
  for (const { id, algorithm } of flows(own)) {
    const was = before.find((flow) => flow.id === id)?.algorithm ?? algorithm;
    const name = algorithmName(algorithm);
    if (was === algorithm || !own.name.endsWith(` → ${name}`)) continue;
    const again = (branch: Branch) => changesAgain(branch, joinPath('flows', id, 'algorithm'), own.atS);
    return {
      own: again(own) ? own.name : name,
      other: again(parent) || isRenamed(parent) ? parent.name : algorithmName(was),
    };
  }
  return null;
}

/** A branch that a change of value has named, by that value: "buffer 60 → 20" is "buffer 20", until it changes again. */
function nameByValue(branch: Branch): string {
  const [, what, , after] = CHANGE_OF_VALUE.exec(branch.name) ?? [];
  const [change] = editsSince(branch, branch.atS);
  if (!what || !change || changesAgain(branch, change.path, branch.atS)) return branch.name;
  return `${what} ${after}`;
}

/** Whether the visitor has given the first branch another name. */
const isRenamed = ({ parent, name }: Branch): boolean => parent === null && name !== FIRST_NAME;

const editsSince = ({ source }: Branch, atS: number): Edit[] =>
  (source.edits ?? []).filter((e) => e.atS >= atS - TIME_RESOLUTION_S);

const changesAgain = (branch: Branch, path: string, atS: number): boolean =>
  editsSince(branch, atS).some((e) => e.path === path && e.atS > atS);

/** Times are written in nanoseconds: a smaller difference is none. */
const TIME_RESOLUTION_S = 1e-9;

type Span = Pick<Results, 'fromS' | 'toS'>;

/** A branch is one nanosecond ahead of a run that stands between the events of one time. */
const SAME_SPAN_S = 1.5 * TIME_RESOLUTION_S;

/** Only results of the same span can be compared. */
export const sameSpan = (a: Span, b: Span): boolean =>
  Math.abs(a.fromS - b.fromS) < SAME_SPAN_S && Math.abs(a.toS - b.toS) < SAME_SPAN_S;

/** Starts with a single branch, when another document is opened. */
export function resetBranches(run: number, source: Scenario): void {
  const first: Branch = { run, name: FIRST_NAME, parent: null, atS: 0, source, drawn: true };
  branches.setState({ list: [first], active: run, results: new Map(), directories: new Map() });
}

/** Opens a document with several branches. `beside` starts the run of one and returns its number. */
export function openBranches(run: number, tree: BranchTree, beside: (source: Scenario) => number): void {
  const runs = tree.list.map(({ source }, i) => (i === tree.active ? run : beside(source)));
  const list = tree.list.map(
    ({ parent, ...rest }, i): Branch => ({
      ...rest,
      run: runs[i] as number,
      parent: parent === null ? null : (runs[parent] ?? null),
    }),
  );
  branches.setState({ list, active: run, results: new Map(), directories: new Map() });
}

/** All listed branches in the form that links use; null if there is only one. */
export function branchTree(): BranchTree | null {
  const { list: all, active } = branches.getState();
  const list = listedBranches(all);
  if (list.length < 2) return null;
  const place = (run: number | null) => {
    const at = list.findIndex((b) => b.run === run);
    return at < 0 ? null : at;
  };
  return {
    list: list.map(({ run: _, undone: __, parent, ...rest }) => ({ ...rest, parent: place(parent) })),
    active: place(active) ?? 0,
  };
}

/** Gives the branches the documents and the visibility that they have in a plan, and the plan's branch on screen. Others stay as they are. */
export function followPlan(plan: Pick<BranchState, 'list' | 'active'>): void {
  branches.setState(({ list, active }) => ({
    list: list.map((b) => {
      const { source, drawn, undone = false } = plan.list.find(({ run }) => run === b.run) ?? b;
      return { ...b, source, drawn, undone };
    }),
    active: list.some((b) => b.run === plan.active) ? plan.active : active,
  }));
}

/** Gives the branch on screen a new run or document. */
export function updateActiveBranch(run: number, source: Scenario): void {
  if (naming.run === branches.getState().active) naming = { ...naming, run };
  branches.setState((state) => ({
    active: run,
    list: state.list.map((b) => {
      if (b.run === state.active) return { ...b, run, source };
      return b.parent === state.active ? { ...b, parent: run } : b;
    }),
  }));
}

/** Changes at a standstill follow each other by the resolution of time, s. */
const SAME_TIME_S = 1e-6;

/** The change that last named a fork: a drag of a slider is one change in many steps. */
let naming = { run: 0, key: '', name: '', time: 0 };

/**
 * Adds a branch that leaves the one on screen, and shows it. Behind it are the curves of that one and of the latest other one at most: more
 * could not be told apart.
 *
 * @param key of the change that names it, whose further steps change the name
 */
export function addBranch(run: number, source: Scenario, atS: number, name: string, key = ''): void {
  naming = { run, key, name, time: Date.now() };
  app.setState({ announcement: t.forked(t.at(name, atS)) });
  branches.setState(({ list, active }) => {
    const made: Branch = { run, name, parent: active, atS, source, drawn: true };
    const behind = list.filter((b) => b.drawn && b.run !== active).at(-1);
    const others = list.map((b) => (b.run === active || b === behind ? b : { ...b, drawn: false }));
    return { list: [...others, made], active: run };
  });
}

/** After a change that restarts the run. The run before stays as a branch for comparison, and replaces the one that stayed before it. */
export function addRerun(run: number, source: Scenario, name: string, key: string): void {
  const { active } = branches.getState();
  const last = branchOf(active);
  addBranch(run, source, 0, name, key);
  if (!last || last.parent === null || last.atS > 0) return;
  const { list } = branches.getState();
  const children = list.filter((b) => b.parent === last.parent);
  if (children.length === 1) deleteBranch(last.parent);
}

/** Changes the name or visibility of a branch, or its run. */
export function changeBranch(run: number, change: Partial<Pick<Branch, 'name' | 'drawn' | 'run'>>): void {
  branches.setState((state) => ({
    list: state.list.map((b) => {
      if (b.run === run) return { ...b, ...change };
      return change.run !== undefined && b.parent === run ? { ...b, parent: change.run } : b;
    }),
  }));
}

/**
 * Names a fork after its first change, unless it has a name. Steps of one change have the same `key`, and come in quick succession or at
 * the time of the fork.
 * @param atS the time of the change, s
 */
export function nameForkAfter(label: string, key: string, atS: number): void {
  const { list, active } = branches.getState();
  const place = list.findIndex((b) => b.run === active);
  const own = list[place];
  if (!own || own.parent === null) return;
  const together = Date.now() - naming.time < COALESCE_MS || atS - own.atS < SAME_TIME_S;
  const same = key !== '' && naming.run === active && naming.key === key && naming.name === own.name;
  const goesOn = same && together;
  if (!goesOn && own.name !== t.fork(place)) return;
  const name = goesOn ? joinedLabel(own.name, label) : label;
  changeBranch(active, { name });
  naming = { run: active, key, name, time: Date.now() };
}

/** Removes a branch. Branches that left it now leave its parent, from which they have differed since the earlier of the two forks. */
export function deleteBranch(run: number): void {
  branches.setState((state) => {
    const gone = state.list.find((b) => b.run === run);
    const rest = state.list.filter((b) => b !== gone);
    const left = (b: Branch) => ({
      ...b,
      parent: gone?.parent ?? null,
      atS: Math.min(b.atS, gone?.atS ?? b.atS),
    });
    return { list: rest.map((b) => (b.parent === run ? left(b) : b)) };
  });
}
