/**
 * Changes a document by path, a JSON pointer in which list items are named by id,
 * such as `/links/core/forward/queue/params/limitPackets`. Pure: unchanged parts are shared with the old document.
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

/** The value at a path; undefined if there is none. */
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
 * The document with `value` at `path`, by the engine's rules: null removes, and a new id in a list adds an item. Missing objects
 * along the path are created, a missing `backward` as a copy of `forward`, missing `controllers` as a list. Throws if the path does not exist.
 */
export function setPath<T>(document: T, path: string, value: Json): T {
  return replaceAt(document, splitPath(path), value, path) as T;
}

function replaceAt(target: Json, parts: string[], value: Json, path: string): Json {
  const [part, ...rest] = parts;
  if (part === undefined) return value;
  if (Array.isArray(target)) return replaceInList(target, part, rest, value, path);
  if (!isDictionary(target) || FORBIDDEN.has(part)) throw notFound(path);
  const old = Object.hasOwn(target, part) ? target[part] : undefined;
  if (rest.length === 0 && value === null) {
    if (!Object.hasOwn(target, part)) return target;
    const { [part]: _removed, ...kept } = target;
    return kept;
  }
  // Null counts as missing.
  const now = replaceAt(rest.length === 0 ? old : (old ?? defaultAt(target, part)), rest, value, path);
  return now === old ? target : { ...target, [part]: now };
}

/** The initial value of a missing part: both directions of a link are equal until one of them is changed. */
function defaultAt(target: Dictionary, part: string): Json {
  if (part === 'controllers') return [];
  return part === 'backward' && Object.hasOwn(target, 'forward') ? target.forward : {};
}

function replaceInList(list: Json[], id: string, rest: string[], value: Json, path: string): Json {
  const place = list.findIndex((item) => idOf(item) === id);
  if (rest.length > 0 || value === null) {
    if (place < 0) throw notFound(path);
    if (rest.length === 0) return list.toSpliced(place, 1);
  } else if (idOf(value) !== id) {
    throw new Error(`Not the id that the path names: ${path}`);
  }
  if (place < 0) return [...list, value];
  const now = replaceAt(list[place], rest, value, path);
  return now === list[place] ? list : list.with(place, now);
}

function notFound(path: string): Error {
  return new Error(`No such place: ${path}`);
}

/** The document after a timed edit. Throws for edits that the engine refuses, since some parts cannot change during a run. */
export function applyEdit<T>(document: T, { path, value }: Pick<Edit, 'path' | 'value'>): T {
  if (FIXED.includes(splitPath(path)[0] ?? '')) throw new Error(`It cannot change in a run: ${path}`);
  return setPath(document, path, value ?? null);
}

/** The document after some edits, in order. Edits that no longer apply are left out. */
export function applyEdits(scenario: Scenario, edits: readonly Pick<Edit, 'path' | 'value'>[]): Scenario {
  let result = scenario;
  for (const edit of edits) {
    try {
      result = applyEdit(result, edit);
    } catch {
      // The engine refused it as well, or undo has removed what it names. The other edits still apply.
    }
  }
  return result;
}

/** Whether a path is cosmetic: names, positions, title, notes and lesson do not affect the simulation. */
export function isCosmetic(path: string): boolean {
  const parts = splitPath(path);
  if (['title', 'notes', 'lesson'].includes(parts[0] ?? '')) return true;
  if (parts.length !== 3) return false;
  if (parts[0] === 'nodes') return parts[2] === 'x' || parts[2] === 'y' || parts[2] === 'name';
  return parts[0] === 'flows' && parts[2] === 'name';
}

/** Whether a path belongs to the run as a whole: seed, length and measurement cannot change during a run. */
export function isRunSetting(path: string): boolean {
  return ['seed', 'durationS', 'sampling', 'engine'].includes(splitPath(path)[0] ?? '');
}

/**
 * Changes the document without a timed edit. If a timed edit added the item, the value of that edit is changed instead. A new item that joins
 * what an edit added becomes an edit of the same time. Removing an item also removes the timed edits of it. So does a new version of a
 * controller: they would bring back earlier ones.
 */
