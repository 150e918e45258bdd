import { useStore } from 'zustand';
import { restart, useDocument, useRun, useSession } from '../../store';
import { app } from '../../store/app';
import { nothingOpen } from '../../store/document';
import type { RunState } from '../../store/run';
import { later } from '../../ui/later';
import { EngineProblems, TryAgain } from './EngineProblems';
import { WARNING_HOPS } from './effort';
import { MessageLine } from './MessageLine';
import { Problems } from './Problems';
import { messagesTexts as t } from './texts';

// Loaded on demand: for most visitors nothing is wrong with the storage.
const StorageMessages = later(() => import('./Storage').then((m) => m.StorageMessages), {
  what: () => t.storagePart,
});

const BackToExperiment = later(() => import('./BackToExperiment').then((m) => m.BackToExperiment), {
  what: () => t.backToExperiment,
});

const OfferedTrace = later(() => import('./OfferedTrace').then((m) => m.OfferedTrace), {
  what: () => t.traceForm,
});

// Loaded on demand: in most runs there is nothing to say.
const RunMessages = later(() => import('./RunMessages').then((m) => m.RunMessages), {
  what: () => t.runPart,
});

/** Whether there may be a message about the run. */
const hasNews = (s: RunState) =>
  s.editProblems.length > 0 ||
  s.remedy !== null ||
  s.replacing.length > 0 ||
  s.noMark !== null ||
  s.stopped !== '' ||
  (s.directory?.estimatedHops ?? 0) > WARNING_HOPS;

/** The messages of the page, above the network and never over the plots. */
export function Messages() {
  const refusal = useStore(app, (s) => s.refusal);
  const lab = useSession((s) => s.page === 'lab');
  const experiment = useSession((s) => s.page === 'experiment');
  const trace = useStore(app, (s) => s.trace);
  const variant = useStore(app, (s) => s.variant);
  const kind = lab ? 'scenario' : 'experiment';
  const storage = useStore(app, (s) => Boolean(s.notStored[kind] || s.versions || s.behind || s.cleared));
  const empty = useDocument(nothingOpen);
  const linked = useStore(app, (s) => s.linkDigest !== null || s.notice !== '');
  const news = useRun(hasNews) || linked;
  return (
    <div className="messages" aria-live="polite">
      {lab && variant !== '' ? <BackToExperiment variant={variant} /> : null}
      {storage && (lab || experiment) ? <StorageMessages kind={kind} /> : null}
      {lab && trace ? <OfferedTrace key={trace.name} trace={trace} /> : null}
      <EngineProblems />
      {refusal && !refusal.fault ? (
        <MessageLine bad onClose={() => app.setState({ refusal: null })}>
          <strong>{t.notOpened(refusal.what)}</strong> {t.workSafe}{' '}
          {empty ? <TryAgain onClick={restart} /> : null}
          <Problems list={refusal.problems} />
        </MessageLine>
      ) : null}
      <RequestError />
      {lab && news ? <RunMessages /> : null}
    </div>
  );
}

/** Reports a request that failed. */
function RequestError() {
  const error = useStore(app, (s) => s.requestError);
  if (error === '') return null;
  return (
    <MessageLine bad onClose={() => app.setState({ requestError: '' })}>
      <strong>{t.failed}</strong> {error} {t.tryAgainOr}{' '}
      <button type="button" className="button small framed" onClick={() => location.reload()}>
        {t.reload}
      </button>
    </MessageLine>
  );
}
