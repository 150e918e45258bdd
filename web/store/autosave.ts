/**
 * Keeps the visitor's work as they go.
 *
 * What was opened from a link, a file or the gallery is nobody's work until it is changed; then it becomes a work of its
 * own beside the others, and the address loses the link, so that a reload brings back the work instead of the link.
 */
import { app } from './app';
import { documentStore } from './document';
import { session } from './session';
import { readJson, writeItem } from './storage';
import { newWorkId, saveWork, setLastWork } from './works';

const DELAY_MS = 400;
const SESSION = 'droptail.session';

let timer: ReturnType<typeof setTimeout> | undefined;

export function startAutosave(): void {
  documentStore.subscribe((state, before) => {
    if (state.source === before.source || state.source === app.getState().opened) return;
    if (session.getState().embed) return;
    clearTimeout(timer);
    timer = setTimeout(saveNow, DELAY_MS);
  });
  session.subscribe((state, before) => {
    const kept = toKeep(state);
    if (!state.embed && JSON.stringify(kept) !== JSON.stringify(toKeep(before))) {
      writeItem(SESSION, JSON.stringify(kept));
    }
  });
  addEventListener('pagehide', () => {
    if (timer !== undefined) saveNow();
  });
}

export function saveNow(): void {
  clearTimeout(timer);
  timer = undefined;
  const { origin, base } = app.getState();
  const { source } = documentStore.getState();
  const id = origin.kind === 'own' ? origin.id : newWorkId();
  const work = {
    id,
    title: source.title || 'Untitled',
    changed: Date.now(),
    ...(base ? { base: base.id } : {}),
  };
  const kept = saveWork(work, JSON.stringify(source));
  app.setState({ storage: kept ? 'kept' : 'refused' });
  if (!kept || origin.kind === 'own') return;
  app.setState({ origin: { kind: 'own', id } });
  setLastWork(id);
  if (location.hash) history.replaceState(null, '', location.pathname + location.search);
}

function toKeep(state: ReturnType<typeof session.getState>) {
  const { theme, speed, follow, plots, shortcuts, measures, hiddenProbes, recent, explain } = state;
  // JSON has no infinity; 0 stands for "as fast as it goes".
  const finite = Number.isFinite(speed) ? speed : 0;
  return { theme, speed: finite, follow, plots, shortcuts, measures, hiddenProbes, recent, explain };
}

export function restoreSession(): void {
  const kept = readJson(SESSION);
  if (typeof kept !== 'object' || kept === null) return;
  const { theme, speed, follow, plots, shortcuts, measures, hiddenProbes, recent, explain } = kept as Record<
    string,
    unknown
  >;
  if (theme === 'light' || theme === 'dark' || theme === 'auto') session.setState({ theme });
  if (typeof speed === 'number' && speed >= 0)
    session.setState({ speed: speed === 0 ? Number.POSITIVE_INFINITY : speed });
  if (typeof follow === 'number' && follow > 0) session.setState({ follow });
  if (isTexts(plots)) session.setState({ plots });
  if (typeof shortcuts === 'boolean') session.setState({ shortcuts });
  if (isTexts(measures)) session.setState({ measures });
  if (isTexts(hiddenProbes)) session.setState({ hiddenProbes });
  if (isTexts(recent)) session.setState({ recent });
  if (typeof explain === 'boolean') session.setState({ explain });
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((v) => typeof v === 'string');
}
