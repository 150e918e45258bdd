/**
 * Remembers documents that the engine did not answer for. Such a document opens paused the next time; one that could not even be opened
 * paused is not opened. The first frame removes the entry.
 */
import { run } from './run';
import { session } from './session';
import { readJson, removeItem, writeItem } from './storage';

export interface Stamp {
  /** It has to get past this simulated time, s; below zero: any frame will do. */
  atS: number;
  /** Openings one after the other that no frame has followed. */
  tries: number;
}

const KEY = 'droptail.unanswered';
/** The oldest go first. */
const MOST_KEPT = 20;
/** A page that is closed within this time, ms, has not waited for the engine. */
const EARLY_MS = 2000;

/** In place of the storage: an embed keeps nothing, and some browsers refuse to. */
const memory = new Map<string, Stamp>();

interface Named {
  name: string;
  /** What was known of it before it was opened. */
  before: Stamp | undefined;
  /** What is kept of it now. */
  stamp: Stamp | undefined;
  /** When the engine began to be waited for, ms; null: it is not there yet. */
  since: number | null;
  /** It is on screen: frames are of it. */
  shown: boolean;
}

/** What is open, or about to be. */
let current: Named | null = null;
/** What stays open if that fails. */
let previous: Named | null = null;

function all(): Map<string, Stamp> {
  const known = new Map(memory);
  const found = session.getState().embed ? null : readJson(KEY);
  if (Array.isArray(found))
    for (const entry of found) {
      const [name, atS, tries] = Array.isArray(entry) ? entry : [];
      if (typeof name === 'string' && typeof atS === 'number' && typeof tries === 'number')
        known.set(name, { atS, tries });
    }
  return known;
}

function keep(name: string, stamp: Stamp | undefined): void {
  if (current?.name === name) current.stamp = stamp;
  const known = all();
  known.delete(name);
  if (stamp) known.set(name, stamp);
  for (const old of [...known.keys()].slice(0, -MOST_KEPT)) known.delete(old);
  memory.clear();
  if (!session.getState().embed) {
    const list = [...known].map(([of, { atS, tries }]) => [of, atS, tries]);
    if (list.length === 0) removeItem(KEY);
    else if (writeItem(KEY, JSON.stringify(list))) return;
  }
  for (const [of, it] of known) memory.set(of, it);
}

/** Something is about to be opened; gives what is known of it from before. Null: it has no name to be known by. */
export function begin(name: string | null): Stamp | undefined {
  if (!current || current.shown) previous = current;
  const before = name === null ? undefined : all().get(name);
  current = name === null ? null : { name, before, stamp: before, since: null, shown: false };
  if (run.getState().status === 'ready') engineStarted();
  return before;
}

/** From here on it is the engine that is waited for. */
export function engineStarted(): void {
  if (!current || current.since !== null) return;
  const { name, before } = current;
  current.since = performance.now();
  keep(name, { atS: before ? Math.max(0, before.atS) : -1, tries: (before?.tries ?? 0) + 1 });
}

/** What was to be opened is on screen. */
export function shown(): void {
  if (current) current.shown = true;
  previous = null;
}

/** A frame has come, of what is on screen. */
export function answered(nowS: number): void {
  if (!current?.shown || !current.stamp) return;
  const { name, stamp } = current;
  if (nowS > stamp.atS) keep(name, undefined);
  else if (stamp.tries > 0) keep(name, { ...stamp, tries: 0 });
}

/** The engine is silent or has ended at this simulated time of the run on screen, s. */
export function failedAt(nowS: number): void {
  if (!current || current.since === null) return;
  const { name, stamp } = current;
  keep(name, { atS: Math.max(current.shown ? nowS : 0, stamp?.atS ?? 0), tries: stamp?.tries ?? 0 });
}

/** It works after all. */
export function works(): void {
  if (current) keep(current.name, undefined);
}

/** What was to be opened is not, though the engine has answered. */
export function refused(): void {
  works();
  current = previous;
}

/** What was to be opened never got as far as the engine, or the page is left at once: all is as before. */
export function withdraw(): void {
  if (current && current.since !== null) keep(current.name, current.before);
  current = previous;
}

/** The page is left. */
export function leave(): void {
  if (!current?.stamp?.tries || current.since === null) return;
  if (performance.now() - current.since < EARLY_MS) withdraw();
}

/** What is on screen has another name: it has become a work. */
export function rename(name: string): void {
  if (current?.name === name) return;
  current = { name, before: undefined, stamp: undefined, since: performance.now(), shown: true };
}
