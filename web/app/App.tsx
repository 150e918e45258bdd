import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useDocument, useSession } from '../store';
import { app } from '../store/app';
import { useExperiment } from '../store/experiment/store';
import { later } from '../ui/later';
import { beginEmbed } from './boot';
import { DropTarget } from './DropTarget';
import { Lab } from './Lab';
import { appTexts as t } from './texts';

const waiting = <div className="progress" role="progressbar" aria-label={t.loading} />;
const BrokenLink = later(() => import('./BrokenLink').then((m) => m.BrokenLink), {
  what: t.linkMessage,
  page: true,
});
// The page under construction is another document's.
const Embed = later(() => Promise.all([import('../embed/Embed'), beginEmbed()]).then(([m]) => m.Embed), {
  what: t.laboratory,
  page: true,
});
// Sweeps and papers, with their plotting library, load on demand.
const ExperimentPage = later(() => import('../views/experiment').then((m) => m.default), {
  what: t.experiment,
  waiting,
  page: true,
});
const PapersPage = later(() => import('../views/papers').then((m) => m.default), {
  what: t.papersList,
  waiting,
  page: true,
});
const Gallery = later(() => import('../views/gallery/Gallery').then((m) => m.Gallery), {
  what: t.gallery,
  waiting,
  page: true,
});
const Present = later(() => import('../views/present').then((m) => m.default), {
  what: t.presentation,
  waiting,
  page: true,
});
const Create = later(() => import('../views/create').then((m) => m.default), {
  what: t.networkDialog,
});

export function App() {
  const embed = useSession((s) => s.embed);
  const page = useSession((s) => s.page);
  const creating = useSession((s) => s.creating);
  const scenario = useDocument((d) => d.title);
  const experiment = useExperiment((s) => s.document?.title);
  const title = page === 'experiment' ? experiment : page === 'papers' ? t.papers : scenario;
  useEffect(() => {
    document.title = title ? `${title} · Droptail` : 'Droptail';
  }, [title]);
  const fault = useStore(app, (s) => s.refusal?.fault);
  if (fault) return <BrokenLink />;
  if (embed) return <Embed />;
  return (
    <DropTarget>
      <Page />
      {creating ? <Create /> : null}
    </DropTarget>
  );
}

function Page() {
  const page = useSession((s) => s.page);
  const presenting = useSession((s) => s.presenting);
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
