/**
 * Opens a link, an entry that comes with the page, a file, or the visitor's own work, as a scenario or an experiment. The open document
 * is replaced only once the new one has been accepted.
 */

import type { Experiment, Problem, Scenario } from '../generated/types';
import { Stopped } from '../runner/client';
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
import { linkTexts } from '../scenario/link-texts';
import { checksum, LinkError, type LinkFault } from '../scenario/payload';
import { app } from './app';
import { emptyScenario, nothingOpen } from './document';
import { experiments } from './experiment/kind';
import { experiment } from './experiment/store';
import { OPENING } from './gallery';
import type { Kind, Opening } from './kinds';
import { lostPart } from './lost-part';
import { run } from './run';
import { pause } from './run-actions';
import { scenarios } from './scenario-kind';
import { type SessionState, session } from './session';
import { begin, refused, type Stamp, withdraw } from './stamp';
import { openTexts as t } from './texts';
import { storageProblem } from './trouble';
import { type FoundWork, lastPage, lastWork, readWork, saveLeft, setLastPage, setLastWork } from './works';

const LINK = t.link;

/** Calls with the kind that a name stands for: what it opens and what it checks are of one kind. */
export function ofKind<T>(kind: DocumentKind, call: <D>(kind: Kind<D>) => T): T {
  return kind === 'experiment' ? call<Experiment>(experiments) : call<Scenario>(scenarios);
}

/** Opens JSON text once the engine accepts it. False: it was refused, and the page says why. */
export async function openText<D>(
  kind: Kind<D>,
  text: string,
  what: string,
  as: (document: D) => Partial<Opening<D>>,
  standing = false,
): Promise<boolean> {
  const problems = await kind.adopt(text, (document) => {
    const opening: Opening<D> = {
      origin: { kind: 'new' },
      base: null,
      linkDigest: null,
      notice: '',
      address: '',
      variant: '',
      full: false,
      playing: !session.getState().embed,
      view: null,
      branches: null,
      ...as(document),
    };
    return standing ? standStill(opening) : opening;
  });
  if (problems) return refuse(what, problems, what === LINK ? 'wrong' : undefined);
  if (!session.getState().embed) {
    setLastPage(kind.kind === 'experiment' ? 'experiment' : 'lab');
    showAddress();
  }
  return true;
}

/** It neither plays by itself nor runs up to a moment. */
function standStill<D>(opening: Opening<D>): Opening<D> {
  const { view } = opening;
  return { ...opening, playing: false, view: view && { ...view, playing: false, atS: null } };
}

/** So often something is opened that the engine did not answer. */
const MOST_TRIES = 2;

/**
 * Opens something; any failure is reported. A document that the engine did not answer for the last time opens paused, and one that it
 * did not answer twice is left alone once.
 *
 * @param name by which it is known again; null: it has none
 */
export async function opening(
  what: string,
  name: string | null,
  open: (standing: boolean) => Promise<boolean>,
  faultOf: (error: unknown) => LinkFault | undefined = () => undefined,
): Promise<boolean> {
  const before = begin(name);
  if (before && before.tries >= MOST_TRIES) {
    refused();
    return refuse(what, plain(t.unanswered(before.tries)));
  }
  try {
    const opened = await open(before !== undefined);
    if (!opened || session.getState().page === 'experiment') refused();
    app.setState({ unanswered: opened && before ? standsAt(before) : null });
    return opened;
  } catch (error) {
    if (!(error instanceof Stopped)) {
      refused();
      return refuse(what, plain(error), faultOf(error));
    }
    // An engine that never came says nothing of the document.
    if (run.getState().catalogue === null) withdraw();
    // Where nothing is open, the engine's own message says it all.
    return nothingOpen() ? false : refuse(what, plain(error));
  }
}

const standsAt = ({ atS }: Stamp) => ({ atS: Math.max(0, atS) });

const linkName = (fragment: string) =>
  `link ${fragment.length} ${checksum(new TextEncoder().encode(fragment))}`;

/** An entry, as it is or as a link was made against it, as the engine reads it, and the checksum of the file for links. */
async function readBase<D>(kind: Kind<D>, id: string, link?: EntryLink): Promise<Base<D>> {
  const file = await (link ? kind.readLinked(link) : kind.readEntry(id));
  const outcome = await kind.check(JSON.stringify(file));
  if ('problems' in outcome) throw new LinkError(outcome.problems[0]?.problem ?? t.invalid(kind.entry));
  const checksum = entryChecksum(file);
  return { id, revision: kind.revisionOf(id, checksum), entry: outcome.document, checksum };
}

export function refuse(what: string, problems: Problem[], fault?: LinkFault): false {
  app.setState({ refusal: { what, problems, ...(fault ? { fault } : {}) } });
  return false;
}

