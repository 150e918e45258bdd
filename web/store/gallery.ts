/** The classics that come with the page: static files beside it. */
import type { Scenario } from '../generated/types';
import { isDictionary } from '../scenario/path';
import { fetchEntry, fetchJson } from './files';

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
const MISSING = 'There is no such entry in the gallery.';
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
