/** The papers' experiments that come with the page: static files beside it. */
import type { ChartKind, Experiment } from '../../generated/types';
import { isDictionary } from '../../scenario/path';
import { fetchEntry, fetchJson } from '../files';
import type { Picture } from '../gallery';
import { openTexts as t } from '../texts';

/** A paper with its experiments; some of our own stand first, without authors. */
export interface Paper {
  id: string;
  title: string;
  /** Empty: no paper. */
  authors: string;
  year: number;
  venue: string;
  /** A paragraph, Markdown. */
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
  /** What its figure is drawn as. */
  kind: ChartKind;
  /** How many values the paper states. */
  published: number;
}

const folder = 'papers/';
const MISSING = t.noPaper;
let index: Promise<Paper[]> | null = null;

export function readPapers(): Promise<Paper[]> {
  index ??= fetchJson(`${folder}index.json`, MISSING)
    .then((value) => (isDictionary(value) ? (value.papers as Paper[]) : []))
    .catch((error: unknown) => {
      index = null;
      throw error;
    });
  return index;
}

/** Drawings for the cards, by the experiments' ids: what came out at full size. None where they cannot be read. */
export async function readPictures(): Promise<Record<string, Picture>> {
  try {
    return (await fetchJson(`${folder}pictures.json`, 'list of drawings')) as Record<string, Picture>;
  } catch {
    return {};
  }
}

/** The document of a paper's experiment. The engine checks it on opening; until then it is only passed on. */
export async function readPaperExperiment(id: string): Promise<Experiment> {
  return (await fetchEntry(folder, id, MISSING)) as Experiment;
}
