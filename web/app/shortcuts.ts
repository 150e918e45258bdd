/** Keyboard shortcuts. Single keys are ignored in text fields and controls, and can be switched off. */
import { knownEnd, simulatedNow } from '../store/connection';
import { fork, redo, undo } from '../store/edit-actions';
import { run } from '../store/run';
import {
  askWhy,
  backByRoundTrip,
  pause,
  play,
  reset,
  seek,
  setSpeed,
  stepBy,
  unpinCursor,
} from '../store/run-actions';
import {
  copyText,
  duplicateSelected,
  pasteText,
  removeSelected,
  selectAll,
  selected,
  selectMany,
} from '../store/selection';
import { type SessionState, session } from '../store/session';
import { isBusy, isCommitted, isTyping } from '../ui/typing';
import { endTour } from '../views/tour/first-visit';
import { nearestStop, SPEEDS } from '../views/transport/speeds';

export function startShortcuts(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey) {
      history(event);
      return;
    }
    if ((event.key === 'Delete' || event.key === 'Backspace') && canRemoveSelected(event.target)) {
      removeSelected();
      event.preventDefault();
      return;
    }
    if (event.key === 'Escape' && handleEscape(event.target)) {
      event.preventDefault();
      return;
    }
    const { shortcuts, page } = session.getState();
    if (!shortcuts || page !== 'lab' || event.altKey) return;
    // A focused control may handle Space and arrows, but not letters.
    const letter = /^[a-z?]$/i.test(event.key);
    const busy = letter ? isTyping(event.target) || isModal(event.target) : isBusy(event.target);
    const own = event.key === ' ' ? pageHandlesSpace(event.target) : pageHandlesKeys(event.target);
    if (busy && !own) return;
    const action = actionFor(event.key);
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** Copies and pastes with the browser's clipboard events. */
export function startClipboard(): void {
  const ours = (event: Event) => {
    const { page, embed } = session.getState();
    return page === 'lab' && !embed && !isTyping(event.target) && !isModal(event.target);
  };
  for (const kind of ['copy', 'cut'] as const)
    addEventListener(kind, (event) => {
      // Text selected on the page takes precedence.
      if (!ours(event) || String(getSelection()) !== '') return;
      const text = copyText();
      if (text === '') return;
      event.clipboardData?.setData('text/plain', text);
      if (kind === 'cut') removeSelected();
      event.preventDefault();
    });
  addEventListener('paste', (event) => {
    if (ours(event) && pasteText(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
  });
}

/**
 * Handles Escape: closes the question about a change that is not possible as it is, then *Why?* with its crosshair, unpins the crosshair, or leaves the presentation, ends the tour, clears the selection, or closes the inspector that lies over the plots. It also works
 * when single keys are switched off.
 */
function handleEscape(target: EventTarget | null): boolean {
  const { presenting, tour, selection, inspectorOpen, page, cursorPinned, why } = session.getState();
  if (page !== 'lab' || isTyping(target) || isModal(target)) return false;
  if (run.getState().remedy) run.setState({ editProblems: [], remedy: null });
  else if (why && !presenting) session.setState({ inspectorOpen: false, why: null });
  else if (cursorPinned) unpinCursor();
  else if (presenting) session.setState({ presenting: false });
  else if (tour !== null) endTour();
  else if (selection) selectMany([]);
  else if (inspectorOpen) session.setState({ inspectorOpen: false });
  else return false;
  return true;
}

/** Whether the page handles Space although the focus is on an element of the network, or on a slider, for which Space does nothing. */
function pageHandlesSpace(target: EventTarget | null): boolean {
  const own = '[data-page-space], [role=slider], input[type=range]';
  return target instanceof Element && target.closest(own) !== null && !isModal(target);
}

/** Whether the page handles arrows, Home and End although the focus is on a button: those of the transport need only Space and Enter. */
function pageHandlesKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-page-keys] button') !== null && !isModal(target);
}

function canRemoveSelected(target: EventTarget | null): boolean {
  const { page, embed } = session.getState();
  return page === 'lab' && !embed && !isTyping(target) && !isModal(target) && selected().length > 0;
}

/** Dialogs, lists and menus handle their own keys. */
function isModal(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[role=dialog], [role=listbox], [role=menu], select, [data-own-keys]') !== null &&
    target.closest('[data-exiting]') === null
  );
}

function history(event: KeyboardEvent): void {
  const key = event.key.toLowerCase();
  const undoes = key === 'z' || key === 'y';
  // Experiments have their own history.
  if (session.getState().page !== 'lab') return;
  if (isTyping(event.target) && !(undoes && isCommitted(event.target))) return;
  if (key === 'z' && event.shiftKey) redo();
  else if (key === 'y') redo();
  else if (key === 'z') undo();
  else if (session.getState().embed || isModal(event.target)) return;
  else if (key === 'a') selectAll();
  else if (key === 'd' && selected().length > 0) duplicateSelected();
  else return;
  event.preventDefault();
}

/** Not while a question of a lesson hides when packets are lost. */
function stepTo(unit: 'loss' | 'timeout' | 'ecn'): (() => void) | undefined {
  return session.getState().hidden.includes('losses') ? undefined : () => stepBy(unit);
}

function actionFor(key: string): (() => void) | undefined {
  switch (key) {
    case ' ':
      return () => (run.getState().playing ? pause() : play());
    case 'ArrowRight':
      return () => stepBy('rtt');
    case '.':
      return () => stepBy('event');
    case 'l':
    case 'L':
      return stepTo('loss');
    case 'ArrowLeft':
      return backByRoundTrip;
    case 't':
    case 'T':
      return stepTo('timeout');
    case 'm':
    case 'M':
      return stepTo('ecn');
    case 'f':
    case 'F':
      return () => (simulatedNow() > 0 ? fork() : undefined);
    case 'n':
    case 'N':
      return () => openPart({ creating: true });
    case 'p':
    case 'P':
      return () => openPart({ presenting: !session.getState().presenting });
    case '?':
      return () => openPart({ help: true });
    case 'w':
    case 'W':
      return () => askWhy();
    case 'End':
      return () => seek(knownEnd());
    case '+':
    case '=':
      return () => changeSpeed(1);
    case '-':
      return () => changeSpeed(-1);
    case 'Home':
      return reset;
    default:
      return undefined;
  }
}

/** Opens a part of the page that an embed does not have. */
function openPart(state: Partial<SessionState>): void {
  if (!session.getState().embed) session.setState(state);
}

function changeSpeed(by: number): void {
  const next = SPEEDS[nearestStop(session.getState().speed) + by];
  if (next !== undefined) setSpeed(next);
}
