/**
 * Saves the visitor's work automatically.
 *
 * A document from a link, a file or the gallery belongs to nobody until it is changed. It then becomes a work of its own, and the address
 * names the work instead of the link, so that a reload opens the work.
 *
 * A change is recorded at once, together with the work it belongs to, and saved a little later, one version after another. So another
 * document may be opened meanwhile, and another tab may save the same work: nothing is overwritten.
 */

import { packBranches } from '../scenario/branches';
import type { DocumentKind } from '../scenario/link';
import { sameSimulation } from '../scenario/path';
import { app, type Origin } from './app';
import { branches, branchTree } from './branches';
import { storageError } from './database';
import { documentStore } from './document';
import { edit } from './edit-actions';
import { experiment } from './experiment/store';
import { leaveRun } from './kept-runs';
import { showAddress, workAddress } from './open';
import { session } from './session';
import { readJson, writeItem } from './storage';
import { announceSave, onSave } from './tabs';
import { stepTexts as t } from './texts';
import {
  forgetUnsaved,
  leaveUnsaved,
  newWorkId,
  onWorksLost,
  readWork,
  type SaveResult,
  saveWork,
  type Version,
} from './works';

const DELAY_MS = 400;
/** Stamps of versions that a failing storage may have stored. */
const MAX_STAMPS = 50;
const SESSION = 'droptail.session';

type Document = { title?: string };

/** What autosave needs to know of an open document. */
interface OpenDocument {
  document: Document | null;
  /** As it was opened, or as a lesson's step has set it. */
  opened: unknown;
  origin: Origin;
  base: { id: string } | null;
  /** Makes it the visitor's own work. */
  own(origin: Origin & { kind: 'own' }): void;
  rename(title: string): void;
}

const OPEN: Record<DocumentKind, () => OpenDocument> = {
  scenario: () => {
    const { opened, origin, base } = app.getState();
    return {
      ...{ document: documentStore.getState().source, opened, origin, base },
      own: (own) => app.setState({ origin: own, address: workAddress(own.id) }),
      rename: (title) => edit('/title', title, t.renameCopy),
    };
  },
  experiment: () => {
    const { document, opened, origin, base } = experiment.getState();
    return {
      ...{ document, opened, origin, base },
      own: (own) => experiment.setState({ origin: own, address: workAddress(own.id) }),
      rename: async (title) => {
        const { editExperiment } = await import('./experiment/document');
        await editExperiment((now) => ({ ...now, title }), t.renameCopy);
      },
    };
  },
};

/** The state of saving one open document. */
interface SaveState {
  kind: DocumentKind;
  /** Its id as a work; null: it is not one yet. */
  id: string | null;
  /** The versions it was made from: the one opened or saved last, and those that may have been saved since. */
  stamps: string[];
  /** Where it is left for the next page if it cannot be saved. */
  place: string;
  opened: unknown;
  /** The document as it was saved, or opened. */
  saved: unknown;
  /** The branches of its run, as links have them, and as they were saved; empty if there is only one, null until they are known. */
  branches: string | null;
  savedBranches: string | null;
  waiting: { document: Document; base: string | null } | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  saving: Promise<void> | null;
}

/** By origin: each opening makes a new one. */
const saveStates = new WeakMap<Origin, SaveState>();
const current: Partial<Record<DocumentKind, SaveState>> = {};
/** Documents with changes that are not saved yet. */
const unsaved = new Set<SaveState>();

function saveStateOf(kind: DocumentKind): SaveState {
  const { document, opened, origin } = OPEN[kind]();
  const before = current[kind];
  // A document follows its origin a little later; until then, changes belong to the document before.
  if (before && document !== opened) return before;
  let found = saveStates.get(origin);
  if (!found) {
    const own = origin.kind === 'own';
    found = {
      ...{ kind, id: own ? origin.id : null, stamps: own ? [...origin.stamps] : [] },
      ...{
        place: (own && origin.place) || newWorkId(),
        opened,
        saved: opened,
        branches: null,
        savedBranches: null,
        waiting: null,
        timer: undefined,
        saving: null,
      },
    };
    saveStates.set(origin, found);
  }
  current[kind] = found;
  return found;
}

