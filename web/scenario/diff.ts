/** The difference between two documents as changes by path, so that a link to a gallery entry contains only the changes. */
import type { Change } from './change';
import { idOf, isDictionary, joinPath, setPath, stableJson } from './path';

/** Changes that turn `from` into `to`; null if a list was reordered, which paths cannot express. */
export function diff<D>(from: D, to: D): Change[] | null {
  const changes: Change[] = [];
  collect(from, to, [], changes);
  return stableJson(patch(from, changes)) === stableJson(to) ? changes : null;
}

export function patch<D>(from: D, changes: readonly Change[]): D {
  return changes.reduce<D>((document, { path, value }) => setPath(document, path, value), from);
}

function collect(from: unknown, to: unknown, at: string[], changes: Change[]): void {
  if (stableJson(from) === stableJson(to)) return;
  if (isDictionary(from) && isDictionary(to)) {
    for (const key of Object.keys(from)) {
      if (to[key] === undefined) changes.push({ path: joinPath(...at, key), value: null });
    }
    for (const [key, value] of Object.entries(to)) {
      if (value !== undefined) collect(from[key], value, [...at, key], changes);
    }
    return;
  }
  if (isIdList(from) && isIdList(to)) {
    for (const item of from) {
      const id = idOf(item) as string;
      if (!to.some((other) => idOf(other) === id)) changes.push({ path: joinPath(...at, id), value: null });
    }
    for (const item of to) {
      const id = idOf(item) as string;
      collect(
        from.find((other) => idOf(other) === id),
        item,
        [...at, id],
        changes,
      );
    }
    return;
  }
  changes.push({ path: joinPath(...at), value: to });
}

function isIdList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => idOf(item) !== undefined);
}
