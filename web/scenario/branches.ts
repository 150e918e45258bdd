/** The branches of a run in a link: a tree of documents, each stored as its difference from the one on screen. */
import type { Scenario } from '../generated/types';
import type { Change } from './change';
import { diff, patch } from './diff';
import { linkTexts as t } from './link-texts';
import { LinkError } from './payload';

/** A branch as the page keeps it, without the number of its run. */
export interface LinkedBranch {
  name: string;
  /** Place of its colour. */
  colour: number;
  /** Place of the branch that it left, in the list; null: the first. */
  parent: number | null;
  /** When it left it, s. */
  atS: number;
  /** Whether its curves stand behind those of the run on screen. */
  drawn: boolean;
  source: Scenario;
}

export interface BranchTree {
  list: LinkedBranch[];
  /** Place of the one on screen. */
  active: number;
}

/** Each is a run of its own in memory. */
export const MOST_BRANCHES = 24;
const MOST_COLOURS = 64;
const MOST_NAME = 200;

/** Changes against the document on screen, or the whole document where paths cannot say what differs. */
type Difference = [path: string, value: unknown][] | Scenario;
type Row = [
  name: string,
  colour: number,
  parent: number | null,
  atS: number,
  drawn: 0 | 1,
  differs: Difference,
];

export function packBranches({ list, active }: BranchTree): string {
  const shown = list[active]?.source as Scenario;
  const rows = list.map(({ name, colour, parent, atS, drawn, source }): Row => {
    const changes = diff(shown, source);
    const differs: Difference = changes ? changes.map((c) => [c.path, c.value]) : source;
    return [name, colour, parent, atS, drawn ? 1 : 0, differs];
  });
  return JSON.stringify([active, ...rows]);
}

/** The tree, around the document on screen; the documents in it are not yet checked. */
export function unpackBranches(text: string, shown: Scenario): BranchTree {
  const value = parse(text);
  if (!Array.isArray(value)) throw damaged();
  const [active, ...rows] = value as [unknown, ...unknown[]];
  if (rows.length > MOST_BRANCHES) throw new LinkError(t.tooManyBranches(rows.length, MOST_BRANCHES), 'huge');
  if (!isPlace(active, rows.length)) throw damaged();
  const list = rows.map((row, place): LinkedBranch => {
    if (!isRow(row, place)) throw damaged();
    const [name, colour, parent, atS, drawn, differs] = row;
    return { name, colour, parent, atS, drawn: drawn === 1, source: applied(shown, differs) };
  });
  return { list, active };
}

function applied(shown: Scenario, differs: Difference): Scenario {
  if (!Array.isArray(differs)) return differs;
  try {
    return patch(
      shown,
      differs.map(([path, value]): Change => ({ path, value })),
    );
  } catch {
    throw damaged();
  }
}

function isRow(row: unknown, place: number): row is Row {
  if (!Array.isArray(row) || row.length !== 6) return false;
  const [name, colour, parent, atS, drawn, differs] = row;
  return (
    typeof name === 'string' &&
    name.length <= MOST_NAME &&
    isPlace(colour, MOST_COLOURS) &&
    // A branch leaves one that was there before it.
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
    throw damaged();
  }
}

const damaged = () => new LinkError(t.badBranches, 'damaged');
