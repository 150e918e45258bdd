/**
 * Remembers documents that the engine did not respond for. Such a document opens paused the next time; one that could not even be opened
 * paused is not opened. The first frame removes the entry.
 */
import { run } from './run';
import { session } from './session';
import { readJson, removeItem, writeItem } from './storage';

export interface UnansweredEntry {
  /** The run has to get past this simulated time, s; below zero: any frame will do. */
  atS: number;
  /** How many openings in a row had no frame. */
  tries: number;
}

const KEY = 'droptail.unanswered';
/** Beyond this number the oldest are dropped. */
const MAX_KEPT = 20;
/** A visitor who leaves within this time, ms, has not waited for the engine. */
const EARLY_MS = 2000;

/** Used instead of storage: an embed stores nothing, and some browsers refuse to. */
const memory = new Map<string, UnansweredEntry>();

interface Named {
  name: string;
  /** The entry before the document was opened. */
  before: UnansweredEntry | undefined;
  /** The entry now. */
  stamp: UnansweredEntry | undefined;
  /** When waiting for the engine began, ms; null: it has not loaded yet. */
  since: number | null;
  /** The document is on screen, so frames belong to it. */
  shown: boolean;
}

/** The document that is open, or about to be. */
let current: Named | null = null;
/** The document that stays open if that fails. */
let previous: Named | null = null;

function all(): Map<string, UnansweredEntry> {
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

function keep(name: string, stamp: UnansweredEntry | undefined): void {
  if (current?.name === name) current.stamp = stamp;
  const known = all();
  known.delete(name);
  if (stamp) known.set(name, stamp);
  for (const old of [...known.keys()].slice(0, -MAX_KEPT)) known.delete(old);
  memory.clear();
  if (!session.getState().embed) {
    const list = [...known].map(([of, { atS, tries }]) => [of, atS, tries]);
    if (list.length === 0) removeItem(KEY);
    else if (writeItem(KEY, JSON.stringify(list))) return;
  }
  for (const [of, it] of known) memory.set(of, it);
}

/** A document is about to be opened; returns its entry from before. @param name null: it cannot be identified */
export function begin(name: string | null): UnansweredEntry | undefined {
  if (!current || current.shown) previous = current;
  const before = name === null ? undefined : all().get(name);
  current = name === null ? null : { name, before, stamp: before, since: null, shown: false };
  if (run.getState().status === 'ready') engineStarted();
  return before;
}

/** The engine has loaded: from now on it is the engine that is waited for. */
export function engineStarted(): void {
  if (!current || current.since !== null) return;
  const { name, before } = current;
  current.since = performance.now();
  keep(name, { atS: before ? Math.max(0, before.atS) : -1, tries: (before?.tries ?? 0) + 1 });
}

/** The document has come on screen. */
export function shown(): void {
  if (current) current.shown = true;
  previous = null;
}

/** A frame of the document on screen has come. */
export function answered(nowS: number): void {
  if (!current?.shown || !current.stamp) return;
  const { name, stamp } = current;
  if (nowS > stamp.atS) keep(name, undefined);
  else if (stamp.tries > 0) keep(name, { ...stamp, tries: 0 });
}

/** The engine does not respond, or has ended, at this simulated time of the run on screen, s. */
export function failedAt(nowS: number): void {
  if (!current || current.since === null) return;
  const { name, stamp } = current;
  keep(name, { atS: Math.max(current.shown ? nowS : 0, stamp?.atS ?? 0), tries: stamp?.tries ?? 0 });
}

/** The engine responds after all. */
export function works(): void {
  if (current) keep(current.name, undefined);
}

/** The document was refused by the engine. */
export function refused(): void {
  works();
  current = previous;
}

/** The document never reached the engine, or the page is left at once: restores the entry from before. */
export function withdraw(): void {
  if (current && current.since !== null) keep(current.name, current.before);
  current = previous;
}

/** The visitor leaves the page. */
export function leave(): void {
  if (!current?.stamp?.tries || current.since === null) return;
  if (performance.now() - current.since < EARLY_MS) withdraw();
}

/** The document on screen has become a work, with another name. */
export function rename(name: string): void {
  if (current?.name === name) return;
  current = { name, before: undefined, stamp: undefined, since: performance.now(), shown: true };
}
