/**
 * Ways in: a link, an entry that comes with the page, a file, the visitor's own work. Scenarios and experiments have the same
 * ones. None of them touches what is open until it is accepted.
 */
import { experiments } from '../experiment/kind';
import { experiment } from '../experiment/store';
import type { Experiment, Problem, Scenario } from '../generated/types';
import {
  type Base,
  changedEntry,
  type DocumentKind,
  type EntryLink,
  entryChecksum,
  entryFragment,
  type LinkContent,
  readFragment,
} from '../scenario/link';
import { isDictionary } from '../scenario/path';
import { LinkError, type LinkFault } from '../scenario/payload';
import { recognisedTrace } from '../scenario/trace';
import { app } from './app';
import { emptyScenario } from './document';
import { OPENING } from './gallery';
import type { Kind, Opening } from './kinds';
import { addMeasured, isMeasurement } from './measured';
import { run } from './run';
import { pause } from './run-actions';
import { scenarios } from './scenario-kind';
import { session } from './session';
import { lastPage, lastWork, listWorks, readWork, setLastPage, setLastWork } from './works';

const MAX_FILE = 5_000_000;
const LINK = 'The link';

/** Calls with the kind that a name stands for: what it opens and what it checks are of one kind. */
function ofKind<T>(kind: DocumentKind, call: <D>(kind: Kind<D>) => T): T {
  return kind === 'experiment' ? call<Experiment>(experiments) : call<Scenario>(scenarios);
}

/** Opens JSON text once the engine accepts it. False: it was refused, and the page says why. */
async function openText<D>(
  kind: Kind<D>,
  text: string,
  what: string,
  as: (document: D) => Partial<Opening<D>>,
): Promise<boolean> {
  const problems = await kind.adopt(text, (document) => ({
    origin: { kind: 'new' },
    base: null,
    promised: null,
    notice: '',
    address: '',
    variant: '',
    full: false,
    playing: !session.getState().embed,
    view: null,
    futures: null,
    ...as(document),
  }));
  if (problems) return refuse(what, problems, what === LINK ? 'wrong' : undefined);
  if (!session.getState().embed) {
    setLastPage(kind.kind === 'experiment' ? 'experiment' : 'lab');
    showAddress();
  }
  return true;
}

/** An entry, as it is or as a link was made against it, as the engine reads it, and the checksum of the file for links. */
async function readBase<D>(kind: Kind<D>, id: string, link?: EntryLink): Promise<Base<D>> {
  const file = await (link ? kind.readLinked(link) : kind.readEntry(id));
  const outcome = await kind.check(JSON.stringify(file));
  if ('problems' in outcome)
    throw new LinkError(outcome.problems[0]?.problem ?? `${kind.entry} is not valid.`);
  const checksum = entryChecksum(file);
  return { id, revision: kind.revisionOf(id, checksum), entry: outcome.document, checksum };
}

function refuse(what: string, problems: Problem[], fault?: LinkFault): false {
  app.setState({ refusal: { what, problems, ...(fault ? { fault } : {}) } });
  return false;
}

const plain = (problem: unknown): Problem[] => [
  { pointer: '', problem: problem instanceof Error ? problem.message : String(problem), expected: '' },
];

/** The fragment of the address; true when it named a document that could be opened, null when it named none. */
export async function openFragment(fragment: string): Promise<boolean | null> {
  try {
    const content = await readFragment(fragment);
    if (!content) return null;
    return await ofKind(content.kind, (kind) => openLink(kind, content, fragment));
  } catch (error) {
    return refuse(LINK, plain(error), error instanceof LinkError ? error.fault : 'missing');
  }
}

async function openLink<D>(kind: Kind<D>, content: LinkContent, address: string): Promise<boolean> {
  const { entry } = content;
  if (kind.kind === 'experiment' && session.getState().embed)
    throw new LinkError('An experiment needs a page of its own: it cannot be shown inside another one.');
  const touched = Object.keys(content.overrides).length > 0;
  const base = entry ? await readBase(kind, entry.id, entry) : null;
  const text =
    base && entry
      ? JSON.stringify(await kind.override(changedEntry(base.entry, entry.changes), content.overrides))
      : await overridden(kind, content.document as string, content);
  const futures = await futuresOf(kind, text, content);
  if (futures && 'problems' in futures) return refuse(LINK, futures.problems, 'wrong');
  const bare = entry && entry.changes.length === 0 && !touched;
  const same = !entry || entry.base === null || entry.base === base?.checksum;
  const { view, full, promised } = content;
  return openText(kind, text, LINK, () => ({
    origin: bare ? kind.entryOrigin(entry.id) : { kind: 'link' },
    base,
    promised,
    full,
    view,
    futures,
    address,
    notice: same
      ? ''
      : `${kind.entry} that this link was made from has changed since: it may differ from what was shared.`,
  }));
}

/** The futures in a link, checked like its document. */
async function futuresOf<D>(kind: Kind<D>, text: string, { futures, overrides }: LinkContent) {
  if (futures === null) return null;
  const outcome = await kind.check(text);
  return 'problems' in outcome ? outcome : kind.readFutures(futures, outcome.document, overrides);
}