export function setInSource(source: Scenario, path: string, value: Json): Scenario {
  const [list, id, ...rest] = splitPath(path);
  if (id === undefined) {
    // The engine treats a missing title or missing notes as empty.
    const isText = list === 'title' || list === 'notes';
    return setPath(source, path, isText ? (value ?? '') : value);
  }
  const prefix = joinPath(list ?? '', id);
  const edits = source.edits ?? [];
  const place = edits.findLastIndex((e) => e.path === prefix && isDictionary(e.value));
  const edit = edits[place];
  const others = () => edits.filter((e) => e.path !== prefix && !e.path.startsWith(`${prefix}/`));
  if (rest.length === 0 && value === null) {
    const kept = others();
    const without = getPath(source, path) === undefined ? source : setPath(source, path, null);
    return kept.length === edits.length ? without : { ...without, edits: kept };
  }
  if (rest.length === 0 && list === 'controllers') {
    const kept = others().map((e) =>
      e.path === '/controllers' && Array.isArray(e.value)
        ? { ...e, value: setPath(e.value, joinPath(id), value) }
        : e,
    );
    return { ...setPath(source, path, value), edits: kept };
  }
  if (getPath(source, prefix) !== undefined) return setPath(source, path, value);
  if (!edit && rest.length > 0) return source;
  if (!edit) {
    const after = edits.findLastIndex((e) => isEndOf(value, e.path));
    const { atS } = edits[after] ?? {};
    return atS === undefined
      ? setPath(source, path, value)
      : { ...source, edits: edits.toSpliced(after + 1, 0, { atS, path, value }) };
  }
  const changed = {
    ...edit,
    value: rest.length === 0 ? value : setPath(edit.value, joinPath(...rest), value),
  };
  return { ...source, edits: edits.with(place, changed) };
}

/** Whether a link or a flow ends at the node with this path. */
function isEndOf(item: Json, node: string): boolean {
  if (!isDictionary(item)) return false;
  return [item.a, item.b, item.from, item.to].some(
    (end) => typeof end === 'string' && joinPath('nodes', end) === node,
  );
}

/** Whether two documents simulate the same run. */
export function sameSimulation(a: Scenario, b: Scenario): boolean {
  return a === b || stableJson(simulationInput(a)) === stableJson(simulationInput(b));
}

function simulationInput(scenario: Scenario): Json {
  const { title: _title, notes: _notes, lesson: _lesson, ...rest } = scenario;
  return {
    ...rest,
    nodes: scenario.nodes.map(({ id, kind }) => ({ id, kind })),
    flows: scenario.flows.map(({ name: _name, ...flow }) => flow),
    edits: (scenario.edits ?? []).map(editInput),
  };
}

/** Whether two timed edits change a run in the same way. */
export function sameEdit(a: Edit, b: Edit): boolean {
  return stableJson(editInput(a)) === stableJson(editInput(b));
}

const editInput = (edit: Edit) => ({ ...edit, value: withoutCosmetics(edit.path, edit.value) });

function withoutCosmetics(path: string, value: Json): Json {
  if (!/^\/(nodes|flows)\/[^/]+$/.test(path) || !isDictionary(value)) return value;
  const { name: _name, x: _x, y: _y, ...rest } = value;
  return rest;
}

/** JSON with sorted keys: equal for equal values. */
export function stableJson(value: Json): string {
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

/** The path of a parameter that a link in a text names; null for other links. */
export const parameterOf = (href: string): string | null => /^#(\/.+)$/.exec(href)?.[1] ?? null;

/** Id of the first flow that runs the controller whose script a path names; undefined if it names something else. */
export function flowWithScript(scenario: Scenario, path: string): string | undefined {
  const [list, id, field = 'script'] = splitPath(path);
  if (list !== 'controllers' || field !== 'script') return undefined;
  return scenario.flows.find((flow) => flow.algorithm === id)?.id;
}
