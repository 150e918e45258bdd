import { useStore } from 'zustand';
import { silentWorkers } from '../../runner/heartbeat';
import { restart, useDocument, useRun, useSession } from '../../store';
import { app } from '../../store/app';
import { nothingOpen } from '../../store/document';
import { later } from '../../ui/later';
import { MessageLine } from './MessageLine';
import { engineTroubleTexts as t } from './texts';

// Loaded on demand: nearly all workers answer.
const Unresponsive = later(() => import('./Unresponsive').then((m) => m.Unresponsive), {
  what: () => t.silence,
});

/** Reports workers that crashed or do not answer, and a document that the engine did not finish loading last time. */
export function EngineProblems() {
  const silent = useStore(silentWorkers, (s) => s.list);
  const unanswered = useStore(app, (s) => s.unanswered);
  return (
    <>
      <Crash />
      {silent.length > 0 || unanswered ? <Unresponsive workers={silent} unanswered={unanswered} /> : null}
    </>
  );
}

function Crash() {
  const status = useRun((s) => s.status);
  const crash = useRun((s) => s.crash);
  const lost = useRun((s) => s.lost);
  const empty = useDocument(nothingOpen);
  const embed = useSession((s) => s.embed);
  if (status !== 'crashed') return null;
  if (empty)
    return (
      <MessageLine bad>
        <strong>{t.notStarted}</strong> {crash} {embed ? '' : t.earlierWork} <TryAgain onClick={restart} />
      </MessageLine>
    );
  return (
    <MessageLine bad>
      <strong>{t.stopped}</strong> {t.intact} <span className="secondary">{crash}</span>
      {lost.length > 0 ? <span> {t.lost(lost.slice(0, 3).join('; '))}</span> : null}{' '}
      <button type="button" className="button small framed" onClick={() => void restart()}>
        {t.restart}
      </button>
    </MessageLine>
  );
}

export function TryAgain({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className="button small framed" onClick={() => onClick()}>
      {t.tryAgain}
    </button>
  );
}
