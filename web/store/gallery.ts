/** Gallery scenarios: static files beside the page. */
import type { Scenario } from '../generated/types';
import { type EntryLink, entryChecksum } from '../scenario/link';
import { isDictionary } from '../scenario/path';
import { noSuchRevision } from '../scenario/payload';
import { fetchEntry, fetchJson } from './files';
import published from './revisions.json';
import { openTexts as t } from './texts';

/** The scenario that opens when nothing else is asked for. */
export const OPENING = 'three-algorithms';

export interface GalleryEntry {
  id: string;
  title: string;
  /** One sentence. */
  summary: string;
  /** What the picture shows. */
  shows: string;
  /** Words to find it by. */
  tags: string[];
  picture: Picture;
}

/** A small drawing of a run: curves in a box of 100 × 48, made by the project's own script. */
export interface Picture {
  curves: { flow: number | null; points: string }[];
}

export interface GallerySection {
  title: string;
  summary: string;
  entries: GalleryEntry[];
}

const folder = 'gallery/';
const MISSING = t.noEntry;
let index: Promise<GallerySection[]> | null = null;

export function readGallery(): Promise<GallerySection[]> {
  index ??= fetchJson(`${folder}index.json`, MISSING)
    .then((value) => (isDictionary(value) ? (value.sections as GallerySection[]) : []))
    .catch((error: unknown) => {
      index = null;
      throw error;
    });
  return index;
}

const entries = new Map<string, Promise<Scenario>>();

/** Checksums of the revisions of each entry that were ever published, the first one first. */
const revisions: Readonly<Record<string, readonly string[] | undefined>> = published;

/** Number of the revision of an entry that has this checksum; null: it was not published. */
export function revisionOf(id: string, checksum: string): number | null {
  const place = revisions[id]?.indexOf(checksum) ?? -1;
  return place < 0 ? null : place + 1;
}

/** The revision of an entry that a link names, even if the entry has changed since. */
export async function readRevision(link: EntryLink): Promise<Scenario> {
  const known = revisions[link.id] ?? [];
  // Another revision in its place would be another run.
  if (link.revision !== null && link.revision > known.length)
    throw noSuchRevision(link.id, link.revision, known.length);
  const number = link.revision ?? (link.base === null ? null : revisionOf(link.id, link.base));
  if (number === null) return readEntry(link.id);
  const wanted = known[number - 1];
  // An entry that is no longer in the gallery lives on in its revisions.
  const now = number === known.length ? await readEntry(link.id).catch(() => null) : null;
  if (now !== null && entryChecksum(now) === wanted) return now;
  const file = await fetchJson(`${folder}revisions/${link.id}@${number}.json`, MISSING);
  if (entryChecksum(file) !== wanted) throw new Error(t.damagedRevision);
  return file as Scenario;
}

export function readEntry(id: string): Promise<Scenario> {
  let entry = entries.get(id);
  if (!entry) {
    // The engine checks it on opening; until then it is only passed on.
    entry = read(id);
    entries.set(id, entry);
    entry.catch(() => entries.delete(id));
  }
  return entry;
}

async function read(id: string): Promise<Scenario> {
  return (await fetchEntry(folder, id, MISSING)) as Scenario;
}
