/** The branches of a run. Each is a document: a scenario with its timed edits. */
import { createStore } from 'zustand/vanilla';
import type { Results, Scenario } from '../generated/types';
import type { BranchTree } from '../scenario/branches';
import { stepTexts as t } from './texts';

/** One branch. */
export interface Branch {
  /** Number of its run in the worker. */
  run: number;
  name: string;
  /** Place of its colour in the list of branch colours. */
  colour: number;
  /** Run of the branch that it left; null: the first. */
  parent: number | null;
  /** When it left it, s. */
  atS: number;
  source: Scenario;
  /** Whether its curves stand behind those of the run on screen. */
  drawn: boolean;
}

export interface BranchState {
  /** All of them, in the order in which they were made; one alone is no tree, and nothing is shown of it. */
  list: readonly Branch[];
  /** Run of the one on screen. */
  active: number;
  /** Results of the others at about the moment on screen, by run. */
  results: ReadonlyMap<number, { now: number; results: Results }>;
}

export const branches = createStore<BranchState>(() => ({ list: [], active: 0, results: new Map() }));

export const branchOf = (run: number): Branch | undefined =>
  branches.getState().list.find((b) => b.run === run);

/** The fork that the branch on screen began with, and the branch that stands behind it in the plots. */
export interface ShownFork {
  atS: number;
  /** What changed: "buffer 120 → 40". */
  change: string;
  /** Run of the other branch. */
  other: number;
  /** What to call the two: "buffer 40" and "buffer 120". */
  names: { own: string; other: string };
}

/** What differs between the branch on screen and the one that it left; null: it left none, or that one is not drawn. */
export function shownFork({ list, active }: Pick<BranchState, 'list' | 'active'>): ShownFork | null {
  const own = list.find((b) => b.run === active);
  const other = list.find((b) => b.run === own?.parent);
  if (!own || !other?.drawn) return null;
  return { atS: own.atS, change: own.name, other: other.run, names: sidesOf(own.name, other.name) };
}

/** "buffer 120 → 40" in its three parts. */
const CHANGE_OF_VALUE = /^(.+) (\S+) → (\S+)$/;

/** A change of a value names both sides; else their names do. */
export function sidesOf(change: string, parent: string): { own: string; other: string } {
  const [, what, before, after] = CHANGE_OF_VALUE.exec(change) ?? [];
  if (!what) return { own: change, other: parent };
  return { own: `${what} ${after}`, other: `${what} ${before}` };
}

/** Times that are written in nanoseconds differ by less only where they are the same. */
const SAME_MOMENT_S = 1e-9;

type Span = Pick<Results, 'fromS' | 'toS'>;

/** Results of different spans are not compared. */
export const sameSpan = (a: Span, b: Span): boolean =>
  Math.abs(a.fromS - b.fromS) < SAME_MOMENT_S && Math.abs(a.toS - b.toS) < SAME_MOMENT_S;

/** Another document is open, with a single branch. */
export function beginBranches(run: number, source: Scenario): void {
  const first: Branch = { run, name: 'Main', colour: 0, parent: null, atS: 0, source, drawn: true };
  branches.setState({ list: [first], active: run, results: new Map() });
}

/** Opens the branches of another document; `beside` starts the run of one and returns its number. */
export function openBranches(run: number, tree: BranchTree, beside: (source: Scenario) => number): void {
  const runs = tree.list.map(({ source }, i) => (i === tree.active ? run : beside(source)));
  const list = tree.list.map(
    ({ parent, ...rest }, i): Branch => ({
      ...rest,
      run: runs[i] as number,
      parent: parent === null ? null : (runs[parent] ?? null),
    }),
  );
  branches.setState({ list, active: run, results: new Map() });
}

/** All of them, as links have them; null: there is but one. */
export function branchesNow(): BranchTree | null {
  const { list, active } = branches.getState();
  if (list.length < 2) return null;
  const place = (run: number | null) => {
    const at = list.findIndex((b) => b.run === run);
    return at < 0 ? null : at;
  };
  return {
    list: list.map(({ run: _, parent, ...rest }) => ({ ...rest, parent: place(parent) })),
    active: place(active) ?? 0,
  };
}

/** The run on screen has another number, since it was begun again, or another document. */
export function keepActive(run: number, source: Scenario): void {
  branches.setState((state) => ({
    active: run,
    list: state.list.map((b) => {
      if (b.run === state.active) return { ...b, run, source };
      return b.parent === state.active ? { ...b, parent: run } : b;
    }),
  }));
}

/** A branch that leaves the one on screen, and takes its place there. */
export function addBranch(run: number, source: Scenario, atS: number, name: string): void {
  branches.setState((state) => {
    const colours = state.list.map((b) => b.colour);
    let colour = 0;
    while (colours.includes(colour)) colour += 1;
    const made: Branch = { run, name, colour, parent: state.active, atS, source, drawn: true };
    return { list: [...state.list, made], active: run };
  });
}

/** The run on screen begins again with a change. The one before stays as a branch to compare with, in place of the one that stayed before it. */
export function addRerun(run: number, source: Scenario, name: string): void {
  const { active } = branches.getState();
  const last = branchOf(active);
  addBranch(run, source, 0, name);
  if (!last || last.parent === null || last.atS > 0) return;
  const { list } = branches.getState();
  const children = list.filter((b) => b.parent === last.parent);
  if (children.length === 1) dropBranch(last.parent);
}

/** Changes what is said of a branch. */
export function changeBranch(
  run: number,
  change: Partial<Pick<Branch, 'name' | 'colour' | 'drawn' | 'run'>>,
): void {
  branches.setState((state) => ({
    list: state.list.map((b) => {
      if (b.run === run) return { ...b, ...change };
      return change.run !== undefined && b.parent === run ? { ...b, parent: change.run } : b;
    }),
  }));
}

/** The change that named a fork last: a drag of a slider is one change in many steps. */
let naming = { run: 0, key: '', name: '' };

/** A fork that nobody has named is called after its first change. `key`: steps of one change share it. */
export function nameForkAfter(label: string, key: string): void {
  const { list, active } = branches.getState();
  const place = list.findIndex((b) => b.run === active);
  const own = list[place];
  if (!own || own.parent === null) return;
  const goesOn = key !== '' && naming.run === active && naming.key === key && naming.name === own.name;
  if (!goesOn && own.name !== t.fork(place)) return;
  const [, what, before] = (goesOn && CHANGE_OF_VALUE.exec(own.name)) || [];
  const [, same, , after] = CHANGE_OF_VALUE.exec(label) ?? [];
  const name = what !== undefined && what === same ? `${what} ${before} → ${after}` : label;
  changeBranch(active, { name });
  naming = { run: active, key, name };
}

/** Takes a branch out; those that left it leave its parent now. */
export function dropBranch(run: number): void {
  branches.setState((state) => {
    const gone = state.list.find((b) => b.run === run);
    const rest = state.list.filter((b) => b !== gone);
    return { list: rest.map((b) => (b.parent === run ? { ...b, parent: gone?.parent ?? null } : b)) };
  });
}
