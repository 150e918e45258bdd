/** Keys. Single ones are ignored where one types or works a control, and can be switched off. */
import { knownUntil, simulatedNow } from '../store/connection';
import { fork, redo, undo } from '../store/edit-actions';
import { run } from '../store/run';
import { askWhy, backByRoundTrip, pause, play, reset, seek, setSpeed, stepBy } from '../store/run-actions';
import { session } from '../store/session';
import { nearestStop, SPEEDS } from './speeds';

export interface Shortcut {
  keys: string;
  does: string;
}

export const SHORTCUTS: Shortcut[] = [
  { keys: 'Space', does: 'Play or pause' },
  { keys: '→', does: 'One round trip further' },
  { keys: '←', does: 'One round trip back' },
  { keys: '.', does: 'One event further' },
  { keys: 'L', does: 'On to the next loss' },
  { keys: 'T', does: 'On to the next timeout' },
  { keys: 'M', does: 'On to the next answer to a mark' },
  { keys: 'F', does: 'Fork: another future from here' },
  { keys: 'W', does: 'Why: what moved the curve at the crosshair, or now' },
  { keys: '−  +', does: 'Slower, faster' },
  { keys: 'Home', does: 'Back to the start' },
  { keys: 'End', does: 'To the end of what is known' },
  { keys: 'Ctrl Z', does: 'Undo' },
  { keys: 'Ctrl Shift Z', does: 'Redo' },
];

export function startShortcuts(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey) {
      history(event);
      return;
    }
    const { shortcuts, page } = session.getState();
    if (!shortcuts || page !== 'lab' || event.altKey || isBusy(event.target)) return;
    const action = actionFor(event.key);
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function history(event: KeyboardEvent): void {
  const key = event.key.toLowerCase();
  // Experiments have a history of their own.
  if (session.getState().page !== 'lab' || isTyping(event.target)) return;
  if (key === 'z' && event.shiftKey) redo();
  else if (key === 'y') redo();
  else if (key === 'z') undo();
  else return;
  event.preventDefault();
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
      return () => stepBy('loss');
    case 'ArrowLeft':
      return backByRoundTrip;
    case 't':
    case 'T':
      return () => stepBy('timeout');
    case 'm':
    case 'M':
      return () => stepBy('ecn');
    case 'f':
    case 'F':
      return () => (simulatedNow() > 0 ? fork() : undefined);
    case 'w':
    case 'W':
      return askWhy;
    case 'End':
      return () => seek(knownUntil());
    case '+':
    case '=':
      return () => shiftSpeed(1);
    case '-':
      return () => shiftSpeed(-1);
    case 'Home':
      return reset;
    default:
      return undefined;
  }
}

function shiftSpeed(by: number): void {
  const next = SPEEDS[nearestStop(session.getState().speed) + by];
  if (next !== undefined) setSpeed(next);
}

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type=range]), textarea, [contenteditable]') !== null &&
    // A field keeps the focus while its popover fades out; nobody types there any more.
    target.closest('[data-exiting]') === null
  );
}

/** Controls have keys of their own: Space presses a button, arrows move a slider. */
export function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return (
    isTyping(target) ||
    target.closest(
      'button, a, input, select, [role=button], [role=option], [role=listbox], [role=slider], [role=menu], [role=dialog], [role=application], [data-own-keys]',
    ) !== null
  );
}