export const plain = (problem: unknown): Problem[] => [
  {
    pointer: '',
    problem: lostPart(problem) ?? (problem instanceof Error ? problem.message : String(problem)),
    expected: '',
  },
];

/** The fragment of the address; true when it named a document that could be opened, null when it named none. */
export async function openFragment(fragment: string): Promise<boolean | null> {
  const fault = (error: unknown) => (error instanceof LinkError ? error.fault : 'missing');
  let content: LinkContent | null;
  try {
    content = await readFragment(fragment);
  } catch (error) {
    return refuse(LINK, plain(error), fault(error));
  }
  if (!content) return null;
  const read = content;
  const open = (standing: boolean) => ofKind(read.kind, (kind) => openLink(kind, read, fragment, standing));
  return opening(LINK, linkName(fragment), open, fault);
}

async function openLink<D>(
  kind: Kind<D>,
  content: LinkContent,
  address: string,
  standing: boolean,
): Promise<boolean> {
  const { entry } = content;
  if (kind.kind === 'experiment' && session.getState().embed)
    throw new LinkError(linkTexts.noExperimentEmbedded);
  const touched = Object.keys(content.overrides).length > 0;
  const base = entry ? await readBase(kind, entry.id, entry) : null;
  const text =
    base && entry
      ? JSON.stringify(await kind.override(changedEntry(base.entry, entry.changes), content.overrides))
      : await overridden(kind, content.document as string, content);
  const branches = await branchesOf(kind, text, content);
  if (branches && 'problems' in branches) return refuse(LINK, branches.problems, 'wrong');
  const bare = entry && entry.changes.length === 0 && !touched;
  const same = !entry || entry.base === null || entry.base === base?.checksum;
  const { view, full, linkDigest } = content;
  const as = (): Partial<Opening<D>> => ({
    origin: bare ? kind.entryOrigin(entry.id) : { kind: 'link' },
    base,
    linkDigest,
    full,
    view,
    branches,
    address,
    notice: same ? '' : t.changedSince(kind.entry),
  });
  return openText(kind, text, LINK, as, standing);
}

