import { useStore } from 'zustand';
import { type SilentWorker, silentWorkers } from '../../runner/heartbeat';
import { play, restart, stopAndRestart, useDocument, useRun, useSession } from '../../store';
import { app } from '../../store/app';
import { nothingOpen } from '../../store/document';
import { MessageLine } from './MessageLine';
import { engineTroubleTexts as t } from './texts';

/** Reports workers that crashed or do not answer, and a document that the engine did not finish loading last time. */
export function EngineProblems() {
  const silent = useStore(silentWorkers, (s) => s.list);
  return (
    <>
      <Crash />
      {silent.map((worker) => (
        <SilentWorkerMessage key={worker.role} worker={worker} />
      ))}
      <Unanswered />
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

function SilentWorkerMessage({ worker }: { worker: SilentWorker }) {
  const { name, intact } = t.workers[worker.role];
  return (
    <MessageLine bad>
      <strong>{name}</strong> {t.busy} {intact}{' '}
      <button type="button" className="button small framed" onClick={() => stopAndRestart(worker)}>
        {worker.role === 'capture' ? t.stop : t.stopAndRestart}
      </button>
    </MessageLine>
  );
}

/** Explains why a work does not start automatically. */
function Unanswered() {
  const unanswered = useStore(app, (s) => s.unanswered);
  const ready = useRun((s) => s.status === 'ready');
  const lab = useSession((s) => s.page === 'lab');
  if (!unanswered || !ready || !lab) return null;
  const { atS } = unanswered;
  return (
    <MessageLine onClose={() => app.setState({ unanswered: null })}>
      <strong>{t.doesNotPlay}</strong>{' '}
      {atS > 0 ? t.unansweredAt(Number(atS.toFixed(3))) : t.unansweredAtStart}{' '}
      <button type="button" className="button small framed" onClick={play}>
        {t.play}
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
