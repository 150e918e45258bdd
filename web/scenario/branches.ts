/** The branches of a run in a link: a tree of documents, each stored as the difference from the one on screen. */
import type { Scenario } from '../generated/types';
import type { Change } from './change';
import { diff, patch } from './diff';
import { linkTexts as t } from './link-texts';
import { LinkError } from './payload';

/** A branch without the number of its run. */
export interface LinkedBranch {
  name: string;
  /** Index of the parent branch in the list; null for the first. */
  parent: number | null;
  /** When it departed from its parent, s. */
  atS: number;
  /** Whether its curves are drawn behind those of the run on screen. */
  drawn: boolean;
  source: Scenario;
}

export interface BranchTree {
  list: LinkedBranch[];
  /** Index of the branch on screen. */
  active: number;
}

/** A limit, since each branch is a run in memory. */
export const MAX_BRANCHES = 24;
const MAX_NAME = 200;

/** Changes to the document on screen, or the whole document if paths cannot express the difference. */
type Difference = [path: string, value: unknown][] | Scenario;
type Row = [
  name: string,
  /** Once the index of a colour. */
  unused: number,
  parent: number | null,
  atS: number,
  drawn: 0 | 1,
  differs: Difference,
];

export function packBranches({ list, active }: BranchTree): string {
  const shown = list[active]?.source as Scenario;
  const rows = list.map(({ name, parent, atS, drawn, source }): Row => {
    const changes = diff(shown, source);
    const differs: Difference = changes ? changes.map((c) => [c.path, c.value]) : source;
    return [name, 0, parent, atS, drawn ? 1 : 0, differs];
  });
  return JSON.stringify([active, ...rows]);
}

/** The tree around the document on screen. Its documents have not been checked yet. */
export function unpackBranches(text: string, shown: Scenario): BranchTree {
  const value = parse(text);
  if (!Array.isArray(value)) throw damagedError();
  const [active, ...rows] = value as [unknown, ...unknown[]];
  if (rows.length > MAX_BRANCHES) throw new LinkError(t.tooManyBranches(rows.length, MAX_BRANCHES), 'huge');
  if (!isPlace(active, rows.length)) throw damagedError();
  const list = rows.map((row, place): LinkedBranch => {
    if (!isRow(row, place)) throw damagedError();
    const [name, , parent, atS, drawn, differs] = row;
    return { name, parent, atS, drawn: drawn === 1, source: withDifference(shown, differs) };
  });
  return { list, active };
}

function withDifference(shown: Scenario, differs: Difference): Scenario {
  if (!Array.isArray(differs)) return differs;
  try {
    return patch(
      shown,
      differs.map(([path, value]): Change => ({ path, value })),
    );
  } catch {
    throw damagedError();
  }
}

function isRow(row: unknown, place: number): row is Row {
  if (!Array.isArray(row) || row.length !== 6) return false;
  const [name, unused, parent, atS, drawn, differs] = row;
  return (
    typeof name === 'string' &&
    name.length <= MAX_NAME &&
    Number.isInteger(unused) &&
    // The parent of a branch comes before it.
    (place === 0 ? parent === null : parent === null || isPlace(parent, place)) &&
    typeof atS === 'number' &&
    atS >= 0 &&
    (drawn === 0 || drawn === 1) &&
    typeof differs === 'object' &&
    differs !== null &&
    (!Array.isArray(differs) ||
      differs.every((c) => Array.isArray(c) && c.length === 2 && typeof c[0] === 'string'))
  );
}

function isPlace(value: unknown, length: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < length;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw damagedError();
  }
}

const damagedError = () => new LinkError(t.badBranches, 'damaged');