/** The branches in a link, checked like its document. */
async function branchesOf<D>(kind: Kind<D>, text: string, { branches, overrides }: LinkContent) {
  if (branches === null) return null;
  const outcome = await kind.check(text);
  return 'problems' in outcome ? outcome : kind.readBranches(branches, outcome.document, overrides);
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

function openEntry<D>(kind: Kind<D>, id: string): Promise<boolean> {
  const address = entryFragment(kind.kind, id);
  return opening(kind.entry, linkName(address), async (standing) => {
    const base = await readBase(kind, id);
    const as = () => ({ origin: kind.entryOrigin(id), base, address });
    return openText(kind, JSON.stringify(base.entry), kind.entry, as, standing);
  });
}

export async function openWork(id: string): Promise<boolean> {
  let work: FoundWork | undefined;
  try {
    work = await readWork(id);
  } catch (error) {
    return refuse(scenarios.own, [storageProblem(error)]);
  }
  const found = work;
  return ofKind(found?.kind ?? 'scenario', (kind) =>
    opening(kind.own, workName(id), async (standing) => {
      if (!found) return refuse(kind.own, plain(t.notHere));
      const { document, stamps, place } = found;
      const base = found.base ? await readBase(kind, found.base).catch(ifAlive) : null;
      const origin = { kind: 'own', id, stamps, place } as const;
      const as = (): Partial<Opening<unknown>> => ({ origin, base, address: workAddress(id) });
      const opened = await openText(kind as Kind<unknown>, document, kind.own, as, standing);
      if (opened) setLastWork(kind.kind, id);
      return opened;
    }),
  );
}

export const workName = (id: string) => `work ${id}`;

/** A work can do without the entry that it began with, but not without an engine. */
function ifAlive(error: unknown): null {
  if (error instanceof Stopped) throw error;
  return null;
}

/** Opens JSON text as a scenario; false: it was refused, and `refusal` says why. */
export function openScenario(text: string): Promise<boolean> {
  return opening(t.scenario, null, () => openText(scenarios, text, t.scenario, () => ({})));
}

/** Opens JSON text as an experiment; false: it was refused, and the page says why. */
export function openExperiment(text: string, what: string = t.experiment): Promise<boolean> {
  return opening(what, null, () => openText(experiments, text, what, () => ({})));
}

/** A network of one's own: what a template made, or an empty page to draw on. */
export function openNew(network: Scenario = { ...emptyScenario, title: t.untitled }): Promise<boolean> {
  const made = network.nodes.length > 0;
  const as = (): Partial<Opening<Scenario>> => ({
    playing: made,
    ...(made ? { origin: { kind: 'template' } } : {}),
  });
  const what = t.network;
  return opening(what, null, () => openText(scenarios, JSON.stringify(network), what, as));
}

/** A scenario out of the open experiment; `words` say which. */
export function openVariantScenario(text: string, words: string, address: string): Promise<boolean> {
  const as = (): Partial<Opening<Scenario>> => ({ origin: { kind: 'variant' }, variant: words, address });
  return opening(t.variant, null, () => openText(scenarios, text, t.variant, as));
}

/** What a visitor sees first: what the link names, else their own work, else the opening classic. Also after an engine that never came. */
export function openFirst(): Promise<void> {
  return session.getState().embed ? openFirstDocument() : revisit(openFirstDocument);
}

async function openFirstDocument(): Promise<void> {
  if (!session.getState().embed) await takeLeft();
  const page = session.getState().embed ? null : pageOf(location.hash);
  if (page) {
    session.setState({ page });
    return;
  }
  if (await openAddress(location.hash)) return;
  const refusal = app.getState().refusal;
  const last = lastPage() === 'experiment' ? lastWork('experiment') : null;
  const again = last !== null && !session.getState().embed;
  if (!(again && (await openWork(last)))) await openUsual();
  if (refusal) app.setState({ refusal });
}

/** What the page before could not save any more is saved first. */
async function takeLeft(): Promise<void> {
  const beside = (await saveLeft()).find((saved) => saved.beside !== null);
  if (!beside?.beside) return;
  const { work, beside: other } = beside;
  app.setState({ versions: { kind: work.kind ?? 'scenario', own: work, other } });
}

/** The visitor's own scenario, else the opening classic. */
async function openUsual(): Promise<void> {
  const last = session.getState().embed ? null : lastWork('scenario');
  if (last !== null && (await openWork(last))) return;
  // Without an engine nothing can be opened, and its own message says so.
  if (run.getState().status === 'crashed') return;
  const { refusal } = app.getState();
  await opening(t.first, null, async () => {
    const base = await readBase(scenarios, OPENING);
    return openText(scenarios, JSON.stringify(base.entry), t.first, () => ({
      origin: { kind: 'gallery', id: OPENING },
      base,
    }));
  });
  if (refusal) app.setState({ refusal });
}

/** Addresses of pages that show no document. */
const PAGES = { gallery: '#gallery', papers: '#papers' } as const;

/** The address of a work, which only this browser can open. */
export const workAddress = (id: string) => `#w=${id}`;

const workOf = (fragment: string) => /^#w=([a-z0-9]{1,32})$/.exec(fragment)?.[1];

/** What the browser's history or a reload is opening: its address is there already, and makes no entry of its own. */
let revisiting = 0;

async function revisit(open: () => Promise<unknown>): Promise<void> {
  revisiting += 1;
  try {
    await open();
    // A link that was refused stays in the address: a reload says again why.
    if (!app.getState().refusal?.fault) showAddress();
  } finally {
    revisiting -= 1;
  }
}

/** Shows what an address names: a page, what is open already, or what it opens. */
export function followAddress(fragment: string): Promise<void> {
  return revisit(async () => {
    const page = pageOf(fragment);
    if (page) session.setState({ page, presenting: false });
    else if (fragment === '' || fragment === '#') await openUsual();
    else await openAddress(fragment);
  });
}

/** The page at an address, where nothing has to be opened for it. */
function pageOf(fragment: string): SessionState['page'] | null {
  if (fragment === PAGES.gallery) return 'gallery';
  if (fragment === PAGES.papers) return 'papers';
  if (app.getState().opened !== null && fragment === app.getState().address) return 'lab';
  if (experiment.getState().document !== null && fragment === experiment.getState().address)
    return 'experiment';
  return null;
}

function openAddress(fragment: string): Promise<boolean | null> {
  const work = workOf(fragment);
  return work ? openWork(work) : openFragment(fragment);
}

/** Keeps address, page and laboratory in step: each page has the address of what it shows, and the laboratory is never empty. */
export function followPage(): void {
  session.subscribe((state, before) => {
    if (state.page === before.page || state.embed) return;
    if (state.page === 'lab' || state.page === 'experiment') setLastPage(state.page);
    showAddress();
    // The run is not visible, and the experiment's runs need the machine.
    if (state.page === 'experiment' && run.getState().playing) pause();
    if (state.page === 'lab' && app.getState().opened === null) void openUsual();
  });
}

/** Writes the address of what is on the page. Another page or document is another entry of the browser's history; `same`: it is neither. */
export function showAddress({ same = false } = {}): void {
  const { page } = session.getState();
  // What could not be opened yet, because the engine is missing, keeps its address for another try.
  if (page === 'lab' && app.getState().opened === null) return;
  const address =
    page === 'lab'
      ? app.getState().address
      : page === 'experiment'
        ? experiment.getState().address
        : PAGES[page];
  if (location.hash === address) return;
  const url = `${location.pathname}${location.search}${address}`;
  if (same || revisiting > 0) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
}
