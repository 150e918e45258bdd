/** Compares the digest that a link promised with the one that the run has at that moment. */
import { sameSimulation } from '../scenario/path';
import { app } from './app';
import { documentStore } from './document';
import { run } from './run';

export function followPromise(): void {
  run.subscribe((state, before) => {
    if (state.digest === before.digest && state.digestAt === before.digestAt) return;
    const { promised, verdict, opened } = app.getState();
    if (!promised || verdict !== null || !opened || state.digest === '') return;
    const there = promised.atS === null ? state.digestEnded : state.digestAt === promised.atS;
    // A run that was changed is another one: nothing was promised of it.
    if (there && sameSimulation(opened, documentStore.getState().source))
      app.setState({ verdict: state.digest });
  });
}
