/** Scenarios, as documents that can be opened. */
import type { Scenario } from '../generated/types';
import { override } from '../scenario/overrides';
import { app } from './app';
import { check, startRun } from './connection';
import { readEntry } from './gallery';
import type { Kind } from './kinds';
import { run } from './run';
import { session } from './session';

export const scenarios: Kind<Scenario> = {
  kind: 'scenario',
  entry: 'The gallery entry',
  own: 'Your scenario',
  readEntry,
  entryOrigin: (id) => ({ kind: 'gallery', id }),
  check,
  async adopt(text, as) {
    const outcome = await check(text);
    if ('problems' in outcome) return outcome.problems;
    const { playing, full: _, ...opening } = as(outcome.document);
    app.setState({ ...opening, refusal: null, opened: outcome.document });
    session.setState({ selection: null, more: [], view: null, cursor: null, hiddenFlows: [], page: 'lab' });
    startRun(outcome.document, { kind: 'open' }, 0, playing);
    return null;
  },
  override: (scenario, overrides) => override(scenario, overrides, run.getState().catalogue),
};
