/**
 * Changes of a document by path: a JSON pointer in which things in a list are named by id,
 * as in `/links/core/forward/queue/params/limitPackets`. Pure: what does not change is shared with the old document.
 */
import { FIXED } from '../generated/boundary';
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

/**
 * The document with `value` at `path`. As the engine does it: null removes what the path names, a new id in a list adds to it; missing
 * missing objects along the path are made, a missing `backward` as a copy of `forward`. Throws where there is no such place.
 */
export function setPath<T>(document: T, path: string, value: Json): T {
  return put(document, splitPath(path), value, path) as T;
}

function put(target: Json, parts: string[], value: Json, path: string): Json {
  const [part, ...rest] = parts;
  if (part === undefined) return value;
  if (Array.isArray(target)) return putInList(target, part, rest, value, path);
  if (!isDictionary(target) || FORBIDDEN.has(part)) throw nothingAt(path);
  const old = Object.hasOwn(target, part) ? target[part] : undefined;
  if (rest.length === 0 && value === null) {
    if (!Object.hasOwn(target, part)) return target;
    const { [part]: _removed, ...kept } = target;
    return kept;
  }
  // What is null is not there.
  const now = put(rest.length === 0 ? old : (old ?? beginning(target, part)), rest, value, path);
  return now === old ? target : { ...target, [part]: now };
}

/** What a path finds where there was nothing: both directions of a link are alike until one of them is to differ. */
function beginning(target: Dictionary, part: string): Json {
  return part === 'backward' && Object.hasOwn(target, 'forward') ? target.forward : {};
}

function putInList(list: Json[], id: string, rest: string[], value: Json, path: string): Json {
  const place = list.findIndex((item) => idOf(item) === id);
  if (rest.length > 0 || value === null) {
    if (place < 0) throw nothingAt(path);
    if (rest.length === 0) return list.toSpliced(place, 1);
  } else if (idOf(value) !== id) {
    throw new Error(`Not the id that the path names: ${path}`);
  }
  if (place < 0) return [...list, value];
  const now = put(list[place], rest, value, path);
  return now === list[place] ? list : list.with(place, now);
}

function nothingAt(path: string): Error {
  return new Error(`No such place: ${path}`);
}

/** The document as a timed edit leaves it; throws where the engine would refuse, too: some parts do not change while a run goes on. */
export function applyEdit<T>(document: T, { path, value }: Pick<Edit, 'path' | 'value'>): T {
  if (FIXED.includes(splitPath(path)[0] ?? '')) throw new Error(`It cannot change in a run: ${path}`);
  return setPath(document, path, value ?? null);
}

/** The document as it stands once `edits` are made, in their order. An edit that no longer fits is left out. */
export function applyEdits(scenario: Scenario, edits: readonly Pick<Edit, 'path' | 'value'>[]): Scenario {
  let result = scenario;
  for (const edit of edits) {
    try {
      result = applyEdit(result, edit);
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
  if (id === undefined) {
    // The engine reads a missing title or missing notes as the empty text.
    const isText = list === 'title' || list === 'notes';
    return setPath(source, path, isText ? (value ?? '') : value);
  }
  const prefix = joinPath(list ?? '', id);
  const edits = source.edits ?? [];
  const place = edits.findLastIndex((e) => e.path === prefix && isDictionary(e.value));
  const edit = edits[place];
  if (rest.length === 0 && value === null) {
    const others = edits.filter((e) => e.path !== prefix && !e.path.startsWith(`${prefix}/`));
    const without = getPath(source, path) === undefined ? source : setPath(source, path, null);
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
