/** The papers' experiments that come with the page: static files beside it. */
import type { ChartKind, Experiment } from '../generated/types';
import { isDictionary } from '../scenario/path';
import { fetchEntry, fetchJson } from '../store/files';

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
const MISSING = 'There is no such experiment among those of the papers.';
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

/** The document of a paper's experiment. The engine checks it on opening; until then it is only passed on. */
export async function readPaperExperiment(id: string): Promise<Experiment> {
  return (await fetchEntry(folder, id, MISSING)) as Experiment;
}
