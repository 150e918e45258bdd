/**
 * Keeps the visitor's work as they go.
 *
 * What was opened from a link, a file or a gallery is nobody's work until it is changed; then it becomes a work of its
 * own beside the others, and the address names the work instead of the link, so that a reload brings back the work.
 *
 * A change is taken down the moment it is made, together with the work that it belongs to, and saved a little later, one version after
 * the other. So another document may be opened meanwhile, and another tab may save the same work: nothing is saved over anything.
 */

import type { DocumentKind } from '../scenario/link';
import { app, type Origin } from './app';
import { storageError } from './database';
import { documentStore } from './document';
import { edit } from './edit-actions';
import { experiment } from './experiment/store';
import { showAddress, workAddress } from './open';
import { session } from './session';
import { readJson, writeItem } from './storage';
import { hearOfSaves, tellOfSave } from './tabs';
import { stepTexts as t } from './texts';
import {
  forgetUnsaved,
  leaveUnsaved,
  newWorkId,
  readWork,
  type Saved,
  saveWork,
  type Version,
  whenWorksAreLost,
} from './works';

const DELAY_MS = 400;
/** Versions that a failing storage may or may not have taken. */
const MOST_STAMPS = 50;
const SESSION = 'droptail.session';

type Document = { title?: string };

/** A document that is open, as far as saving it is concerned. */
interface Open {
  document: Document | null;
  /** As it was opened, or as a step of a lesson has set it. */
  opened: unknown;
  origin: Origin;
  base: { id: string } | null;
  /** Makes it the visitor's own. */
  own(origin: Origin & { kind: 'own' }): void;
  rename(title: string): void;
}

const OPEN: Record<DocumentKind, () => Open> = {
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

/** The saving of a document while it is open: what has been saved, and what is pending. */
interface Keeping {
  kind: DocumentKind;
  /** Its id as a work; null: it is none yet. */
  id: string | null;
  /** Versions that it was made from: the one that was opened or saved last, and those that may have been saved since. */
  stamps: string[];
  /** Names what is left of it for the next page. */
  place: string;
  opened: unknown;
  /** What is saved, or was opened. */
  saved: unknown;
  waiting: { document: Document; base: string | null } | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  saving: Promise<void> | null;
}

/** By where the document came from: with each opening there is another one. */
const keepings = new WeakMap<Origin, Keeping>();
const current: Partial<Record<DocumentKind, Keeping>> = {};
/** What was changed and is not saved yet. */
const unsaved = new Set<Keeping>();

function keepingOf(kind: DocumentKind): Keeping {
  const { document, opened, origin } = OPEN[kind]();
  const before = current[kind];
  // A document that was asked for comes a little later than its origin: till then changes are of the one before.
  if (before && document !== opened) return before;
  let found = keepings.get(origin);
  if (!found) {
    const own = origin.kind === 'own';
    found = {
      ...{ kind, id: own ? origin.id : null, stamps: own ? [...origin.stamps] : [] },
      ...{
        place: (own && origin.place) || newWorkId(),
        opened,
        saved: opened,
        waiting: null,
        timer: undefined,
        saving: null,
      },
    };
    keepings.set(origin, found);
  }
  current[kind] = found;
  return found;
}

export function startAutosave(): void {
  documentStore.subscribe((state, before) => {
    if (state.source !== before.source) changed('scenario');
  });
  experiment.subscribe((state, before) => {
    if (state.document !== before.document) changed('experiment');
  });
  session.subscribe((state, before) => {
    const kept = toKeep(state);
    if (!state.embed && JSON.stringify(kept) !== JSON.stringify(toKeep(before))) {
      writeItem(SESSION, JSON.stringify(kept));
    }
  });
  addEventListener('pagehide', leaveAll);
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') for (const keeping of unsaved) void save(keeping);
  });
  addEventListener('beforeunload', (event) => {
    // The browser asks whether to leave, where what was changed has no place at all.
    if ([...unsaved].filter((keeping) => !leave(keeping)).length > 0) event.preventDefault();
  });
  whenWorksAreLost(() => void saveAgain());
  hearOfSaves(({ kind, id, stamp }) => {
    const keeping = current[kind];
    if (keeping?.id !== id || keeping.stamps.includes(stamp)) return;
    app.setState({ behind: { kind, id } });
  });
}

function changed(kind: DocumentKind): void {
  if (session.getState().embed) return;
  const keeping = keepingOf(kind);
  const { document, opened, origin } = OPEN[kind]();
  // A scenario that only has the changes of a lesson's step is not saved.
  if (document === opened && opened !== keeping.opened) return;
  if (document === keeping.saved && !keeping.saving && origin.kind !== 'template') {
    // A change was taken back before it was saved.
    isSaved(keeping);
    return;
  }
  takeDown(keeping);
  clearTimeout(keeping.timer);
  keeping.timer = setTimeout(() => void save(keeping), DELAY_MS);
}

function takeDown(keeping: Keeping): void {
  const { document, base } = OPEN[keeping.kind]();
  if (!document) return;
  keeping.waiting = { document, base: base?.id ?? null };
  unsaved.add(keeping);
}

function isSaved(keeping: Keeping): void {
  keeping.waiting = null;
  unsaved.delete(keeping);
}

