/** Which experiments the papers page lists. */
import type { Paper, PaperExperiment } from '../../store/experiment';
import { matches } from '../gallery/search';

export type Show = 'all' | 'published' | 'done';

/** Papers with their matching experiments, without papers that have none. */
export function filterPapers(
  papers: readonly Paper[],
  { query, paper, show, done }: { query: string; paper: string; show: Show; done: ReadonlySet<string> },
): Paper[] {
  const matchesFilter = (p: Paper, e: PaperExperiment) =>
    (show === 'all' || (show === 'published' ? e.published > 0 : done.has(e.id))) &&
    matches(query, [p.title, p.authors, String(p.year || ''), p.venue, e.label, e.title, e.summary]);
  return papers
    .filter((p) => paper === '' || p.id === paper)
    .map((p) => ({ ...p, experiments: p.experiments.filter((e) => matchesFilter(p, e)) }))
    .filter((p) => p.experiments.length > 0);
}

/** A short name of a paper: its title up to a colon, and the year. */
export function shortTitle(paper: Paper): string {
  const title = paper.title.split(':')[0] ?? paper.title;
  const words = title.length > 34 ? `${title.slice(0, 32).replace(/\s+\S*$/, '')} …` : title;
  return paper.year ? `${words}, ${paper.year}` : words;
}
