/** Reads files: documents of both kinds, rate traces for links, and measurements. */

import { recogniseTrace } from '../imports/trace';
import { type DocumentKind, writeFragment } from '../scenario/link';
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
  // Checked for tables too: a column of whole numbers without a heading could be either.
  const trace = recogniseTrace(text, file.name);
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
  const address = await addressOf(text);
  return ofKind(kindOfText(text), (kind) =>
    opening(file.name, null, () =>
      openText(kind, text, file.name, () => ({ origin: { kind: 'file', name: file.name }, address })),
    ),
  );
}

/** A longer address could not be kept in the history of every browser, characters. */
const MAX_ADDRESS = 60_000;

/** The address under which a reload opens a document again; empty if it has none. */
async function addressOf(text: string): Promise<string> {
  try {
    const source = JSON.parse(text);
    const experiment = kindOfText(text) === 'experiment';
    const address = await (experiment ? writeFragment({ source }, 'experiment') : writeFragment({ source }));
    return address.length > MAX_ADDRESS ? '' : address;
  } catch {
    // The engine says what is wrong with it.
    return '';
  }
}

/** Experiments have a base scenario. Anything else is treated as a scenario. */
function kindOfText(text: string): DocumentKind {
  try {
    const value: unknown = JSON.parse(text);
    return isDictionary(value) && 'base' in value ? 'experiment' : 'scenario';
  } catch {
    return 'scenario';
  }
}
