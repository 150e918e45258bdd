/** Which parts of a document may be changed. Checked where changes enter the store, so it holds for every view, key and script. */
import type { Edit, Scenario } from '../generated/types';
import type { Change } from '../scenario/change';
import { diff } from '../scenario/diff';
import { joinPath, setPath, splitPath, stable } from '../scenario/path';
import { session } from './session';

export type Allow =
  | { kind: 'everything' }
  /** What stands at these paths and below them. */
  | { kind: 'some'; paths: readonly string[] }
  /** Nothing: the run alone can be played and looked at. */
  | { kind: 'play' };

/** Whether an embed shows controls. They are all that a lesson in an embed offers for changes: it has no network and no inspector. */
export const opensParameters = (allow: Allow): boolean => allow.kind === 'some' && allow.paths.length > 0;

/** Whether these changes of the document as it is shown may be made. */
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

/** Whether history may lead from one document to another. */
export function mayTravel(before: Scenario, after: Scenario): boolean {
  const { allow } = session.getState();
  if (allow.kind !== 'some') return allow.kind === 'everything';
  const { edits: now = [], ...from } = before;
  const { edits: then = [], ...to } = after;
  if (!differsOnlyIn(allow.paths, from as Scenario, to as Scenario)) return false;
  return [...missing(now, then), ...missing(then, now)].every(({ path }) =>
    allow.paths.some((open) => reaches(open, path)),
  );
}

/** Whether other branches may be made, and gone to. */
export function mayFork(): boolean {
  return session.getState().allow.kind !== 'play';
}

function differsOnlyIn(paths: readonly string[], before: Scenario, after: Scenario): boolean {
  const changes = diff(withBackward(before, after), after);
  return (
    changes?.every(({ path }) => paths.some((open) => covers(open, path) || goesWith(open, path, changes))) ??
    false
  );
}

/** A link without a backward channel gets one when it is to differ: only the difference counts. */
function withBackward(before: Scenario, after: Scenario): Scenario {
  const links = before.links.map((link) => {
    const other = after.links.find((l) => l.id === link.id);
    return other?.backward && !link.backward ? { ...link, backward: link.forward } : link;
  });
  return { ...before, links };
}

function covers(open: string, path: string): boolean {
  return path === open || path.startsWith(`${open}/`);
}

/** Parameters and traffic belong to the algorithm: they change with it, and only with it. */
function goesWith(open: string, path: string, changes: readonly Change[]): boolean {
  const [list, id, field] = splitPath(path);
  if (list !== 'flows' || id === undefined || (field !== 'params' && field !== 'traffic')) return false;
  const algorithm = joinPath(list, id, 'algorithm');
  return open === algorithm && changes.some((change) => change.path === algorithm);
}

/** Whether a step that was allowed may have made a timed edit of this path. */
function reaches(open: string, path: string): boolean {
  const [list, id, field] = splitPath(open);
  const own = list === 'flows' && field === 'algorithm' ? joinPath(list, id ?? '') : open;
  return covers(own, path) || open.startsWith(`${path}/`);
}

function missing(list: readonly Edit[], other: readonly Edit[]): Edit[] {
  const there = new Set(other.map(stable));
  return list.filter((edit) => !there.has(stable(edit)));
}
