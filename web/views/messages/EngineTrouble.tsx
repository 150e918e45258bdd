import { useStore } from 'zustand';
import { type SilentWorker, silentWorkers } from '../../runner/heartbeat';
import { play, restart, stopAndRestart, useDocument, useRun, useSession } from '../../store';
import { app } from '../../store/app';
import { nothingOpen } from '../../store/document';
import { Line } from './Line';

/** Workers that came to an end, that do not answer, and what they did not answer the last time. */
export function EngineTrouble() {
  const silent = useStore(silentWorkers, (s) => s.list);
  return (
    <>
      <Crash />
      {silent.map((worker) => (
        <Silent key={worker.role} worker={worker} />
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
      <Line bad>
        <strong>The engine could not be started.</strong> {crash}{' '}
        {embed ? '' : 'What you made here before is kept. '}
        <TryAgain onClick={restart} />
      </Line>
    );
  return (
    <Line bad>
      <strong>The engine stopped.</strong> Your scenario is intact. <span className="secondary">{crash}</span>
      {lost.length > 0 ? (
        <span> It had not yet made the last change ({lost.slice(0, 3).join('; ')}): make it again.</span>
      ) : null}{' '}
      <button type="button" className="button small framed" onClick={() => void restart()}>
        Restart
      </button>
    </Line>
  );
}

/** What each worker is to the visitor, and what is safe whatever becomes of it. */
const WORDS: Record<SilentWorker['role'], { name: string; intact: string }> = {
  lab: {
    name: 'The engine does not answer.',
    intact: 'Your scenario is intact; after a restart, its run is back at the start.',
  },
  desk: {
    name: 'The engine of the experiment does not answer.',
    intact: 'Runs that are done are kept.',
  },
  capture: {
    name: 'The capture does not answer.',
    intact: 'Your scenario is intact.',
  },
  batch: { name: 'A run of the experiment does not answer.', intact: 'Runs that are done are kept.' },
  drawing: { name: 'The plots are not drawn any more.', intact: 'Your scenario is intact.' },
};

function Silent({ worker }: { worker: SilentWorker }) {
  const { name, intact } = WORDS[worker.role];
  return (
    <Line bad>
      <strong>{name}</strong> It is busy with something very long, or the browser has ended it. {intact}{' '}
      <button type="button" className="button small framed" onClick={() => stopAndRestart(worker)}>
        {worker.role === 'capture' ? 'Stop it' : 'Stop and restart'}
      </button>
    </Line>
  );
}

/** Why a work does not play by itself. */
function Unanswered() {
  const unanswered = useStore(app, (s) => s.unanswered);
  const ready = useRun((s) => s.status === 'ready');
  const lab = useSession((s) => s.page === 'lab');
  if (!unanswered || !ready || !lab) return null;
  const { atS } = unanswered;
  return (
    <Line onClose={() => app.setState({ unanswered: null })}>
      <strong>This scenario does not play by itself.</strong> The last time, the engine stopped or did not
      answer
      {atS > 0 ? ` at ${Number(atS.toFixed(3))} s` : ' when it began'}. Nothing of it is lost: change it
      first, or play it all the same.{' '}
      <button type="button" className="button small framed" onClick={play}>
        Play
      </button>
    </Line>
  );
}

export function TryAgain({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className="button small framed" onClick={() => onClick()}>
      Try again
    </button>
  );
}
