/**
 * The visitor's own documents, stored in this browser.
 *
 * Each version of a work has a stamp. A save states the version that it was made from; if another tab has saved since, it becomes a work of
 * its own. Stamps are compared in the transaction that writes, so that two tabs cannot overwrite each other.
 *
 * A page that closes cannot wait for a database. It leaves in plain storage what it could not save, and the next page saves it.
 */
import type { DBSchema, IDBPObjectStore } from 'idb';
import type { DocumentKind } from '../scenario/link';
import { isDictionary } from '../scenario/path';
import { Database } from './database';
import { keysFrom, readItem, readJson, removeItem, writeItem } from './storage';

export interface Work {
  id: string;
  /** Absent: a scenario. */
  kind?: DocumentKind;
  title: string;
  /** ms since 1970 */
  changed: number;
  /** The entry that the work began with, for short links. */
  base?: string;
}

export interface StoredWork extends Work {
  /** Identifies this version. */
  stamp: string;
  /** JSON text. */
  document: string;
  /** The branches of its run, as links have them; absent if there is only one. */
  branches?: string;
}

/** A version to be saved. */
export interface Version {
  work: Work;
  document: { title?: string };
  branches?: string;
  /** Stamps of the versions that it was made from; any of them may be the stored one. Empty: it is new. */
  after: readonly string[];
  stamp: string;
}

export interface SaveResult {
  work: Work;
  stamp: string;
  /** The version that another tab had saved, in which case this one became a work of its own; null: there is none. */
  beside: Work | null;
}

interface Schema extends DBSchema {
  works: { key: string; value: StoredWork };
}

const PAGE = 'droptail.page';
const LAST: Record<DocumentKind, string> = {
  scenario: 'droptail.last',
  experiment: 'droptail.last.experiment',
};
const UNSAVED = 'droptail.unsaved.';

let lost: () => void = () => undefined;

const database = new Database<Schema>({
  name: 'droptail.works',
  version: 1,
  create: (db) => {
    db.createObjectStore('works', { keyPath: 'id' });
  },
  onLost: () => lost(),
});

/** Calls back when the works are gone: the visitor or another tab has cleared the storage. */
export function onWorksLost(call: () => void): void {
  lost = call;
}

/** All works, the latest first. Like all functions here it throws a StorageError. */
export async function listWorks(): Promise<StoredWork[]> {
  const works = await database.use((db) => db.getAll('works'));
  return works.sort((a, b) => b.changed - a.changed);
}

/** A work that is to be opened. */
export interface FoundWork extends Work {
  /** JSON text. */
  document: string;
  branches: string;
  /** Stamps of the versions that it was made from, and its own. */
  stamps: readonly string[];
  /** Where a page left it that could not save it; null: it is in the database. */
  place: string | null;
}

/** The latest version: one left by a page that could not save it comes before the one in the database. */
export async function readWork(id: string): Promise<FoundWork | undefined> {
  const unsaved = leftVersions().find(({ version }) => version.work.id === id);
  if (unsaved) {
    const { work, document, branches = '', after, stamp } = unsaved.version;
    const text = JSON.stringify(document);
    return { ...work, document: text, branches, stamps: [...after, stamp], place: unsaved.place };
  }
  const found = await database.use((db) => db.get('works', id));
  if (!found) return undefined;
  const { document, branches = '', stamp } = found;
  return { ...plain(found), document, branches, stamps: [stamp], place: null };
}

export async function hasWorks(): Promise<boolean> {
  return (await database.use((db) => db.count('works'))) > 0;
}

/** Saves a version: under the id of its work, or as a work of its own if another tab has saved meanwhile. */
export async function saveWork(version: Version): Promise<SaveResult> {
  const saved = await database.use(async (db): Promise<SaveResult> => {
    const transaction = db.transaction('works', 'readwrite');
    // A failed request only says that it failed; the transaction gives the reason when it ends.
    const ended = transaction.done.then(
      () => null,
      (error: unknown) => error,
    );
    const outcome = await put(transaction.store, version).catch((error: unknown) => ({ error }));
    const reason = (await ended) ?? ('error' in outcome ? outcome.error : null);
    if ('error' in outcome || reason !== null) throw reason;
    return outcome;
  });
  setLastWork(saved.work.kind ?? 'scenario', saved.work.id);
  return saved;
}

