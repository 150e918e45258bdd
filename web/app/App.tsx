import { lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { useExperiment } from '../experiment/store';
import { useDocument, useSession } from '../store';
import { app } from '../store/app';
import { DropTarget } from './DropTarget';
import { Lab } from './Lab';
import { later } from './later';

const BrokenLink = later(() => import('./BrokenLink').then((m) => m.BrokenLink));
// Another page's business.
const Embed = lazy(() => import('../embed/Embed').then(({ Embed }) => ({ default: Embed })));
// Sweeps and papers, with the plotting library behind them, come when somebody asks for them.
const ExperimentPage = lazy(() => import('../views/experiment'));
const PapersPage = lazy(() => import('../views/papers'));
const Gallery = lazy(() => import('../views/gallery/Gallery').then(({ Gallery }) => ({ default: Gallery })));
const Present = lazy(() => import('../views/present'));
const Create = lazy(() => import('../views/create'));

export function App() {
  const embed = useSession((s) => s.embed);
  const page = useSession((s) => s.page);
  const creating = useSession((s) => s.creating);
  const scenario = useDocument((d) => d.title);
  const experiment = useExperiment((s) => s.document?.title);
  const title = page === 'experiment' ? experiment : page === 'papers' ? 'Papers' : scenario;
  useEffect(() => {
    document.title = title ? `${title} · Droptail` : 'Droptail';
  }, [title]);
  const fault = useStore(app, (s) => s.refusal?.fault);
  if (fault) return <BrokenLink />;
  if (embed)
    return (
      <Suspense fallback={null}>
        <Embed />
      </Suspense>
    );
  return (
    <DropTarget>
      <Suspense fallback={<div className="progress" role="progressbar" aria-label="Loading" />}>
        <Page />
      </Suspense>
      {creating ? (
        <Suspense>
          <Create />
        </Suspense>
      ) : null}
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
