/** Files: documents of both kinds, traces for links, and measurements. */

import { recognisedTrace } from '../imports/trace';
import type { DocumentKind } from '../scenario/link';
import { isDictionary } from '../scenario/path';
import { app } from './app';
import { addMeasured, isMeasurement } from './measured';
import { ofKind, opening, openText, plain, refuse } from './open';
import { session } from './session';
import { openTexts as t } from './texts';

const MAX_FILE = 5_000_000;

export async function open(file: File): Promise<boolean> {
  if (file.size > MAX_FILE) {
    return refuse(file.name, [
      { pointer: '', problem: t.fileTooLarge(file.size), expected: t.atMostBytes(MAX_FILE) },
    ]);
  }
  const text = await file.text();
  // Also one that calls itself a table: a column of whole numbers without a head says nothing else.
  const trace = recognisedTrace(text, file.name);
  if (typeof trace === 'string') return refuse(file.name, plain(trace));
  if (trace) {
    app.setState({ trace, refusal: null });
    session.setState({ page: 'lab' });
    return true;
  }
  if (isMeasurement(file.name, text)) {
    const problem = await addMeasured(file.name, text);
    return problem === null ? true : refuse(file.name, plain(problem));
  }
  return ofKind(kindOfText(text), (kind) =>
    opening(file.name, null, () =>
      openText(kind, text, file.name, () => ({ origin: { kind: 'file', name: file.name } })),
    ),
  );
}

/** An experiment is built on a scenario. What is neither is refused as the scenario that it is not. */
function kindOfText(text: string): DocumentKind {
  try {
    const value: unknown = JSON.parse(text);
    return isDictionary(value) && 'base' in value ? 'experiment' : 'scenario';
  } catch {
    return 'scenario';
  }
}
