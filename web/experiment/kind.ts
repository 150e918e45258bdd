/** Experiments, as documents that can be opened. */
import type { Experiment } from '../generated/types';
import { app } from '../store/app';
import type { Kind } from '../store/kinds';
import { session } from '../store/session';
import { desk } from './connect';
import { Refused } from './desk';
import { adopt } from './document';
import { readPaperExperiment } from './papers';
import { keepPromise, refreshKept } from './sweep';

export const experiments: Kind<Experiment> = {
  kind: 'experiment',
  entry: 'The experiment',
  own: 'Your experiment',
  readEntry: readPaperExperiment,
  readLinked: ({ id }) => readPaperExperiment(id),
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
    const problems = await adopt(text, (accepted) => {
      const { origin, base, notice, address, promised, full } = as(accepted);
      return { shown: { origin, base, notice, address, promised }, full };
    });
    if (problems) return problems;
    app.setState({ refusal: null });
    session.setState({ page: 'experiment' });
    keepPromise();
    void refreshKept();
    return null;
  },
  readFutures: async () => ({ problems: [] }),
  override: (document) => document,
};
