/** The papers' experiments that come with the page: static files beside it. */
import type { ChartKind, Experiment } from '../../generated/types';
import { isDictionary } from '../../scenario/path';
import { fetchEntry, fetchJson } from '../files';
import type { Picture } from '../gallery';
import { openTexts as t } from '../texts';

/** A paper with its experiments. Our own experiments come first, without authors. */
export interface Paper {
  id: string;
  title: string;
  /** Empty: not a published paper. */
  authors: string;
  year: number;
  venue: string;
  /** What came of its claims here: a paragraph, Markdown. Empty for our own experiments. */
  headline: string;
  /** The gallery scenario that shows it. */
  live?: { id: string; title: string };
  /** What it is about: a paragraph, Markdown. */
  story: string;
  experiments: PaperExperiment[];
}

/** One of a paper's tables or figures. */
export interface PaperExperiment {
  id: string;
  /** "Figure 6" */
  label: string;
  title: string;
  /** One sentence. */
  summary: string;
  /** The kind of chart in its figure. */
  kind: ChartKind;
  /** How many published values it is compared with. */
  published: number;
}

const folder = 'papers/';
let index: Promise<Paper[]> | null = null;

export function readPapers(): Promise<Paper[]> {
  index ??= fetchJson(`${folder}index.json`, t.noPaper)
    .then((value) => (isDictionary(value) ? (value.papers as Paper[]) : []))
    .catch((error: unknown) => {
      index = null;
      throw error;
    });
  return index;
}

/** Pictures for the cards by experiment id, drawn from the full results; empty if they cannot be read. */
export async function readPictures(): Promise<Record<string, Picture>> {
  try {
    return (await fetchJson(`${folder}pictures.json`, 'list of drawings')) as Record<string, Picture>;
  } catch {
    return {};
  }
}

/** The document of a paper's experiment, not yet checked by the engine. */
export async function readPaperExperiment(id: string): Promise<Experiment> {
  return (await fetchEntry(folder, id, t.noPaper)) as Experiment;
}
