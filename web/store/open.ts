/**
 * Opens a link, an entry of gallery or papers, a file, or the visitor's own work, as a scenario or an experiment. The open document is
 * replaced only once the new one has been accepted.
 */

import type { Experiment, Problem, Scenario } from '../generated/types';
import { Stopped } from '../runner/client';
import { needsScripts } from '../runner/scripts';
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
import type { Overrides } from '../scenario/overrides';
import { checksum, LinkError, type LinkFault } from '../scenario/payload';
import { app } from './app';
import { emptyScenario, nothingOpen } from './document';
import { experiments } from './experiment/kind';
import { experiment } from './experiment/store';
import { OPENING } from './gallery';
import { keepRun, keptRun } from './kept-runs';
import type { Kind, Opening } from './kinds';
import { keepLabAddress, leftLabAddress } from './left-lab';
import { failedFile } from './load-errors';
import { withPlaces } from './places';
import { run } from './run';
import { pause } from './run-actions';
import { scenarios } from './scenario-kind';
import { type SessionState, session } from './session';
import { storageProblem } from './storage-messages';
import { openTexts as t } from './texts';
import { begin, refused, type UnansweredEntry, withdraw } from './unanswered';
import {
  type FoundWork,
  lastPage,
  lastWork,
  readWork,
  saveLeftVersions,
  setLastPage,
  setLastWork,
} from './works';

/** Calls a generic function with a kind of document, so that types stay consistent within the call. */
export function ofKind<T>(kind: DocumentKind, call: <D>(kind: Kind<D>) => T): T {
  return kind === 'experiment' ? call<Experiment>(experiments) : call<Scenario>(scenarios);
}

/** Opens a JSON text once the engine accepts it. False: it was refused, and the page says why. */
export async function openText<D>(
  kind: Kind<D>,
  text: string,
  what: string,
  as: (document: D) => Partial<Opening<D>>,
  standing = false,
): Promise<boolean> {
  const placed = kind.kind === 'scenario' ? await withPlaces(text) : text;
  const problems = await kind.adopt(placed, (document) => {
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
      history: null,
      ...as(document),
    };
    nameEntry();
    if (kind.kind === 'experiment') return standing ? openPaused(opening) : opening;
    keepRun();
    if (standing) return openPaused(opening);
    const { origin, address } = opening;
    return { ...opening, ...(returning && keptRun(origin, address, document as Scenario)) };
  });
  if (problems) return refuse(what, problems, what === t.link ? 'wrong' : undefined);
  if (!session.getState().embed) {
    setLastPage(kind.kind === 'experiment' ? 'experiment' : 'lab');
    showAddress();
  }
  return true;
}

/** Gives the opening scenario its address when another document opens in its place, so that Back leads to it. */
function nameEntry(): void {
  const { origin, address } = app.getState();
  if (revisiting > 0 || address !== '' || origin.kind !== 'gallery' || session.getState().page !== 'lab')
    return;
  app.setState({ address: entryFragment('scenario', origin.id) });
  showAddress({ same: true });
}

/** Opens paused at the start. */
function openPaused<D>(opening: Opening<D>): Opening<D> {
  const { view } = opening;
  return { ...opening, playing: false, view: view && { ...view, playing: false, atS: null } };
}

/** After this many openings without an answer from the engine, a document is skipped once. */
const MAX_TRIES = 2;

/**
 * Opens a document and reports any failure. A document that the engine did not answer for last time opens paused; after two failures it is
 * skipped once.
 *
 * @param name identifies the document in later visits; null: it cannot be identified
 */
export async function opening(
  what: string,
  name: string | null,
  open: (standing: boolean) => Promise<boolean>,
  faultOf: (error: unknown) => LinkFault | undefined = () => undefined,
): Promise<boolean> {
  const before = begin(name);
  if (before && before.tries >= MAX_TRIES) {
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
    // If the engine never loaded, that says nothing about the document.
    if (run.getState().catalogue === null) withdraw();
    // If nothing is open, the engine's own message is enough.
    return nothingOpen() ? false : refuse(what, plain(error));
  }
}

const standsAt = ({ atS }: UnansweredEntry) => ({ atS: Math.max(0, atS) });

const linkName = (fragment: string) =>
  `link ${fragment.length} ${checksum(new TextEncoder().encode(fragment))}`;

/** An entry as the engine reads it, and the checksum of its file; with `link` the version that the link refers to. */
async function readBase<D>(kind: Kind<D>, id: string, link?: EntryLink): Promise<Base<D>> {
  const file = await (link ? kind.readLinked(link) : kind.readEntry(id));
  const outcome = await kind.check(JSON.stringify(file));
  if ('problems' in outcome) throw new LinkError(outcome.problems[0]?.problem ?? t.invalid(kind.entry()));
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
    problem: failedFile(problem) ?? (problem instanceof Error ? problem.message : String(problem)),
    expected: '',
  },
];

