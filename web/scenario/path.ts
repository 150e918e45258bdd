/**
 * Changes of a document by path: a JSON pointer in which things in a list are named by id,
 * as in `/links/core/forward/queue/params/limitPackets`. Pure: what does not change is shared with the old document.
 */
import type { Edit, Scenario } from '../generated/types';

type Json = unknown;
type Dictionary = { [key: string]: Json };

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** The parts of a path. */
export function splitPath(path: string): string[] {
  if (!path.startsWith('/')) throw new Error(`A path starts with "/": ${path}`);
  return path
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function joinPath(...parts: string[]): string {
  return parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** What stands at a path; undefined where nothing does. */
export function getPath(document: Json, path: string): Json {
  let value: Json = document;
  for (const part of splitPath(path)) {
    if (Array.isArray(value)) value = value.find((item) => idOf(item) === part);
    else if (isDictionary(value) && Object.hasOwn(value, part)) value = value[part];
    else return undefined;
  }
  return value;
}

/** The document with `value` at `path`; null removes what the path names, a new id in a list adds to it. */
export function setPath<T>(document: T, path: string, value: Json): T {
  return put(document, splitPath(path), value, path) as T;
}

function put(target: Json, parts: string[], value: Json, path: string): Json {
  const [part, ...rest] = parts;
  if (part === undefined) return value;
  if (FORBIDDEN.has(part)) throw new Error(`No such place: ${path}`);
  if (Array.isArray(target)) return putInList(target, part, rest, value, path);
  const before: Dictionary = isDictionary(target) ? target : {};
  if (target !== undefined && target !== null && !isDictionary(target)) {
    throw new Error(`No such place: ${path}`);
  }
  const last = rest.length === 0;
  if (last && value === null) {
    if (!Object.hasOwn(before, part)) return target;
    const { [part]: _removed, ...kept } = before;
    return kept;
  }
  const old = Object.hasOwn(before, part) ? before[part] : undefined;
  const now = put(old, rest, value, path);
  return now === old ? target : { ...before, [part]: now };
}

function putInList(list: Json[], id: string, rest: string[], value: Json, path: string): Json {
  const place = list.findIndex((item) => idOf(item) === id);
  if (rest.length === 0 && value === null) {
    return place < 0 ? list : list.toSpliced(place, 1);
  }
  if (place < 0) {
    if (rest.length > 0) throw new Error(`No such place: ${path}`);
    return [...list, value];
  }
  const now = put(list[place], rest, value, path);
  return now === list[place] ? list : list.with(place, now);
}

/** The document as it stands once `edits` are made, in their order. An edit that no longer fits is left out. */
export function applyEdits(scenario: Scenario, edits: readonly Pick<Edit, 'path' | 'value'>[]): Scenario {
  let result = scenario;
  for (const edit of edits) {
    try {
      result = setPath(result, edit.path, edit.value ?? null);
    } catch {
      // The engine refused it as well, or a thing it names was taken out by undo; the rest still counts.
    }
  }
  return result;
}

/** Names, positions, title, notes and lesson are not input of the simulation. */
export function isCosmetic(path: string): boolean {
  const parts = splitPath(path);
  if (['title', 'notes', 'lesson'].includes(parts[0] ?? '')) return true;
  if (parts.length !== 3) return false;
  if (parts[0] === 'nodes') return parts[2] === 'x' || parts[2] === 'y' || parts[2] === 'name';
  return parts[0] === 'flows' && parts[2] === 'name';
}

/** Seed, length and measurement belong to the whole run: there is no moment at which they could change. */
export function isOfWholeRun(path: string): boolean {
  return ['seed', 'durationS', 'sampling', 'engine'].includes(splitPath(path)[0] ?? '');
}

/**
 * Changes the document without a timed edit. A thing that a timed edit added lives in that edit's value, so it is changed
 * there; a thing that goes takes along what timed edits did to it.
 */
export function setInSource(source: Scenario, path: string, value: Json): Scenario {
  const [list, id, ...rest] = splitPath(path);
  if (id === undefined) return setPath(source, path, value);
  const prefix = joinPath(list ?? '', id);
  const edits = source.edits ?? [];
  const place = edits.findLastIndex((e) => e.path === prefix && isDictionary(e.value));
  const edit = edits[place];
  if (rest.length === 0 && value === null) {
    const others = edits.filter((e) => e.path !== prefix && !e.path.startsWith(`${prefix}/`));
    const without = setPath(source, path, null);
    return others.length === edits.length ? without : { ...without, edits: others };
  }
  if (getPath(source, prefix) !== undefined) return setPath(source, path, value);
  if (!edit) return rest.length === 0 ? setPath(source, path, value) : source;
  const changed = {
    ...edit,
    value: rest.length === 0 ? value : setPath(edit.value, joinPath(...rest), value),
  };
  return { ...source, edits: edits.with(place, changed) };
}

/** Whether two documents run alike. */
export function sameSimulation(a: Scenario, b: Scenario): boolean {
  return a === b || stable(simulationInput(a)) === stable(simulationInput(b));
}

function simulationInput(scenario: Scenario): Json {
  const { title: _title, notes: _notes, lesson: _lesson, ...rest } = scenario;
  return {
    ...rest,
    nodes: scenario.nodes.map(({ id, kind }) => ({ id, kind })),
    flows: scenario.flows.map(({ name: _name, ...flow }) => flow),
    edits: (scenario.edits ?? []).map((edit) => ({ ...edit, value: withoutLooks(edit.path, edit.value) })),
  };
}

function withoutLooks(path: string, value: Json): Json {
  if (!/^\/(nodes|flows)\/[^/]+$/.test(path) || !isDictionary(value)) return value;
  const { name: _name, x: _x, y: _y, ...rest } = value;
  return rest;
}

/** JSON with sorted keys: equal for equal values. */
export function stable(value: Json): string {
  return JSON.stringify(value, (_key, item) =>
    isDictionary(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
  );
}

export function idOf(item: Json): string | undefined {
  return isDictionary(item) && typeof item.id === 'string' ? item.id : undefined;
}

export function isDictionary(value: Json): value is Dictionary {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
