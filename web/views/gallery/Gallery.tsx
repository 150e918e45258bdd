import './gallery.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Scenario } from '../../generated/types';
import { english } from '../../language/english';
import { entryFragment } from '../../scenario/link';
import { useDocument } from '../../store';
import { saveChanges } from '../../store/autosave';
import { type GalleryEntry, type GallerySection, readGallery } from '../../store/gallery';
import { openGallery, openWork, workAddress } from '../../store/open';
import { openFile } from '../../store/open-file';
import { session } from '../../store/session';
import { deleteWork, type StoredWork } from '../../store/works';
import { Bar, BarButton } from '../../ui/Bar';
import { CardLink } from '../../ui/CardLink';
import { ConfirmButton } from '../../ui/ConfirmButton';
import { useKept, useKeptPlace } from '../../ui/kept';
import { NetworkSketch } from '../../ui/NetworkSketch';
import { Search } from '../../ui/Search';
import { ThemeButton } from '../../ui/ThemeButton';
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal';
import { useLayout } from '../../ui/use-layout';
import { MessageLine } from '../messages/MessageLine';
import { Messages } from '../messages/Messages';
import { Picture } from './Picture';
import { matches, whenText } from './search';
import { TagChips } from './TagChips';
import { galleryTexts as t } from './texts';
import { useWorks } from './use-works';

const back = () => session.setState({ page: 'lab' });

/** The scenarios of the gallery, and the visitor's own work. */
export function Gallery() {
  const [sections, setSections] = useState<GallerySection[]>([]);
  const [failed, setFailed] = useState('');
  const [query, setQuery] = useKept('gallery query', '');
  const [tags, setTags] = useKept<readonly string[]>('gallery tags', []);
  const [works, readWorks, trouble] = useWorks();
  const list = useKeptPlace('gallery', [sections, works]);
  const current = useDocument((d) => d.title);
  const layout = useLayout();
  const phone = layout === 'phone';

  useEffect(() => {
    void saveChanges().then(readWorks);
    readGallery().then(setSections, (error: unknown) =>
      setFailed(error instanceof Error ? error.message : String(error)),
    );
    const keys = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) back();
    };
    addEventListener('keydown', keys);
    return () => removeEventListener('keydown', keys);
  }, [readWorks]);

  const found = useMemo(
    () =>
      sections
        .map((s) => ({
          ...s,
          entries: s.entries.filter(
            (e) =>
              tags.every((t) => e.tags.includes(t)) &&
              matches(query, [s.title, e.title, e.summary, e.shows, ...e.tags]),
          ),
        }))
        .filter((s) => s.entries.length > 0),
    [sections, query, tags],
  );
  // Own works follow where to start. Until there are some, an empty section would only push the lessons down.
  const beforeYours = works.length > 0 ? 1 : found.length;
  const mine = tags.length > 0 ? [] : works.filter((w) => matches(query, [w.title]));
  const setDeletedAt = useFocusAfterRemoval(works, '.own-works .card-button', mine.length);
  const count = found.reduce((n, s) => n + s.entries.length, 0);
  return (
    <div className="gallery">
      <Bar
        layout={layout}
        back={{ label: t.backTo(current || t.laboratory), go: back }}
        title={
          <h1 className="title" tabIndex={-1}>
            {t.gallery}
          </h1>
        }
      >
        <span className="bar-gap" />
        <Search label={t.findAScenario} placeholder={t.search} value={query} onChange={setQuery} />
        <BarButton
          name={t.create}
          icon="plus"
          short={phone}
          onClick={() => session.setState({ creating: true })}
        />
        <OpenFile short={phone} />
        <BarButton
          name={t.papers}
          icon="book"
          short={phone}
          onClick={() => session.setState({ page: 'papers' })}
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
        <TagChips sections={sections} chosen={tags} onChange={setTags} />
        <p className="visually-hidden" role="status">
          {query === '' && tags.length === 0 ? '' : t.found(count)}
        </p>
        {found.slice(0, beforeYours).map(section)}
        {(query !== '' || tags.length > 0) && found.length === 0 && mine.length === 0 ? (
          <p className="secondary list-section">
            {t.nothingMatches} {query === '' ? t.allOfThese : `“${query}”`}.{' '}
            <button
              type="button"
              className="button small framed"
              onClick={() => {
                setQuery('');
                setTags([]);
              }}
            >
              {t.showAll}
            </button>
          </p>
        ) : null}
        <section className="list-section" aria-label={t.yours}>
          <h2>
            {t.yours} <span className="secondary">{t.keptInThisBrowserOnly}</span>
          </h2>
          {trouble ? <p className="message bad">{t.yoursUnreadable(trouble)}</p> : null}
          <div className="cards own-works">
            {mine.map((w, i) => (
              <WorkCard
                key={w.id}
                work={w}
                onDeleted={() => {
                  setDeletedAt(i);
                  readWorks();
                }}
              />
            ))}
            <button
              type="button"
              className="card-button"
              onClick={() => session.setState({ creating: true })}
            >
              <Picture empty />
              <span className="card-line">
                <strong>{t.newNetwork}</strong>
              </span>
              <span className="card-text secondary">{t.newHint}</span>
            </button>
          </div>
        </section>
        {found.slice(beforeYours).map(section)}
      </main>
    </div>
  );
}

