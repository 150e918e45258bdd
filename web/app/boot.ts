/** Starts the page: the engine first, because it takes longest. */

import { startWorker } from '../runner/worker-runner';
import { restoreSession, startAutosave } from '../store/autosave';
import { connect } from '../store/connection';
import { followHistory } from '../store/edit-actions';
import { isEmbed } from '../store/embed-options';
import { connectExperiments } from '../store/experiment/connect';
import { removeEnsembleOnOpen } from '../store/experiment/ensemble';
import { browserHost } from '../store/experiment/host';
import { experiment } from '../store/experiment/store';
import { subscribeFrame } from '../store/frames';
import { watchLinkDigest } from '../store/link-digest';
import { reportLoadErrors } from '../store/load-errors';
import { followAddress, hasScripts, openFirst, syncAddress } from '../store/open';
import { followSilence } from '../store/restart';
import { session } from '../store/session';
import { coursePackage, openOwnLink } from '../store/standalone';
import { renderer } from '../views/plots/drawing/renderer';
import { startTour } from '../views/tour/first-visit';
import { startClipboard, startShortcuts } from './shortcuts';
import { startTheme } from './theme';

export function boot(): void {
  openOwnLink();
  const embed = new URLSearchParams(location.search).get('embed') === '1' || isEmbed(location.hash);
  session.setState({ embed });
  if (embed) {
    // The page shows an error instead of the laboratory.
    beginEmbed().catch(() => undefined);
    startTheme();
  } else {
    restoreSession();
    startTheme();
    connectExperiments(browserHost());
    startAutosave();
    syncAddress();
    removeEnsembleOnOpen();
    void connectCourse().then(open);
    addEventListener('hashchange', () => void followAddress(location.hash));
  }
  reportLoadErrors();
  watchLinkDigest();
  followSilence();
  followHistory();
  startShortcuts();
  startClipboard();
  const stop = subscribeFrame((frame) => {
    if (frame.plot.x.length === 0) return;
    ready();
    queueMicrotask(() => stop());
  });
  experiment.subscribe((state, before) => {
    if (state.document && !before.document) ready();
  });
}

/** In a course package, reads the progress of the lesson from the course system. */
async function connectCourse(): Promise<void> {
  if (coursePackage()) await import('../views/lesson/scorm/report').then((m) => m.connectCourse());
}

let embedding: Promise<void> | null = null;

/** Starts an embed. Failed loads can be retried. */
export function beginEmbed(): Promise<void> {
  embedding ??= import('../embed/start').then(
    ({ startEmbed }) => startEmbed(open),
    (error: unknown) => {
      embedding = null;
      throw error;
    },
  );
  return embedding;
}

/** Starts the engine and opens the first document. */
async function open(): Promise<void> {
  connect(startWorker, await hasScripts(location.hash));
  // An embed opens its database only while it is visible.
  if (!session.getState().embed) renderer.open();
  const { hash } = location;
  void openFirst().then(() => {
    const { page } = session.getState();
    // Neither a plot nor an experiment will be shown.
    if (page === 'gallery' || page === 'papers') ready();
    startTour({ hash, framed: window.top !== window });
  });
}

/** Views draw in the same task, so the browser's next frame shows the first plot or the experiment. */
function ready(): void {
  requestAnimationFrame(() => {
    document.documentElement.dataset.ready = 'true';
  });
}
