/** Which parts of a document may be changed. Checked where changes enter the store, so it holds for all views, keys and scripts. */
import type { Edit, Scenario } from '../generated/types';
import type { Change } from '../scenario/change';
import { diff } from '../scenario/diff';
import { joinPath, setPath, splitPath, stableJson } from '../scenario/path';
import { session } from './session';

export type Allow =
  | { kind: 'everything' }
  /** These paths and everything below them. */
  | { kind: 'some'; paths: readonly string[] }
  /** Nothing: the run can only be played. */
  | { kind: 'play' };

/**
 * The controls of an embed: what its author opens. A lesson in an embed has neither network nor inspector, so where everything is open it
 * has controls for what its tasks need.
 */
export const controlled = (allow: Allow, needed: readonly string[]): readonly string[] =>
  allow.kind === 'some' ? allow.paths : allow.kind === 'everything' ? needed : [];

/** Whether an embed has controls for a task. @param needed the parameters that it names; none: any will do */
export const canDo = (allow: Allow, needed: readonly string[]): boolean =>
  needed.length > 0
    ? needed.some((path) => isOpen(allow, path))
    : allow.kind === 'some' && allow.paths.length > 0;

/** Whether the value at a path may be changed. */
export const isOpen = (allow: Allow, path: string): boolean =>
  allow.kind === 'everything' || (allow.kind === 'some' && allow.paths.some((open) => isBelow(open, path)));

/** Whether these changes to the shown document are allowed. */
export function mayChange(shown: Scenario, changes: readonly Change[]): boolean {
  const { allow } = session.getState();
  if (allow.kind !== 'some') return allow.kind === 'everything';
  try {
    const after = changes.reduce((doc, { path, value }) => setPath(doc, path, value), shown);
    return differsOnlyIn(allow.paths, shown, after);
  } catch {
    return false;
  }
}

/** Whether undo or redo may lead from one document to the other. */
export function mayStepHistory(before: Scenario, after: Scenario): boolean {
  const { allow } = session.getState();
  if (allow.kind !== 'some') return allow.kind === 'everything';
  const { edits: now = [], ...from } = before;
  const { edits: then = [], ...to } = after;
  if (!differsOnlyIn(allow.paths, from as Scenario, to as Scenario)) return false;
  return [...missing(now, then), ...missing(then, now)].every(({ path }) =>
    allow.paths.some((open) => mayHaveEdited(open, path)),
  );
}

/** Whether branches may be made and shown. */
export function mayFork(): boolean {
  return session.getState().allow.kind !== 'play';
}

function differsOnlyIn(paths: readonly string[], before: Scenario, after: Scenario): boolean {
  const changes = diff(withBackward(before, after), after);
  return (
    changes?.every(({ path }) =>
      paths.some((open) => isBelow(open, path) || belongsToAlgorithm(open, path, changes)),
    ) ?? false
  );
}

/** The document with the backward channels that the other one has, so that only their differences count. */
function withBackward(before: Scenario, after: Scenario): Scenario {
  const links = before.links.map((link) => {
    const other = after.links.find((l) => l.id === link.id);
    return other?.backward && !link.backward ? { ...link, backward: link.forward } : link;
  });
  return { ...before, links };
}

function isBelow(open: string, path: string): boolean {
  return path === open || path.startsWith(`${open}/`);
}

/** Parameters and traffic belong to the algorithm: they may change with it, but not alone. */
function belongsToAlgorithm(open: string, path: string, changes: readonly Change[]): boolean {
  const [list, id, field] = splitPath(path);
  if (list !== 'flows' || id === undefined || (field !== 'params' && field !== 'traffic')) return false;
  const algorithm = joinPath(list, id, 'algorithm');
  return open === algorithm && changes.some((change) => change.path === algorithm);
}

/** Whether an allowed change may have made a timed edit of this path. */
function mayHaveEdited(open: string, path: string): boolean {
  const [list, id, field] = splitPath(open);
  const own = list === 'flows' && field === 'algorithm' ? joinPath(list, id ?? '') : open;
  return isBelow(own, path) || open.startsWith(`${path}/`);
}

function missing(list: readonly Edit[], other: readonly Edit[]): Edit[] {
  const there = new Set(other.map(stableJson));
  return list.filter((edit) => !there.has(stableJson(edit)));
}
