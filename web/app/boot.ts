/** What happens once, when the page opens: engine first, since it takes longest. */
import { connectExperiments } from '../experiment/connect';
import { keepSize } from '../experiment/document';
import { followScenario } from '../experiment/ensemble';
import { browserHost } from '../experiment/host';
import { experiment } from '../experiment/store';
import { startWorker } from '../runner/worker-runner';
import { restoreSession, startAutosave } from '../store/autosave';
import { connect } from '../store/connection';
import { subscribeFrame } from '../store/frames';
import { followPage, openFirst, openFragment } from '../store/open';
import { session } from '../store/session';
import { startTour } from '../views/tour/first-visit';
import { startClipboard, startShortcuts } from './shortcuts';
import { startTheme } from './theme';

export function boot(): void {
  const embed =
    new URLSearchParams(location.search).get('embed') === '1' ||
    new URLSearchParams(location.hash.slice(1)).get('embed') === '1';
  session.setState({ embed });
  restoreSession();
  startTheme();
  connect(startWorker);
  connectExperiments(browserHost());
  startAutosave();
  keepSize();
  followPage();
  followScenario();
  startShortcuts();
  startClipboard();
  const { hash } = location;
  void openFirst().then(() => startTour({ hash, framed: window.top !== window }));
  addEventListener('hashchange', () => {
    void openFragment(location.hash);
  });
  const stop = subscribeFrame((frame) => {
    if (frame.plot.x.length === 0) return;
    ready();
    queueMicrotask(() => stop());
  });
  experiment.subscribe((state, before) => {
    if (state.document && !before.document) ready();
  });
}

/** Views draw in the same turn: by the next picture of the browser the first plot, or the experiment, is on screen. */
function ready(): void {
  requestAnimationFrame(() => {
    document.documentElement.dataset.ready = 'true';
  });
}
