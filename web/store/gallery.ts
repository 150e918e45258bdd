/** Gallery scenarios: static files beside the page. */
import type { Scenario } from '../generated/types';
import { type EntryLink, entryChecksum } from '../scenario/link';
import { isDictionary } from '../scenario/path';
import { unknownRevision } from '../scenario/payload';
import { fetchEntry, fetchJson } from './files';
import published from './revisions.json';
import { openTexts as t } from './texts';

/** The scenario that opens on a first visit. */
export const OPENING = 'three-algorithms';

export interface GalleryEntry {
  id: string;
  title: string;
  /** One sentence. */
  summary: string;
  /** What the picture shows. */
  shows: string;
  /** Terms for the search. */
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
let index: Promise<GallerySection[]> | null = null;

export function readGallery(): Promise<GallerySection[]> {
  index ??= fetchJson(`${folder}index.json`, t.noEntry)
    .then((value) => (isDictionary(value) ? (value.sections as GallerySection[]) : []))
    .catch((error: unknown) => {
      index = null;
      throw error;
    });
  return index;
}

const entries = new Map<string, Promise<Scenario>>();

/** Checksums of all published revisions of each entry, the first one first. */
const revisions: Readonly<Record<string, readonly string[] | undefined>> = published;

/** The number of the published revision of an entry with this checksum; null: there is none. */
export function revisionOf(id: string, checksum: string): number | null {
  const place = revisions[id]?.indexOf(checksum) ?? -1;
  return place < 0 ? null : place + 1;
}

/** The revision of an entry that a link refers to, even if the entry has changed since. */
export async function readRevision(link: EntryLink): Promise<Scenario> {
  const known = revisions[link.id] ?? [];
  // No substitute: another revision would be another run.
  if (link.revision !== null && link.revision > known.length)
    throw unknownRevision(link.id, link.revision, known.length);
  const number = link.revision ?? (link.base === null ? null : revisionOf(link.id, link.base));
  if (number === null) return readEntry(link.id);
  const wanted = known[number - 1];
  // An entry that was removed from the gallery still has its revisions.
  const now = number === known.length ? await readEntry(link.id).catch(() => null) : null;
  if (now !== null && entryChecksum(now) === wanted) return now;
  const file = await fetchJson(`${folder}revisions/${link.id}@${number}.json`, t.noEntry);
  if (entryChecksum(file) !== wanted) throw new Error(t.damagedRevision);
  return file as Scenario;
}

export function readEntry(id: string): Promise<Scenario> {
  let entry = entries.get(id);
  if (!entry) {
    // Not checked here: the engine does so on opening.
    entry = read(id);
    entries.set(id, entry);
    entry.catch(() => entries.delete(id));
  }
  return entry;
}

async function read(id: string): Promise<Scenario> {
  return (await fetchEntry(folder, id, t.noEntry)) as Scenario;
}
