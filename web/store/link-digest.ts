/** Compares the digest in a link with that of the run at the same time. */
import { sameSimulation } from '../scenario/path';
import { app } from './app';
import { documentStore } from './document';
import { run } from './run';

export function watchLinkDigest(): void {
  run.subscribe((state, before) => {
    if (state.digest === before.digest && state.digestAt === before.digestAt) return;
    const { linkDigest, verdict, opened } = app.getState();
    if (!linkDigest || verdict !== null || !opened || state.digest === '') return;
    const there = linkDigest.atS === null ? state.digestEnded : state.digestAt === linkDigest.atS;
    // A run that was changed is another one: the link's digest says nothing about it.
    if (there && sameSimulation(opened, documentStore.getState().source))
      app.setState({ verdict: state.digest });
  });
}
