import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useDocument, useSession } from '../store';
import { app } from '../store/app';
import { useExperiment } from '../store/experiment/store';
import { session } from '../store/session';
import { later } from '../ui/later';
import { THEME_BUTTON } from '../ui/ThemeButton';
import { useFocusAfter } from '../ui/use-focus-after';
import { beginEmbed } from './boot';
import { DropTarget } from './DropTarget';
import { Lab } from './Lab';
import { PRESENT_BUTTON } from './TopBar';
import { appTexts as t, topBarTexts } from './texts';

const progressBar = () => <div className="progress" role="progressbar" aria-label={t.loading} />;
const BrokenLink = later(() => import('./BrokenLink').then((m) => m.BrokenLink), {
  what: () => t.linkMessage,
  page: true,
});
// Without a progress bar, since the frame belongs to another page.
const Embed = later(() => Promise.all([import('../embed/Embed'), beginEmbed()]).then(([m]) => m.Embed), {
  what: () => t.laboratory,
  page: true,
});
// Sweeps and papers, with their plotting library, load on demand.
const ExperimentPage = later(() => import('../views/experiment').then((m) => m.default), {
  what: () => t.experiment,
  waiting: progressBar,
  page: true,
});
const PapersPage = later(() => import('../views/papers').then((m) => m.default), {
  what: () => t.papersList,
  waiting: progressBar,
  page: true,
});
const Gallery = later(() => import('../views/gallery/Gallery').then((m) => m.Gallery), {
  what: () => t.gallery,
  waiting: progressBar,
  page: true,
});
const Present = later(() => import('../views/present').then((m) => m.default), {
  what: () => t.presentation,
  waiting: progressBar,
  page: true,
});
const Create = later(() => import('../views/create').then((m) => m.default), {
  what: () => t.networkDialog,
});

export function App() {
  const embed = useSession((s) => s.embed);
  const page = useSession((s) => s.page);
  const creating = useSession((s) => s.creating);
  const scenario = useDocument((d) => d.title);
  const experiment = useExperiment((s) => s.document?.title);
  const titles = { lab: scenario, experiment, papers: t.papers, gallery: topBarTexts.gallery };
  const title = titles[page];
  useEffect(() => {
    document.title = title ? `${title} · Droptail` : 'Droptail';
  }, [title]);
  const language = useStore(app, (s) => s.language);
  useFocusAfter(language, `#${THEME_BUTTON}`);
  const fault = useStore(app, (s) => s.refusal?.fault);
  if (fault) return <BrokenLink />;
  if (embed) return <Embed />;
  return (
    // A component may keep strings, so each language has components of its own.
    <DropTarget key={language}>
      <Page />
      {creating ? <Create /> : null}
    </DropTarget>
  );
}

function Page() {
  const page = useSession((s) => s.page);
  const presenting = useSession((s) => s.presenting);
  const focused = useFocusedBefore();
  useFocusAfter(presenting, focused && !presenting ? `#${PRESENT_BUTTON}` : '');
  useFocusOnTitle(presenting && focused ? 'presentation' : page);
  switch (page) {
    case 'gallery':
      return <Gallery />;
    case 'experiment':
      return <ExperimentPage />;
    case 'papers':
      return <PapersPage />;
    case 'lab':
      return presenting ? <Present /> : <Lab />;
  }
}

/** After a change of page its title gets the focus, which the page before has taken with it. */
function useFocusOnTitle(page: string): void {
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    // Most pages load when they are first shown. One that fails to load gets its title when it is tried again, or never.
    const changes = new MutationObserver(() => look());
    const look = () => {
      const title = document.querySelector('h1');
      if (!title) return;
      changes.disconnect();
      if (document.activeElement === document.body) title.focus({ preventScroll: true });
    };
    changes.observe(document.body, { childList: true, subtree: true });
    look();
    return () => changes.disconnect();
  }, [page]);
}

/** Whether something had the focus when the presentation began; otherwise the page goes on handling all keys. */
function useFocusedBefore(): boolean {
  const focused = useRef(false);
  useEffect(
    () =>
      session.subscribe((now, before) => {
        if (now.presenting && !before.presenting) focused.current = document.activeElement !== document.body;
      }),
    [],
  );
  return focused.current;
}
