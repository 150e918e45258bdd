/** Starts an embed: reads its options and allowed origins. Nothing runs before the embed is visible or touched. */

import { setDecimalMark } from '../drawing/format';
import { isEmbed, readEmbed } from '../store/embed-options';
import { requestPlot } from '../store/frames';
import { openFragment } from '../store/open';
import { run } from '../store/run';
import { pause, play } from '../store/run-actions';
import { session } from '../store/session';
import { renderer } from '../views/plots/drawing/renderer';
import { startApi } from './api';
import { embed } from './embed-store';
import { takeTurns } from './turns';

/** For this long, ms, an embed that was scrolled out of view keeps its state. */
const LEFT_MS = 3000;
/** Frames of an embed that is not visible are only for scripts, which need flows and queues but no curves. */
const UNSEEN = { columns: 16, everyMs: 200 };

/** @param open starts the engine and opens what the address names */
export function startEmbed(open: () => void): void {
  let awake = false;
  const wake = () => {
    if (awake) return;
    awake = true;
    open();
  };
  readOptions();
  requestUnseen();
  startApi(wake);
  takeTurns();
  whenSeen(wake);
  for (const touch of ['pointerdown', 'keydown'] as const) addEventListener(touch, wake, { once: true });
  addEventListener('hashchange', () => {
    if (!isEmbed(location.hash)) return;
    readOptions();
    if (awake) void openFragment(location.hash);
  });
}

function readOptions(): void {
  const options = readEmbed(location.hash);
  setDecimalMark(options.decimals);
  embed.setState({ options });
  session.setState({ allow: options.allow, theme: options.theme });
}

function requestUnseen(): void {
  requestPlot(UNSEEN.columns, [], UNSEEN.everyMs);
}

function drawFromNowOn(): void {
  renderer.open();
  embed.setState({ drawn: true });
}

/** Views are removed first, and with them what they had on the renderer. */
function drawNothing(): void {
  embed.setState({ drawn: false });
  requestUnseen();
  setTimeout(() => {
    if (!embed.getState().drawn) renderer.close();
  });
}

/**
 * Starts embeds that become visible and pauses those that are not. A run that was playing continues when it
 * is visible again; one that the reader paused stays paused.
 */
function whenSeen(wake: () => void): void {
  let isVisible = false;
  let interrupted = false;
  const look = () => {
    const seen = isVisible && !document.hidden;
    if (seen) wake();
    if (!seen && run.getState().playing) {
      interrupted = true;
      pause();
    } else if (seen && interrupted) {
      interrupted = false;
      if (!run.getState().playing && !run.getState().ended) play();
    }
  };
  let leaving: ReturnType<typeof setTimeout> | undefined;
  new IntersectionObserver((entries) => {
    isVisible = entries.at(-1)?.isIntersecting ?? false;
    clearTimeout(leaving);
    if (isVisible) drawFromNowOn();
    else leaving = setTimeout(drawNothing, LEFT_MS);
    look();
  }).observe(document.documentElement);
  document.addEventListener('visibilitychange', look);
}