/** Saves what is open as the visitor's own, also where it was not changed since it was opened. */
export async function saveNow(kind: DocumentKind = 'scenario'): Promise<void> {
  const keeping = keepingOf(kind);
  const { document, origin } = OPEN[kind]();
  if (document !== keeping.saved || origin.kind !== 'own') takeDown(keeping);
  await save(keeping);
}

/** Waits until what was changed is saved, or cannot be. */
export async function saveChanges(): Promise<void> {
  await Promise.all([...unsaved].map(save));
}

function save(keeping: Keeping): Promise<void> {
  clearTimeout(keeping.timer);
  keeping.saving ??= saveAll(keeping).finally(() => {
    keeping.saving = null;
  });
  return keeping.saving;
}

/** One version after the other: each is made from the one before. */
async function saveAll(keeping: Keeping): Promise<void> {
  const { kind } = keeping;
  for (let waiting = keeping.waiting; waiting; waiting = keeping.waiting) {
    try {
      const saved = await saveWork(versionOf(keeping, waiting));
      if (keeping.waiting === waiting) isSaved(keeping);
      settle(keeping, waiting.document, saved);
    } catch (error) {
      // A reload brings it back from there.
      if (leave(keeping) && keeping.id) becomeOwn(keeping, keeping.id);
      app.setState(({ unkept }) => ({ unkept: { ...unkept, [kind]: storageError(error).fault } }));
      return;
    }
  }
}

function versionOf(keeping: Keeping, { document, base }: NonNullable<Keeping['waiting']>): Version {
  const { kind, stamps } = keeping;
  keeping.id ??= newWorkId();
  const work = {
    ...{ id: keeping.id, kind, title: document.title || 'Untitled', changed: Date.now() },
    ...(base ? { base } : {}),
  };
  const stamp = newWorkId();
  // It may be saved later than the ones after it are made, or by another page.
  keeping.stamps = [...stamps.slice(-MOST_STAMPS), stamp];
  return { work, document, after: stamps, stamp };
}

/** A version is saved: the page says under which name, if another tab's stands under the first one. */
function settle(keeping: Keeping, document: Document, { work, stamp, beside }: Saved): void {
  const { kind } = keeping;
  keeping.id = work.id;
  keeping.stamps = [stamp];
  keeping.saved = document;
  if (keeping.waiting === null) forgetUnsaved(keeping.place);
  tellOfSave({ kind, id: work.id, stamp });
  const { [kind]: _, ...unkept } = app.getState().unkept;
  app.setState({ unkept });
  const open = becomeOwn(keeping, work.id);
  if (!open || !beside) return;
  app.setState({ versions: { kind, own: work, other: beside }, behind: null });
  OPEN[kind]().rename(work.title);
}

/** Gives the document its name as a work and the address of one, if it is still open. */
function becomeOwn(keeping: Keeping, id: string): boolean {
  const { kind, stamps, place } = keeping;
  const { origin, own } = OPEN[kind]();
  if (current[kind] !== keeping || keepings.get(origin) !== keeping) return false;
  if (origin.kind === 'own' && origin.id === id) return true;
  const next = { kind: 'own' as const, id, stamps, place };
  keepings.set(next, keeping);
  own(next);
  showAddress({ same: true });
  return true;
}

/** What was open when the storage was cleared is kept again. */
async function saveAgain(): Promise<void> {
  for (const kind of ['scenario', 'experiment'] as const) {
    const keeping = current[kind];
    if (!keeping?.id || OPEN[kind]().origin.kind !== 'own') continue;
    const there = await readWork(keeping.id).catch(() => undefined);
    if (there) continue;
    takeDown(keeping);
    await save(keeping);
    app.setState({ cleared: true });
  }
}

/** A page that is closed waits for no database. */
function leaveAll(): void {
  for (const keeping of unsaved) leave(keeping);
}

function leave(keeping: Keeping): boolean {
  return keeping.waiting === null || leaveUnsaved(keeping.place, versionOf(keeping, keeping.waiting));
}

function toKeep(state: ReturnType<typeof session.getState>) {
  const { theme, speed, shortcuts, measures, hiddenProbes, recent, explain, snap } = state;
  const { pinnedPlots, logPlots, plotUnits, groupFlows } = state;
  const { follow, plots } = state.ownView ?? state;
  // JSON has no infinity; 0 stands for "as fast as it goes".
  const finite = Number.isFinite(speed) ? speed : 0;
  return {
    ...{ theme, speed: finite, follow, shortcuts, measures, hiddenProbes, recent, explain, snap },
    ...{ plots, pinnedPlots, logPlots, plotUnits, groupFlows },
  };
}

/** What is kept as a list of texts. */
const LISTS = ['plots', 'pinnedPlots', 'logPlots', 'measures', 'hiddenProbes', 'recent'] as const;

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
  for (const name of LISTS) {
    const list = kept[name];
    if (isTexts(list)) session.setState({ [name]: list });
  }
  if (typeof plotUnits === 'object' && plotUnits !== null && isTexts(Object.values(plotUnits)))
    session.setState({ plotUnits: plotUnits as Record<string, string> });
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((v) => typeof v === 'string');
}