export function startAutosave(): void {
  documentStore.subscribe((state, before) => {
    if (state.source !== before.source) changed('scenario');
  });
  branches.subscribe((state, before) => {
    if (state.list !== before.list || state.active !== before.active) queueMicrotask(branchesChanged);
  });
  experiment.subscribe((state, before) => {
    if (state.document !== before.document) changed('experiment');
  });
  session.subscribe((state, before) => {
    const kept = persistentSession(state);
    if (!state.embed && JSON.stringify(kept) !== JSON.stringify(persistentSession(before))) {
      writeItem(SESSION, JSON.stringify(kept));
    }
  });
  addEventListener('pagehide', () => {
    leaveAllForNextPage();
    leaveRun();
  });
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') for (const keeping of unsaved) void save(keeping);
  });
  addEventListener('beforeunload', (event) => {
    // The browser asks whether to leave if a change could be stored nowhere.
    if ([...unsaved].filter((keeping) => !leaveForNextPage(keeping)).length > 0) event.preventDefault();
  });
  onWorksLost(() => void saveAgain());
  onSave(({ kind, id, stamp }) => {
    const keeping = current[kind];
    if (keeping?.id !== id || keeping.stamps.includes(stamp)) return;
    app.setState({ behind: { kind, id } });
  });
}

function changed(kind: DocumentKind): void {
  if (session.getState().embed) return;
  const keeping = saveStateOf(kind);
  const { document, opened, origin } = OPEN[kind]();
  // The changes of a lesson's step alone are not saved.
  if (document === opened && opened !== keeping.opened) return;
  const isSaved = document === keeping.saved && keeping.branches === keeping.savedBranches;
  if (isSaved && !keeping.saving && origin.kind !== 'template') {
    // The change was undone before it was saved.
    markSaved(keeping);
    return;
  }
  saveSoon(keeping);
}

function saveSoon(keeping: SaveState): void {
  recordChange(keeping);
  clearTimeout(keeping.timer);
  keeping.timer = setTimeout(() => void save(keeping), DELAY_MS);
}

/** Follows the branches of the run. While another document is being opened, they may be those of the one before. */
function branchesChanged(): void {
  if (session.getState().embed) return;
  const keeping = saveStateOf('scenario');
  const { origin } = app.getState();
  const { source } = documentStore.getState();
  const tree = branchTree();
  const shown = tree?.list[tree.active];
  if (saveStates.get(origin) !== keeping || source.lesson || (shown && !sameSimulation(shown.source, source)))
    return;
  // A change of appearance is in the document alone.
  if (shown) shown.source = source;
  const packed = tree ? packBranches(tree) : '';
  const known = keeping.branches !== null;
  keeping.branches = packed;
  if (!known) keeping.savedBranches = packed;
  // A document that nobody has changed stays what it is.
  else if (packed !== keeping.savedBranches && origin.kind === 'own') saveSoon(keeping);
}

function recordChange(keeping: SaveState): void {
  const { document, base } = OPEN[keeping.kind]();
  if (!document) return;
  keeping.waiting = { document, base: base?.id ?? null };
  unsaved.add(keeping);
}

function markSaved(keeping: SaveState): void {
  keeping.waiting = null;
  unsaved.delete(keeping);
}

/** Saves the open document as the visitor's own work, even if it was not changed. */
export async function saveNow(kind: DocumentKind = 'scenario'): Promise<void> {
  const keeping = saveStateOf(kind);
  const { document, origin } = OPEN[kind]();
  if (document !== keeping.saved || origin.kind !== 'own') recordChange(keeping);
  await save(keeping);
}

/** Waits until all changes are saved, or cannot be. */
export async function saveChanges(): Promise<void> {
  await Promise.all([...unsaved].map(save));
}

function save(keeping: SaveState): Promise<void> {
  clearTimeout(keeping.timer);
  keeping.saving ??= saveAll(keeping).finally(() => {
    keeping.saving = null;
  });
  return keeping.saving;
}

/** Saves the versions one after another: each is made from the one before. */
async function saveAll(keeping: SaveState): Promise<void> {
  const { kind } = keeping;
  for (let waiting = keeping.waiting; waiting; waiting = keeping.waiting) {
    try {
      const version = versionOf(keeping, waiting);
      const saved = await saveWork(version);
      if (keeping.branches !== null) keeping.savedBranches = version.branches ?? '';
      if (keeping.waiting === waiting) markSaved(keeping);
      finishSave(keeping, waiting.document, saved);
    } catch (error) {
      // A reload opens the version left there.
      if (leaveForNextPage(keeping) && keeping.id) becomeOwn(keeping, keeping.id);
      app.setState(({ notStored }) => ({ notStored: { ...notStored, [kind]: storageError(error).fault } }));
      return;
    }
  }
}

function versionOf(keeping: SaveState, { document, base }: NonNullable<SaveState['waiting']>): Version {
  const { kind, stamps, branches } = keeping;
  keeping.id ??= newWorkId();
  const work = {
    ...{ id: keeping.id, kind, title: document.title || 'Untitled', changed: Date.now() },
    ...(base ? { base } : {}),
  };
  const stamp = newWorkId();
  // This version may be saved after later ones were made, or by another page.
  keeping.stamps = [...stamps.slice(-MAX_STAMPS), stamp];
  return { work, document, ...(branches ? { branches } : {}), after: stamps, stamp };
}

