import { useEffect, useMemo, useRef, useState } from 'react';
import { Button, Input, SearchField } from 'react-aria-components';
import { Messages } from '../../app/Messages';
import { ThemeButton } from '../../app/ThemeButton';
import { Icon, Logo } from '../../app/widgets/Icon';
import { useDocument } from '../../store';
import { app } from '../../store/app';
import { saveNow } from '../../store/autosave';
import { type GalleryEntry, type GallerySection, readGallery } from '../../store/gallery';
import { openFile, openGallery, openWork } from '../../store/open';
import { session } from '../../store/session';
import { deleteWork, listWorks, type Work } from '../../store/works';
import { Picture } from './Picture';
import { matches, whenText } from './search';

const back = () => session.setState({ page: 'lab' });

/** Classics to begin with, and the visitor's own work. */
export function Gallery() {
  const [sections, setSections] = useState<GallerySection[]>([]);
  const [failed, setFailed] = useState('');
  const [query, setQuery] = useState('');
  const [works, setWorks] = useState<Work[]>([]);
  const current = useDocument((d) => d.title);

  useEffect(() => {
    if (app.getState().origin.kind === 'own') saveNow();
    setWorks(listWorks());
    readGallery().then(setSections, (error: unknown) => setFailed(String(error)));
    const keys = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) back();
    };
    addEventListener('keydown', keys);
    return () => removeEventListener('keydown', keys);
  }, []);

  const found = useMemo(
    () =>
      sections
        .map((s) => ({
          ...s,
          entries: s.entries.filter((e) => matches(query, [s.title, e.title, e.summary, e.shows, ...e.tags])),
        }))
        .filter((s) => s.entries.length > 0),
    [sections, query],
  );
  const mine = works.filter((w) => matches(query, [w.title]));
  return (
    <div className="gallery">
      <header className="bar">
        <Button
          className="button square"
          aria-label={`Back to ${current || 'the laboratory'}`}
          onPress={back}
        >
          <Icon name="back" />
        </Button>
        <span className="brand">
          <Logo />
          <span className="brand-name">Droptail</span>
        </span>
        <span className="bar-rule" />
        <h1 className="title">Gallery</h1>
        <span className="bar-gap" />
        <SearchField className="search wide" aria-label="Find a scenario" value={query} onChange={setQuery}>
          <Icon name="search" />
          <Input className="field" placeholder="Find a scenario" />
        </SearchField>
        <Button className="button new" aria-label="New" onPress={() => session.setState({ creating: true })}>
          <Icon name="plus" />
          <span className="word">New</span>
        </Button>
        <OpenFile />
        <Button className="button" aria-label="Papers" onPress={() => session.setState({ page: 'papers' })}>
          <Icon name="book" />
          <span className="word">Papers</span>
        </Button>
        <ThemeButton />
      </header>
      <main className="gallery-scroll">
        <Messages />
        {failed ? <p className="message bad">The gallery could not be read: {failed}</p> : null}
        {found.map((s) => (
          <section key={s.title} className="shelf" aria-label={s.title}>
            <h2>
              {s.title} <span className="secondary">{s.summary}</span>
            </h2>
            <div className="cards">
              {s.entries.map((e) => (
                <EntryCard key={e.id} entry={e} />
              ))}
            </div>
          </section>
        ))}
        {query !== '' && found.length === 0 && mine.length === 0 ? (
          <p className="secondary">Nothing matches “{query}”.</p>
        ) : null}
        <section className="shelf" aria-label="Yours">
          <h2>
            Yours <span className="secondary">Kept in this browser only.</span>
          </h2>
          <div className="cards">
            {mine.map((w) => (
              <WorkCard key={w.id} work={w} onDeleted={() => setWorks(listWorks())} />
            ))}
            <Button className="card-button" onPress={() => session.setState({ creating: true })}>
              <Picture empty />
              <span className="card-line">
                <strong>New network</strong>
              </span>
              <span className="card-text secondary">
                From a template or an empty page. Or drop a scenario file here.
              </span>
            </Button>
          </div>
        </section>
      </main>
    </div>
  );
}

function EntryCard({ entry }: { entry: GalleryEntry }) {
  return (
    <Button className="card-button" onPress={() => void openGallery(entry.id)} data-entry={entry.id}>
      <Picture picture={entry.picture} />
      <span className="card-line">
        <strong>{entry.title}</strong>
        <span className="secondary">{entry.shows}</span>
      </span>
      <span className="card-text secondary">{entry.summary}</span>
    </Button>
  );
}

function WorkCard({ work, onDeleted }: { work: Work; onDeleted: () => void }) {
  const [sure, setSure] = useState(false);
  return (
    <div className="work">
      <Button className="card-button" onPress={() => void openWork(work.id)}>
        <span className="card-line">
          <strong>{work.title}</strong>
          <span className="secondary">{whenText(work.changed, Date.now())}</span>
        </span>
        {work.kind === 'experiment' ? <span className="card-text secondary">Experiment</span> : null}
      </Button>
      <Button
        className={sure ? 'button small bad' : 'button small'}
        aria-label={sure ? `Delete ${work.title} for good` : `Delete ${work.title}`}
        onBlur={() => setSure(false)}
        onPress={() => {
          if (!sure) {
            setSure(true);
            return;
          }
          deleteWork(work.id);
          onDeleted();
        }}
      >
        {sure ? 'Delete for good' : 'Delete'}
      </Button>
    </div>
  );
}

/** Opens a scenario or an experiment from a file. */
export function OpenFile() {
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
      <Button className="button" aria-label="Open file" onPress={() => input.current?.click()}>
        <Icon name="file" />
        <span className="word">Open file</span>
      </Button>
    </>
  );
}