type Store = IDBPObjectStore<Schema, ['works'], 'works', 'readwrite'>;

async function put(
  store: Store,
  { work, document, branches = '', after, stamp }: Version,
): Promise<SaveResult> {
  const found = await store.get(work.id);
  const text = JSON.stringify(document);
  const others = branches === '' ? {} : { branches };
  if (found?.document === text && (found.branches ?? '') === branches)
    return { work: plain(found), stamp: found.stamp, beside: null };
  if (!found || after.includes(found.stamp)) {
    await store.put({ ...work, stamp, document: text, ...others });
    return { work, stamp, beside: null };
  }
  // The stamp is the id, so that a repeated call makes one work.
  const rest = (await store.getAll()).filter((w) => w.id !== stamp);
  const own = { ...work, id: stamp, title: titleBeside(work.title, new Set(rest.map((w) => w.title))) };
  await store.put({ ...own, stamp, document: JSON.stringify({ ...document, title: own.title }), ...others });
  return { work: own, stamp, beside: plain(found) };
}

function plain({ stamp: _, document: __, branches: ___, ...work }: StoredWork): Work {
  return work;
}

/** "One flow" → "One flow (version 2)", or the first number that is free. */
export function titleBeside(title: string, taken: ReadonlySet<string>): string {
  const stem = title.replace(/ \(version \d+\)$/, '');
  let number = 2;
  while (taken.has(`${stem} (version ${number})`)) number += 1;
  return `${stem} (version ${number})`;
}

export async function deleteWork(id: string): Promise<void> {
  for (const { version, place } of leftVersions()) if (version.work.id === id) forgetUnsaved(place);
  await database.use((db) => db.delete('works', id));
  for (const kind of ['scenario', 'experiment'] as const) if (lastWork(kind) === id) removeItem(LAST[kind]);
}

/** Leaves a version for the next page, in place of one left there before. False: the browser refuses. */
export function leaveUnsaved(place: string, version: Version): boolean {
  setLastWork(version.work.kind ?? 'scenario', version.work.id);
  return writeItem(UNSAVED + place, JSON.stringify(version));
}

export function forgetUnsaved(place: string): void {
  removeItem(UNSAVED + place);
}

/** Saves what earlier pages left. What still cannot be saved stays there. */
export async function saveLeftVersions(): Promise<SaveResult[]> {
  const saved: SaveResult[] = [];
  for (const { version, place } of leftVersions()) {
    const { kind = 'scenario', id } = version.work;
    const last = lastWork(kind);
    try {
      saved.push(await saveWork(version));
      forgetUnsaved(place);
      // Only what was open last is opened again.
      if (last !== id) setLastWork(kind, last);
    } catch {
      // It stays in plain storage, and a later page tries again.
    }
  }
  return saved;
}

interface LeftVersion {
  version: Version;
  place: string;
}

/** What other pages left. */
function leftVersions(): LeftVersion[] {
  return keysFrom(UNSAVED).flatMap((key) => {
    const version = readJson(key);
    return isVersion(version) ? [{ version, place: key.slice(UNSAVED.length) }] : [];
  });
}

function isWork(value: unknown): value is Work {
  return isDictionary(value) && typeof value.id === 'string' && typeof value.title === 'string';
}

function isVersion(value: unknown): value is Version {
  return (
    isDictionary(value) &&
    isWork(value.work) &&
    isDictionary(value.document) &&
    Array.isArray(value.after) &&
    typeof value.stamp === 'string'
  );
}

/** The work of a kind that was open last. */
export function lastWork(kind: DocumentKind): string | null {
  return readItem(LAST[kind]);
}

export function setLastWork(kind: DocumentKind, id: string | null): void {
  if (id === null) removeItem(LAST[kind]);
  else writeItem(LAST[kind], id);
}

/** Which page the visitor saw last. */
export function lastPage(): 'lab' | 'experiment' {
  return readItem(PAGE) === 'experiment' ? 'experiment' : 'lab';
}

export function setLastPage(page: 'lab' | 'experiment'): void {
  writeItem(PAGE, page);
}

/** An id for a work or a version, which no other tab makes at the same time. */
export function newWorkId(now = Date.now(), random = Math.random()): string {
  return now.toString(36) + Math.floor(random * 36 ** 8).toString(36);
}