/** After a version was saved. If another tab's version has the work's id, this one has an id of its own. */
function finishSave(keeping: SaveState, document: Document, { work, stamp, beside }: SaveResult): void {
  const { kind } = keeping;
  keeping.id = work.id;
  keeping.stamps = [stamp];
  keeping.saved = document;
  if (keeping.waiting === null) forgetUnsaved(keeping.place);
  announceSave({ kind, id: work.id, stamp });
  const { [kind]: _, ...notStored } = app.getState().notStored;
  app.setState({ notStored });
  const open = becomeOwn(keeping, work.id);
  if (!open || !beside) return;
  app.setState({ versions: { kind, own: work, other: beside }, behind: null });
  OPEN[kind]().rename(work.title);
}

/** Makes the document a work with this id and its address, if it is still open. */
function becomeOwn(keeping: SaveState, id: string): boolean {
  const { kind, stamps, place } = keeping;
  const { origin, own } = OPEN[kind]();
  if (current[kind] !== keeping || saveStates.get(origin) !== keeping) return false;
  if (origin.kind === 'own' && origin.id === id) return true;
  const next = { kind: 'own' as const, id, stamps, place };
  saveStates.set(next, keeping);
  own(next);
  showAddress({ renamed: true });
  return true;
}

/** Saves the open documents again after the storage was cleared. */
async function saveAgain(): Promise<void> {
  for (const kind of ['scenario', 'experiment'] as const) {
    const keeping = current[kind];
    if (!keeping?.id || OPEN[kind]().origin.kind !== 'own') continue;
    const there = await readWork(keeping.id).catch(() => undefined);
    if (there) continue;
    recordChange(keeping);
    await save(keeping);
    app.setState({ cleared: true });
  }
}

/** Leaves all unsaved versions in plain storage: a page that closes cannot wait for a database. */
function leaveAllForNextPage(): void {
  for (const keeping of unsaved) leaveForNextPage(keeping);
}

function leaveForNextPage(keeping: SaveState): boolean {
  return keeping.waiting === null || leaveUnsaved(keeping.place, versionOf(keeping, keeping.waiting));
}

function persistentSession(state: ReturnType<typeof session.getState>) {
  const { theme, speed, shortcuts, measures, hiddenProbes, recent, explain, snap } = state;
  const { pinnedPlots, logPlots, plotUnits, groupFlows, folded, panelSizes } = state;
  const { follow, plots } = state.ownView ?? state;
  // JSON has no infinity; 0 stands for full speed.
  const finite = Number.isFinite(speed) ? speed : 0;
  return {
    ...{ theme, speed: finite, follow, shortcuts, measures, hiddenProbes, recent, explain, snap },
    ...{ plots, pinnedPlots, logPlots, plotUnits, groupFlows, folded, panelSizes },
  };
}

/** Parts of the session that are lists of strings. */
const LISTS = ['plots', 'pinnedPlots', 'logPlots', 'measures', 'hiddenProbes', 'recent', 'folded'] as const;

export function restoreSession(): void {
  const found = readJson(SESSION);
  if (typeof found !== 'object' || found === null) return;
  const kept = found as Record<string, unknown>;
  const { theme, speed, follow, shortcuts, explain, snap, plotUnits, groupFlows } = kept;
  if (theme === 'light' || theme === 'dark' || theme === 'auto') session.setState({ theme });
  if (typeof speed === 'number' && speed >= 0)
    session.setState({ speed: speed === 0 ? Number.POSITIVE_INFINITY : speed });
  if (typeof follow === 'number' && follow > 0) session.setState({ follow });
  if (typeof shortcuts === 'boolean') session.setState({ shortcuts });
  if (typeof explain === 'boolean') session.setState({ explain });
  if (typeof groupFlows === 'boolean') session.setState({ groupFlows });
  if (typeof snap === 'boolean') session.setState({ snap });
  const sizes = Object.entries(Object(kept.panelSizes)).filter(
    ([, size]) => typeof size === 'number' && size > 0,
  );
  session.setState({ panelSizes: Object.fromEntries(sizes) });
  for (const name of LISTS) {
    const list = kept[name];
    if (isStringArray(list)) session.setState({ [name]: list });
  }
  if (typeof plotUnits === 'object' && plotUnits !== null && isStringArray(Object.values(plotUnits)))
    session.setState({ plotUnits: plotUnits as Record<string, string> });
}

function isStringArray(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((v) => typeof v === 'string');
}
