/** Restarts the engine after a crash or a failed start. */

import { type SilentWorker, silentWorkers } from '../runner/heartbeat';
import { app } from './app';
import { connect, knownEnd, startRun } from './connection';
import { documentStore, nothingOpen } from './document';
import { experiment } from './experiment/store';
import { openFirst, workName } from './open';
import { run } from './run';
import { session } from './session';
import { failedAt, leave, rename, works } from './unanswered';

/** Starts a new engine with the document at its start, paused; if no document is open, opens what a visitor sees first. */
export async function restart(): Promise<void> {
  // Requests to the old engine fail first.
  await new Promise((resolve) => setTimeout(resolve));
  connect();
  if (!nothingOpen()) startRun(documentStore.getState().source, { kind: 'keep' }, 0, false);
  else if (session.getState().page === 'lab' || experiment.getState().document === null) await openFirst();
}

/** Ends a worker that does not respond. Whatever needs it starts another one. */
export function stopAndRestart(silent: SilentWorker): void {
  silent.stop();
  if (silent.role === 'lab' && run.getState().status === 'crashed') void restart();
}

/** Remembers documents for which the engine does not respond. */
export function followSilence(): void {
  const isSilent = ({ list } = silentWorkers.getState()) => list.some(({ role }) => role === 'lab');
  silentWorkers.subscribe((state, before) => {
    if (isSilent(state) === isSilent(before)) return;
    if (isSilent(state)) failedAt(knownEnd());
    else if (run.getState().status !== 'crashed') works();
  });
  app.subscribe(({ origin }, before) => {
    if (origin.kind === 'own' && origin !== before.origin) rename(workName(origin.id));
  });
  addEventListener('pagehide', leave);
}