async function overridden<D>(kind: Kind<D>, text: string, content: LinkContent): Promise<string> {
  if (Object.keys(content.overrides).length === 0) return text;
  const outcome = await kind.check(text);
  if ('problems' in outcome) return text;
  return JSON.stringify(await kind.override(outcome.document, content.overrides));
}

export function openGallery(id: string): Promise<boolean> {
  return openEntry(scenarios, id);
}

/** Opens an experiment that comes with the page; false: it was refused, and the page says why. */
export function openPaper(id: string): Promise<boolean> {
  return openEntry(experiments, id);
}

async function openEntry<D>(kind: Kind<D>, id: string): Promise<boolean> {
  try {
    const base = await readBase(kind, id);
    return await openText(kind, JSON.stringify(base.entry), kind.entry, () => ({
      origin: kind.entryOrigin(id),
      base,
      address: entryFragment(kind.kind, id),
    }));
  } catch (error) {
    return refuse(kind.entry, plain(error));
  }
}

export async function openWork(id: string): Promise<boolean> {
  const work = listWorks().find((w) => w.id === id);
  return ofKind(work?.kind ?? 'scenario', async (kind) => {
    const text = readWork(id);
    if (text === null) return refuse(kind.own, plain('This browser does not have it any more.'));
    const base = work?.base ? await readBase(kind, work.base).catch(() => null) : null;
    const opened = await openText(kind, text, kind.own, () => ({ origin: { kind: 'own', id }, base }));
    if (opened) setLastWork(kind.kind, id);
    return opened;
  });
}

export async function openFile(file: File): Promise<boolean> {
  if (file.size > MAX_FILE) {
    return refuse(file.name, [
      { pointer: '', problem: `The file has ${file.size} bytes.`, expected: `at most ${MAX_FILE} bytes` },
    ]);
  }
  const text = await file.text();
  // Also one that calls itself a table: a column of whole numbers, none below the one before, says nothing else.
  const trace = recognisedTrace(text, file.name);
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
    openText(kind, text, file.name, () => ({ origin: { kind: 'file', name: file.name } })),
  );
}

/** Opens JSON text as a scenario; false: it was refused, and `refusal` says why. */
export function openScenario(text: string): Promise<boolean> {
  return openText(scenarios, text, 'The scenario', () => ({}));
}

/** Opens JSON text as an experiment; false: it was refused, and the page says why. */
export function openExperiment(text: string, what = 'The experiment'): Promise<boolean> {
  return openText(experiments, text, what, () => ({}));
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

/** A network of one's own: what a template made, or an empty page to draw on. */
export function openNew(network: Scenario = { ...emptyScenario, title: 'Untitled' }): Promise<boolean> {
  const made = network.nodes.length > 0;
  return openText(scenarios, JSON.stringify(network), 'The new network', () => ({
    playing: made,
    ...(made ? { origin: { kind: 'template' } } : {}),
  }));
}

/** A scenario out of the open experiment; `words` say which. */
export function openVariantScenario(text: string, words: string, address: string): Promise<boolean> {
  return openText(scenarios, text, 'The variant', () => ({
    origin: { kind: 'variant' },
    variant: words,
    address,
  }));
}

/** What a visitor sees first: what the link names, else their own work, else the opening classic. */
export async function openFirst(): Promise<void> {
  if (await openFragment(location.hash)) return;
  const refusal = app.getState().refusal;
  const last = lastPage() === 'experiment' ? lastWork('experiment') : null;
  const again = last !== null && !session.getState().embed && readWork(last) !== null;
  if (!(again && (await openWork(last)))) await openUsual();
  if (refusal) app.setState({ refusal });
}

/** The visitor's own scenario, else the opening classic. */
async function openUsual(): Promise<void> {
  const last = session.getState().embed ? null : lastWork('scenario');
  if (last !== null && readWork(last) !== null && (await openWork(last))) return;
  const { refusal } = app.getState();
  const base = await readBase(scenarios, OPENING);
  await openText(scenarios, JSON.stringify(base.entry), 'The opening scenario', () => ({
    origin: { kind: 'gallery', id: OPENING },
    base,
  }));
  if (refusal) app.setState({ refusal });
}

/** Keeps address, page and laboratory in step: each page has the address of what it shows, and the laboratory is never empty. */
export function followPage(): void {
  session.subscribe((state, before) => {
    if (state.page === before.page || state.embed) return;
    if (state.page === 'lab' || state.page === 'experiment') setLastPage(state.page);
    showAddress();
    // Nobody looks at the run, and the experiment's runs want the machine.
    if (state.page === 'experiment' && run.getState().playing) pause();
    if (state.page === 'lab' && app.getState().opened === null) void openUsual();
  });
}

/** The address of what is on the page; those of galleries say nothing of their own. */
export function showAddress(): void {
  const { page } = session.getState();
  if (page !== 'lab' && page !== 'experiment') return;
  const { address } = page === 'lab' ? app.getState() : experiment.getState();
  if (location.hash !== address)
    history.replaceState(null, '', `${location.pathname}${location.search}${address}`);
}
