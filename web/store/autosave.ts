/**
 * Keeps the visitor's work as they go.
 *
 * What was opened from a link, a file or a gallery is nobody's work until it is changed; then it becomes a work of its
 * own beside the others, and the address loses the link, so that a reload brings back the work instead of the link.
 */
import { experiment } from '../experiment/store';
import type { DocumentKind } from '../scenario/link';
import { app, type Origin } from './app';
import { documentStore } from './document';
import { showAddress } from './open';
import { session } from './session';
import { readJson, writeItem } from './storage';
import { newWorkId, saveWork } from './works';

const DELAY_MS = 400;
const SESSION = 'droptail.session';

/** A document that is open, as far as saving it is concerned. */
interface Open {
  document: { title?: string } | null;
  /** As it was opened. */
  opened: unknown;
  origin: Origin;
  base: { id: string } | null;
  /** Makes it the visitor's own. */
  own(id: string): void;
}

const OPEN: Record<DocumentKind, () => Open> = {
  scenario: () => {
    const { opened, origin, base } = app.getState();
    const own = (id: string) => app.setState({ origin: { kind: 'own', id }, address: '' });
    return { document: documentStore.getState().source, opened, origin, base, own };
  },
  experiment: () => {
    const { document, opened, origin, base } = experiment.getState();
    const own = (id: string) => experiment.setState({ origin: { kind: 'own', id }, address: '' });
    return { document, opened, origin, base, own };
  },
};

const timers: Partial<Record<DocumentKind, ReturnType<typeof setTimeout>>> = {};

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
  addEventListener('pagehide', () => {
    for (const kind of Object.keys(timers) as DocumentKind[]) saveNow(kind);
  });
}

function changed(kind: DocumentKind): void {
  const { document, opened, origin } = OPEN[kind]();
  if ((document === opened && origin.kind !== 'template') || session.getState().embed) return;
  clearTimeout(timers[kind]);
  timers[kind] = setTimeout(() => saveNow(kind), DELAY_MS);
}

/** Saves what is open as the visitor's own. */
export function saveNow(kind: DocumentKind = 'scenario'): void {
  clearTimeout(timers[kind]);
  delete timers[kind];
  const { document, origin, base, own } = OPEN[kind]();
  if (!document) return;
  const id = origin.kind === 'own' ? origin.id : newWorkId();
  const work = {
    id,
    kind,
    title: document.title || 'Untitled',
    changed: Date.now(),
    ...(base ? { base: base.id } : {}),
  };
  const kept = saveWork(work, JSON.stringify(document));
  app.setState({ storage: kept ? 'kept' : 'refused' });
  if (!kept || origin.kind === 'own') return;
  own(id);
  showAddress();
}

function toKeep(state: ReturnType<typeof session.getState>) {
  const { theme, speed, follow, shortcuts, measures, hiddenProbes, recent, explain, snap } = state;
  const { plots, pinnedPlots, logPlots, plotUnits, groupFlows } = state;
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
