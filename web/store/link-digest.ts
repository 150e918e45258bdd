/** Compares the digest in a link with that of the run at the same simulated time. */
import { sameSimulation } from '../scenario/path';
import { app } from './app';
import { documentStore } from './document';
import { run } from './run';

export function watchLinkDigest(): void {
  run.subscribe((state, before) => {
    if (state.digest === before.digest && state.digestAt === before.digestAt) return;
    const { linkDigest, runDigest, opened } = app.getState();
    if (!linkDigest || runDigest !== null || !opened || state.digest === '') return;
    const there = linkDigest.atS === null ? state.digestEnded : state.digestAt === linkDigest.atS;
    // After a change it is another run, for which the link's digest means nothing.
    if (there && sameSimulation(opened, documentStore.getState().source))
      app.setState({ runDigest: state.digest });
  });
}
