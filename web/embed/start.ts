/** An embed's beginning: its options, who may drive it, and nothing that runs before it is seen or touched. */
import { openFragment } from '../store/open';
import { run } from '../store/run';
import { pause, play } from '../store/run-actions';
import { session } from '../store/session';
import { setDecimalMark } from '../views/plots/format';
import { startApi } from './api';
import { embed } from './embed-store';
import { isEmbed, readEmbed } from './options';

/** @param open starts the engine and opens what the address names */
export function startEmbed(open: () => void): void {
  let awake = false;
  const wake = () => {
    if (awake) return;
    awake = true;
    open();
  };
  readOptions();
  startApi(wake);
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

/**
 * Starts what comes into sight, and stops what nobody sees. A run that its page had begun goes on when it is seen again; one that
 * the reader stopped stands.
 */
function whenSeen(wake: () => void): void {
  let inSight = false;
  let interrupted = false;
  const look = () => {
    const seen = inSight && !document.hidden;
    if (seen) wake();
    if (!seen && run.getState().playing) {
      interrupted = true;
      pause();
    } else if (seen && interrupted) {
      interrupted = false;
      if (!run.getState().playing && !run.getState().ended) play();
    }
  };
  new IntersectionObserver((entries) => {
    inSight = entries.at(-1)?.isIntersecting ?? false;
    look();
  }).observe(document.documentElement);
  document.addEventListener('visibilitychange', look);
}