/** Opens what a fragment names. True: opened; false: refused; null: it names no document. */
export async function openFragment(fragment: string): Promise<boolean | null> {
  const fault = (error: unknown) => (error instanceof LinkError ? error.fault : 'missing');
  let content: LinkContent | null;
  try {
    content = await readFragment(fragment);
  } catch (error) {
    return refuse(t.link, plain(error), fault(error));
  }
  if (!content) return null;
  const read = content;
  const open = (standing: boolean) => ofKind(read.kind, (kind) => openLink(kind, read, fragment, standing));
  return opening(t.link, linkName(fragment), open, fault);
}

/** Whether a fragment says that its document has controllers, for which there is another engine. */
export async function hasScripts(fragment: string): Promise<boolean> {
  // A fault is reported when the link is opened.
  const content = await readFragment(fragment).catch(() => null);
  return needsScripts({ document: JSON.stringify(content) });
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
  const packed = content.branches;
  const branches = packed === null ? null : await branchesOf(kind, text, packed, content.overrides);
  if (branches && 'problems' in branches) return refuse(t.link, branches.problems, 'wrong');
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
    notice: same ? '' : t.changedSince(kind.entry()),
  });
  return openText(kind, text, t.link, as, standing);
}

/** The branches in a link or of a work, checked like its document. */
async function branchesOf<D>(kind: Kind<D>, text: string, packed: string, overrides: Overrides = {}) {
  const outcome = await kind.check(text);
  return 'problems' in outcome ? outcome : kind.readBranches(packed, outcome.document, overrides);
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

/** Opens a paper's experiment. False: it was refused, and the page says why. */
export function openPaper(id: string): Promise<boolean> {
  return openEntry(experiments, id);
}

function openEntry<D>(kind: Kind<D>, id: string): Promise<boolean> {
  const address = entryFragment(kind.kind, id);
  return opening(kind.entry(), linkName(address), async (standing) => {
    const base = await readBase(kind, id);
    const as = () => ({ origin: kind.entryOrigin(id), base, address });
    return openText(kind, JSON.stringify(base.entry), kind.entry(), as, standing);
  });
}

export async function openWork(id: string): Promise<boolean> {
  let work: FoundWork | undefined;
  try {
    work = await readWork(id);
  } catch (error) {
    return refuse(scenarios.own(), [storageProblem(error)]);
  }
  const found = work;
  return ofKind(found?.kind ?? 'scenario', (kind) =>
    opening(kind.own(), workName(id), async (standing) => {
      if (!found) return refuse(kind.own(), plain(t.notHere));
      const { document, branches: packed, stamps, place } = found;
      const base = found.base ? await readBase(kind, found.base).catch(ifAlive) : null;
      const origin = { kind: 'own', id, stamps, place } as const;
      // Without its branches the work itself can still be opened.
      const read = packed === '' ? null : await branchesOf(kind, document, packed).catch(ifAlive);
      const branches = read && 'problems' in read ? null : read;
      const as = (): Partial<Opening<unknown>> => ({ origin, base, branches, address: workAddress(id) });
      const opened = await openText(kind as Kind<unknown>, document, kind.own(), as, standing);
      if (opened) setLastWork(kind.kind, id);
      return opened;
    }),
  );
}

export const workName = (id: string) => `work ${id}`;

/** Without the entry that a work began with, it can be opened; without an engine, it cannot. */
function ifAlive(error: unknown): null {
  if (error instanceof Stopped) throw error;
  return null;
}

/** Opens a JSON text as a scenario. False: it was refused, and the page says why. */
export function openScenario(text: string): Promise<boolean> {
  return opening(t.scenario, null, () => openText(scenarios, text, t.scenario, () => ({})));
}

/** Opens a JSON text as an experiment. False: it was refused, and the page says why. */
export function openExperiment(text: string, what: string = t.experiment): Promise<boolean> {
  return opening(what, null, () => openText(experiments, text, what, () => ({})));
}

/** Opens a new network: made from a template, or an empty page. */
export function openNew(network: Scenario = { ...emptyScenario, title: t.untitled }): Promise<boolean> {
  const made = network.nodes.length > 0;
  const as = (): Partial<Opening<Scenario>> => ({
    playing: made,
    ...(made ? { origin: { kind: 'template' } } : {}),
  });
  const what = t.network;
  return opening(what, null, () => openText(scenarios, JSON.stringify(network), what, as));
}

/** Opens a variant of the open experiment as a scenario; `words` names it. */
export function openVariantScenario(text: string, words: string, address: string): Promise<boolean> {
  const as = (): Partial<Opening<Scenario>> => ({ origin: { kind: 'variant' }, variant: words, address });
  return opening(t.variant, null, () => openText(scenarios, text, t.variant, as));
}

/** Opens what a visitor sees first: what the link names, else their own work, else the opening scenario. */
export function openFirst(): Promise<void> {
  return session.getState().embed ? openFirstDocument() : withoutNewEntry(openFirstDocument);
}

async function openFirstDocument(): Promise<void> {
  if (!session.getState().embed) await saveLeftovers();
  const page = session.getState().embed ? null : pageOf(location.hash);
  if (page) {
    session.setState({ page });
    return;
  }
  if (await openAddress(location.hash)) return;
  const refusal = app.getState().refusal;
  const last = lastPage() === 'experiment' ? lastWork('experiment') : null;
  const again = last !== null && !session.getState().embed;
  if (!(again && (await openWork(last)))) await openDefault();
  if (refusal) app.setState({ refusal });
}

/** Saves what an earlier page could not save. */
async function saveLeftovers(): Promise<void> {
  const beside = (await saveLeftVersions()).find((saved) => saved.beside !== null);
  if (!beside?.beside) return;
  const { work, beside: other } = beside;
  app.setState({ versions: { kind: work.kind ?? 'scenario', own: work, other } });
}

/** Opens the visitor's own scenario, else the opening scenario. */
async function openDefault(): Promise<void> {
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

/** Marks entries of the browser's history that the page has shown. A link that is followed to the page makes one without it. */
const SHOWN = 'shown';
/** Marks the entry of a dialog, which Back closes. What is opened from the dialog takes its place. */
export const DIALOG = 'dialog';

/** Openings in progress whose address is already in the browser's history, so that they add no entry. */
let revisiting = 0;
/** Back, Forward or a reload came here, not a link. */
let returning = false;

async function withoutNewEntry(open: () => Promise<unknown>, isReturn = true): Promise<void> {
  revisiting += 1;
  returning = isReturn;
  try {
    await open();
    // A refused link stays in the address, so that a reload says why again.
    if (!app.getState().refusal?.fault) showAddress();
  } finally {
    revisiting -= 1;
    returning = false;
  }
}

/** Shows what an address names: a page, the open document, or another document. */
export function followAddress(fragment: string): Promise<void> {
  return withoutNewEntry(
    async () => {
      const page = pageOf(fragment);
      const first = fragment === '' || fragment === '#';
      const opened = page || first ? null : await openAddress(fragment);
      // An earlier refusal belongs to another address. If this one was refused late, the visitor has already left it.
      if (opened === null || (!opened && location.hash !== fragment)) app.setState({ refusal: null });
      if (page) session.setState({ page, presenting: false });
      else if (first) await openDefault();
    },
    history.state === SHOWN || history.state === DIALOG,
  );
}

/** The page at an address; null if a document has to be opened for it. */
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

/** Keeps the address, the page and the laboratory in step. Each page has its own address, and the laboratory is never empty. */
export function syncAddress(): void {
  session.subscribe((state, before) => {
    if (state.page === before.page || state.embed) return;
    session.setState({ cameFrom: before.page });
    if (state.page === 'lab' || state.page === 'experiment') setLastPage(state.page);
    showAddress();
    // The run is not visible, and the experiment's runs need the processors.
    if (state.page === 'experiment' && run.getState().playing) pause();
    if (state.page === 'lab' && app.getState().opened === null) void openLeft();
  });
  app.subscribe(({ opened, address }, before) => {
    if (opened !== null && (opened !== before.opened || address !== before.address)) keepLabAddress(address);
  });
}

/** After a reload of another page, opens what this tab had in the laboratory. */
async function openLeft(): Promise<void> {
  const left = leftLabAddress();
  if (left !== null && (await openAddress(left))) return;
  // The visitor has not followed that address, so nobody asks why it did not open.
  app.setState({ refusal: null });
  await openDefault();
}

/**
 * Writes the address of what is shown. Another page or document adds an entry to the browser's history, unless `same` is set, or `renamed`:
 * the document has another address, while a dialog may be open over it, whose entry stays.
 */
export function showAddress({ same = false, renamed = false } = {}): void {
  const { page } = session.getState();
  // What could not be opened because the engine is missing keeps its address for another try.
  if (page === 'lab' && app.getState().opened === null) return;
  const address =
    page === 'lab'
      ? app.getState().address
      : page === 'experiment'
        ? experiment.getState().address
        : PAGES[page];
  const url = `${location.pathname}${location.search}${address}`;
  const over = history.state === DIALOG;
  const replaces = location.hash === address || same || renamed || revisiting > 0 || over;
  if (replaces) history.replaceState(renamed && over ? DIALOG : SHOWN, '', url);
  else history.pushState(SHOWN, '', url);
}
