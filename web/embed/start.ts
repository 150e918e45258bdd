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
import { shareProcessors } from './turns';

/** An embed that was scrolled out of view keeps its drawing for this time, ms. */
const HIDE_DELAY_MS = 3000;
/** While an embed is not visible, frames are only for scripts, which need flows and queues but no curves. */
const HIDDEN_FRAMES = { columns: 16, everyMs: 200 };

/** @param open starts the engine and opens the document in the address */
export function startEmbed(open: () => void): void {
  let started = false;
  const wake = () => {
    if (started) return;
    started = true;
    open();
  };
  readOptions();
  requestHiddenFrames();
  startApi(wake);
  shareProcessors();
  followVisibility(wake);
  for (const touch of ['pointerdown', 'keydown'] as const) addEventListener(touch, wake, { once: true });
  addEventListener('hashchange', () => {
    if (!isEmbed(location.hash)) return;
    readOptions();
    if (started) void openFragment(location.hash);
  });
}

function readOptions(): void {
  const options = readEmbed(location.hash);
  setDecimalMark(options.decimals);
  embed.setState({ options });
  session.setState({ allow: options.allow, theme: options.theme });
}

function requestHiddenFrames(): void {
  requestPlot(HIDDEN_FRAMES.columns, [], HIDDEN_FRAMES.everyMs);
}

function startDrawing(): void {
  renderer.open();
  embed.setState({ drawn: true });
}

/** Removes the views first, which release their parts of the renderer. */
function stopDrawing(): void {
  embed.setState({ drawn: false });
  requestHiddenFrames();
  setTimeout(() => {
    if (!embed.getState().drawn) renderer.close();
  });
}

/**
 * Starts embeds that become visible and pauses those that are not. A run that was playing continues when it
 * is visible again; one that the reader paused stays paused.
 */
function followVisibility(wake: () => void): void {
  let isVisible = false;
  let interrupted = false;
  const update = () => {
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
    if (isVisible) startDrawing();
    else leaving = setTimeout(stopDrawing, HIDE_DELAY_MS);
    update();
  }).observe(document.documentElement);
  document.addEventListener('visibilitychange', update);
}