const section = ({ title, summary, entries }: GallerySection) => (
  <section key={title} className="list-section" lang={english()} aria-label={title}>
    <h2>
      {title} <span className="secondary">{summary}</span>
    </h2>
    <div className="cards">
      {entries.map((e) => (
        <EntryCard key={e.id} entry={e} />
      ))}
    </div>
  </section>
);

function EntryCard({ entry }: { entry: GalleryEntry }) {
  return (
    <CardLink
      address={entryFragment('scenario', entry.id)}
      open={() => void openGallery(entry.id)}
      entry={entry.id}
    >
      <Picture picture={entry.picture} />
      <span className="card-line">
        <strong>{entry.title}</strong>
        <span className="secondary">{entry.shows}</span>
      </span>
      <span className="card-text secondary">{entry.summary}</span>
    </CardLink>
  );
}

function WorkCard({ work, onDeleted }: { work: StoredWork; onDeleted: () => void }) {
  return (
    <div className="work">
      <CardLink address={workAddress(work.id)} open={() => void openWork(work.id)}>
        <WorkPicture work={work} />
        <span className="card-line">
          <strong>{work.title}</strong>
          <span className="secondary">{whenText(work.changed, Date.now())}</span>
        </span>
      </CardLink>
      <ConfirmButton
        names={{ first: t.deleteOf(work.title), sure: t.confirmDeleteOf(work.title) }}
        sure={t.confirmDelete}
        className="button small"
        onSure={() => void deleteWork(work.id).then(onDeleted, onDeleted)}
      >
        {t.deleteIt}
      </ConfirmButton>
    </div>
  );
}

/** Draws the network of a stored work. Experiments have no picture until they have run. */
function WorkPicture({ work }: { work: StoredWork }) {
  const scenario = useMemo(() => {
    if (work.kind === 'experiment') return null;
    try {
      const value: unknown = JSON.parse(work.document);
      // It may have been stored by an older version, so the parts that are drawn are checked again.
      const { nodes, links } = value as Partial<Scenario>;
      return Array.isArray(nodes) && Array.isArray(links) && nodes.length > 0 ? (value as Scenario) : null;
    } catch {
      return null;
    }
  }, [work]);
  return (
    <span className="picture work-picture">
      {scenario ? <NetworkSketch scenario={scenario} /> : <span className="secondary">{t.experiment}</span>}
    </span>
  );
}

/** Opens a scenario or an experiment from a file. */
export function OpenFile({ short }: { short: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) void openFile(file);
          event.currentTarget.value = '';
        }}
      />
      <BarButton name={t.openFile} icon="folder" short={short} onClick={() => input.current?.click()} />
    </>
  );
}
