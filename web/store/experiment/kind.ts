/** Experiments as documents that can be opened. */
import type { Experiment } from '../../generated/types';
import { Refused } from '../../runner/client';
import { unknownRevision } from '../../scenario/payload';
import { app } from '../app';
import type { Kind } from '../kinds';
import { session } from '../session';
import { openTexts as t } from '../texts';
import { desk } from './connect';
import { readPaperExperiment } from './papers';

export const experiments: Kind<Experiment> = {
  kind: 'experiment',
  entry: () => t.experiment,
  own: () => t.ownExperiment,
  readEntry: readPaperExperiment,
  async readLinked({ id, revision }) {
    // Experiments have no revisions.
    if (revision !== null) throw unknownRevision(id, revision, 0);
    return readPaperExperiment(id);
  },
  revisionOf: () => null,
  entryOrigin: (id) => ({ kind: 'paper', id }),
  async check(text) {
    try {
      return { document: await desk().ask('check', { document: text }) };
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      return {
        problems: error instanceof Refused ? error.problems : [{ pointer: '', problem: said, expected: '' }],
      };
    }
  },
  async adopt(text, as) {
    // Loaded here because most visitors open no experiment.
    const [{ openExperimentText: adopt }, { compareDigest, refreshStored }] = await Promise.all([
      import('./document'),
      import('./sweep'),
    ]);
    const problems = await adopt(text, (accepted) => {
      const { origin, base, notice, address, linkDigest, full } = as(accepted);
      return { shown: { origin, base, notice, address, linkDigest }, full };
    });
    if (problems) return problems;
    app.setState({ refusal: null });
    session.setState({ page: 'experiment' });
    compareDigest();
    void refreshStored();
    return null;
  },
  readBranches: async () => ({ problems: [] }),
  override: async (document) => document,
};
