import { formatUpTo } from '../../drawing/format';
import type { SilentWorker } from '../../runner/heartbeat';
import { play, stopAndRestart, useRun, useSession } from '../../store';
import { type AppState, app } from '../../store/app';
import { MessageLine } from './MessageLine';
import { engineTroubleTexts as t } from './texts';

interface Props {
  workers: readonly SilentWorker[];
  unanswered: AppState['unanswered'];
}

/** Workers that do not answer, and a document that the engine did not finish loading last time. */
export function Unresponsive({ workers, unanswered }: Props) {
  return (
    <>
      {workers.map((worker) => (
        <SilentWorkerMessage key={worker.role} worker={worker} />
      ))}
      <Unanswered unanswered={unanswered} />
    </>
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
function Unanswered({ unanswered }: Pick<Props, 'unanswered'>) {
  const ready = useRun((s) => s.status === 'ready');
  const lab = useSession((s) => s.page === 'lab');
  if (!unanswered || !ready || !lab) return null;
  const { atS } = unanswered;
  return (
    <MessageLine onClose={() => app.setState({ unanswered: null })}>
      <strong>{t.doesNotPlay}</strong> {atS > 0 ? t.unansweredAt(formatUpTo(atS, 3)) : t.unansweredAtStart}{' '}
      <button type="button" className="button small framed" onClick={play}>
        {t.play}
      </button>
    </MessageLine>
  );
}
