/** Ways in: a link, the gallery, a file, the visitor's own work. None of them touches what is open until it is accepted. */
import type { Problem, Scenario } from '../generated/types';
import { entryChecksum, galleryScenario, type LinkContent, readFragment } from '../scenario/link';
import { override } from '../scenario/overrides';
import { LinkError } from '../scenario/payload';
import { app, type Base, type Origin } from './app';
import { check, startRun } from './connection';
import { emptyScenario } from './document';
import { OPENING, readEntry } from './gallery';
import { run } from './run';
import { session } from './session';
import { lastWork, listWorks, readWork, setLastWork } from './works';

const MAX_FILE = 5_000_000;

/** Opens JSON text once the engine accepts it. False: it was refused, and the page says why. */
async function openText(
  text: string,
  what: string,
  as: (document: Scenario) => Partial<Opening>,
): Promise<boolean> {
  const outcome = await check(text);
  if ('problems' in outcome) return refuse(what, outcome.problems);
  const opening: Opening = {
    origin: { kind: 'new' },
    base: null,
    promised: null,
    notice: '',
    playing: !session.getState().embed,
    ...as(outcome.document),
  };
  const { origin, base, promised, notice, playing } = opening;
  app.setState({ origin, base, promised, notice, refusal: null, opened: outcome.document });
  session.setState({ selection: null, view: null, cursor: null, hiddenFlows: [], page: 'lab' });
  startRun(outcome.document, { kind: 'open' }, 0, playing);
  return true;
}

/** A gallery entry as the engine reads it, and the checksum of the file for links. */
async function readBase(id: string): Promise<Base> {
  const file = await readEntry(id);
  const outcome = await check(JSON.stringify(file));
  if ('problems' in outcome)
    throw new LinkError(outcome.problems[0]?.problem ?? 'The gallery entry is not valid.');
  return { id, entry: outcome.document, checksum: entryChecksum(file) };
}

interface Opening {
  origin: Origin;
  base: Base | null;
  promised: { digest: string; modelVersion: number | null } | null;
  notice: string;
  playing: boolean;
}

function refuse(what: string, problems: Problem[]): false {
  app.setState({ refusal: { what, problems } });
  return false;
}

const plain = (problem: string): Problem[] => [{ pointer: '', problem, expected: '' }];

/** The fragment of the address; true when it named a scenario that could be opened. */
export async function openFragment(fragment: string): Promise<boolean | null> {
  let content: LinkContent | null;
  try {
    content = await readFragment(fragment);
    if (!content) return null;
    return await openLink(content);
  } catch (error) {
    return refuse('The link', plain(error instanceof Error ? error.message : String(error)));
  }
}

async function openLink(content: LinkContent): Promise<boolean> {
  const { gallery } = content;
  const promised = content.digest ? { digest: content.digest, modelVersion: content.modelVersion } : null;
  const touched = Object.keys(content.overrides).length > 0;
  if (!gallery) {
    const text = touched
      ? await overridden(content.scenario as string, content)
      : (content.scenario as string);
    return openText(text, 'The link', () => ({ origin: { kind: 'link' }, promised }));
  }
  const base = await readBase(gallery.id);
  const same = gallery.base === null || gallery.base === base.checksum;
  const changed = galleryScenario(base.entry, gallery.changes);
  const scenario = override(changed, content.overrides, run.getState().catalogue);
  const bare = gallery.changes.length === 0 && !touched;
  return openText(JSON.stringify(scenario), 'The link', () => ({
    origin: bare ? { kind: 'gallery', id: gallery.id } : { kind: 'link' },
    base,
    promised,
    notice: same
      ? ''
      : 'The gallery entry that this link was made from has changed since: the run may differ from the one shared.',
  }));
}

async function overridden(text: string, content: LinkContent): Promise<string> {
  const outcome = await check(text);
  if ('problems' in outcome) return text;
  return JSON.stringify(override(outcome.document, content.overrides, run.getState().catalogue));
}

export async function openGallery(id: string): Promise<boolean> {
  try {
    const base = await readBase(id);
    const opened = await openText(JSON.stringify(base.entry), 'The gallery entry', () => ({
      origin: { kind: 'gallery', id },
      base,
    }));
    if (opened) address(`#g=${id}`);
    return opened;
  } catch (error) {
    return refuse('The gallery entry', plain(error instanceof Error ? error.message : String(error)));
  }
}

export async function openWork(id: string): Promise<boolean> {
  const text = readWork(id);
  if (text === null) return refuse('Your scenario', plain('This browser does not have it any more.'));
  const began = listWorks().find((w) => w.id === id)?.base;
  const base = began ? await readBase(began).catch(() => null) : null;
  const opened = await openText(text, 'Your scenario', () => ({
    origin: { kind: 'own', id },
    base,
  }));
  if (opened) {
    setLastWork(id);
    address('');
  }
  return opened;
}

export async function openFile(file: File): Promise<boolean> {
  if (file.size > MAX_FILE) {
    return refuse(file.name, [
      { pointer: '', problem: `The file has ${file.size} bytes.`, expected: `at most ${MAX_FILE} bytes` },
    ]);
  }
  const text = await file.text();
  const opened = await openText(text, file.name, () => ({ origin: { kind: 'file', name: file.name } }));
  if (opened) address('');
  return opened;
}

/** An empty network, to draw one's own. */
export async function openNew(): Promise<boolean> {
  const blank = { ...emptyScenario, title: 'Untitled' };
  const opened = await openText(JSON.stringify(blank), 'An empty network', () => ({ playing: false }));
  if (opened) address('');
  return opened;
}

/** What a visitor sees first: the link's scenario, else their own work, else the opening classic. */
export async function openFirst(): Promise<void> {
  const fromLink = await openFragment(location.hash);
  if (fromLink) return;
  const refusal = app.getState().refusal;
  const last = session.getState().embed ? null : lastWork();
  const opened = last !== null && readWork(last) !== null && (await openWork(last));
  if (!opened) {
    const kept = app.getState().refusal ?? refusal;
    const base = await readBase(OPENING);
    await openText(JSON.stringify(base.entry), 'The opening scenario', () => ({
      origin: { kind: 'gallery', id: OPENING },
      base,
    }));
    if (kept) app.setState({ refusal: kept });
  } else if (refusal) app.setState({ refusal });
}

function address(hash: string): void {
  if (location.hash !== hash) history.replaceState(null, '', `${location.pathname}${location.search}${hash}`);
}
