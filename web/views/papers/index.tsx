import '../gallery/gallery.css';
import './papers.css';
import { useEffect, useMemo, useState } from 'react';
import { english } from '../../language/english';
import { entryFragment } from '../../scenario/link';
import { useDocument } from '../../store';
import { saveChanges } from '../../store/autosave';
import {
  openPaper,
  type Paper,
  type PaperExperiment,
  readPapers,
  readPictures,
  refreshStored,
  type StoredResults,
  useExperiment,
} from '../../store/experiment';
import { openGallery } from '../../store/open';
import { session } from '../../store/session';
import { Bar, BarButton } from '../../ui/Bar';
import { CardLink } from '../../ui/CardLink';
import { Choice } from '../../ui/Choice';
import { useKept, useKeptPlace } from '../../ui/kept';
import { Radios } from '../../ui/Radios';
import { Search } from '../../ui/Search';
import { ThemeButton } from '../../ui/ThemeButton';
import { useLayout } from '../../ui/use-layout';
import { readPreviews } from '../experiment/previews';
import { OpenFile } from '../gallery/Gallery';
import { Picture } from '../gallery/Picture';
import { useWorks } from '../gallery/use-works';
import { Markdown } from '../inspector/Notes';
import { MessageLine } from '../messages/MessageLine';
import { Messages } from '../messages/Messages';
import { ChartIcon } from './ChartIcon';
import { filterPapers, type Show, shortTitle } from './filter';
import { OwnExperiments } from './OwnExperiments';
import { papersTexts as t } from './texts';

const back = () => session.setState({ page: 'lab' });

const filters = (): [Show, string][] => [
  ['all', t.all],
  ['published', t.published],
  ['done', t.runHere],
];

/** The papers with their experiments, and the visitor's own experiments. */
export function PapersPage() {
  const [papers, setPapers] = useState<Paper[]>([]);
  const [failed, setFailed] = useState('');
  const [query, setQuery] = useKept('papers query', '');
  const [paper, setPaper] = useKept('papers paper', '');
  const [show, setShow] = useKept<Show>('papers show', 'all');
  const [works, readWorks, trouble] = useWorks();
  const list = useKeptPlace('papers', [papers, works]);
  const kept = useExperiment((s) => s.kept);
  const current = useDocument((d) => d.title);
  const layout = useLayout();
  const phone = layout === 'phone';
  // Previews of runs in this browser take precedence.
  const [previews, setPreviews] = useState(readPreviews);

  useEffect(() => {
    void saveChanges().then(readWorks);
    void refreshStored();
    void readPictures().then((pictures) => setPreviews({ ...pictures, ...readPreviews() }));
    readPapers().then(setPapers, (error: unknown) =>
      setFailed(error instanceof Error ? error.message : String(error)),
    );
    const keys = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) back();
    };
    addEventListener('keydown', keys);
    return () => removeEventListener('keydown', keys);
  }, [readWorks]);

  const results = useMemo(() => byPaper(kept), [kept]);
  const done = useMemo(() => new Set(results.keys()), [results]);
  const found = filterPapers(papers, { query, paper, show, done });
  const options = [
    { id: '', name: t.everyPaper },
    ...papers.filter((p) => p.experiments.length > 0).map((p) => ({ id: p.id, name: shortTitle(p) })),
  ];
  return (
    <div className="gallery papers">
      <Bar
        layout={layout}
        back={{ label: t.backTo(current || t.laboratory), go: back }}
        title={
          <h1 className="title" tabIndex={-1}>
            {t.papers}
          </h1>
        }
      >
        <span className="bar-gap" />
        <Search
          label={t.findAnExperiment}
          placeholder={t.findAnExperiment}
          value={query}
          onChange={setQuery}
        />
        <OpenFile short={phone} />
        <BarButton
          name={t.gallery}
          icon="gallery"
          short={phone}
          onClick={() => session.setState({ page: 'gallery' })}
        />
        <ThemeButton />
      </Bar>
      <main className="gallery-scroll" ref={list}>
        <Messages />
        {failed ? (
          <MessageLine bad>
            <strong>{t.unavailable}</strong> {failed}
          </MessageLine>
        ) : null}
        <div className="papers-intro">
          <p>{t.intro}</p>
          <div className="papers-filters">
            <Radios
              label={t.show}
              className="segments"
              optionClass="button"
              value={show}
              options={filters().map(([id, name]) => ({ id, content: name }))}
              onChange={setShow}
            />
            <Choice label={t.paper} value={paper} options={options} onChange={setPaper} />
          </div>
        </div>
        {found.map((p) => (
          <PaperSection key={p.id} paper={p} results={results} previews={previews} />
        ))}
        {paper === '' && show !== 'published' ? (
          <OwnExperiments works={works} trouble={trouble} kept={kept} query={query} onChanged={readWorks} />
        ) : null}
        {papers.length > 0 && found.length === 0 ? (
          <p className="secondary">
            {query ? t.nothingMatches(query) : show === 'done' ? t.nothingRun : t.nothingFits}.
          </p>
        ) : null}
      </main>
    </div>
  );
}

export default PapersPage;

/** The most complete results stored in this browser for each experiment of a paper. */
function byPaper(kept: readonly StoredResults[]): ReadonlyMap<string, StoredResults> {
  const found = new Map<string, StoredResults>();
  for (const one of kept) {
    if (one.paper === null || one.done === 0) continue;
    const before = found.get(one.paper);
    if (!before || one.done > before.done) found.set(one.paper, one);
  }
  return found;
}

interface PaperSectionProps {
  paper: Paper;
  results: ReadonlyMap<string, StoredResults>;
  previews: ReturnType<typeof readPreviews>;
}

function PaperSection({ paper, results, previews }: PaperSectionProps) {
  return (
    <section className="list-section" aria-label={paper.title}>
      <h2 lang={english()}>{paper.title}</h2>
      {paper.authors ? (
        <p className="paper-source secondary" lang={english()}>
          {paper.authors}. {paper.venue}, {paper.year}
        </p>
      ) : null}
      <div className="paper-story">
        {paper.headline ? <Markdown text={paper.headline} published /> : null}
        <Markdown text={paper.story} published />
        {paper.live ? <Live {...paper.live} /> : null}
      </div>
      <div className="cards">
        {paper.experiments.map((e) => (
          <Card key={e.id} experiment={e} results={results.get(e.id)} preview={previews[e.id]} />
        ))}
      </div>
    </section>
  );
}

/** Opens the gallery scenario that shows what a paper is about. */
function Live({ id, title }: { id: string; title: string }) {
  return (
    <button type="button" className="button" onClick={() => void openGallery(id)}>
      {t.live(title)}
    </button>
  );
}

function Card({
  experiment,
  results,
  preview,
}: {
  experiment: PaperExperiment;
  results: StoredResults | undefined;
  preview: PaperSectionProps['previews'][string] | undefined;
}) {
  const { id, label, title, summary, kind, published } = experiment;
  const state = results
    ? results.done >= results.total
      ? t.sizeHasRun(results.size)
      : t.ofRuns(results.done, results.total)
    : published > 0
      ? t.publishedCount(published)
      : '';
  return (
    <CardLink address={entryFragment('experiment', id)} open={() => void openPaper(id)} experiment={id}>
      {preview ? <Picture picture={preview} /> : <ChartIcon kind={kind} />}
      <span className="card-line">
        <strong lang={english()}>{label}</strong>
        <span className="secondary">{state}</span>
      </span>
      <span className="card-title" lang={english()}>
        {title}
      </span>
      <span className="card-text secondary" lang={english()}>
        {summary}
      </span>
    </CardLink>
  );
}
