import { expect, it } from 'vitest';
import type { Paper, PaperExperiment } from '../../store/experiment';
import { filterPapers, shortTitle } from './filter';

const one = (id: string, title: string, published: number): PaperExperiment => ({
  id,
  label: 'Figure 1',
  title,
  summary: '',
  kind: 'line',
  published,
});
const paper = (id: string, year: number, experiments: PaperExperiment[]): Paper => ({
  id,
  title: `${id}: a scheme of which the title goes on and on`,
  authors: '',
  year,
  venue: '',
  headline: '',
  story: '',
  experiments,
});
const papers = [
  paper('Randomized', 2002, [one('a', 'Buffers', 3), one('b', 'Phases', 0)]),
  paper('Own', 0, [one('c', 'Buffers', 0)]),
];
const all = { query: '', paper: '', show: 'all' as const, done: new Set<string>() };
const ids = (found: Paper[]) => found.flatMap((p) => p.experiments.map((e) => e.id));

it('finds experiments by words, paper, published values and results', () => {
  expect(ids(filterPapers(papers, all))).toEqual(['a', 'b', 'c']);
  expect(ids(filterPapers(papers, { ...all, query: 'buffers' }))).toEqual(['a', 'c']);
  expect(ids(filterPapers(papers, { ...all, query: '2002 phases' }))).toEqual(['b']);
  expect(ids(filterPapers(papers, { ...all, paper: 'Own' }))).toEqual(['c']);
  expect(ids(filterPapers(papers, { ...all, show: 'published' }))).toEqual(['a']);
  expect(ids(filterPapers(papers, { ...all, show: 'done', done: new Set(['b']) }))).toEqual(['b']);
  expect(filterPapers(papers, { ...all, query: 'nothing' })).toEqual([]);
});

it('shortens the titles of papers', () => {
  expect(papers.map(shortTitle)).toEqual(['Randomized, 2002', 'Own']);
});
