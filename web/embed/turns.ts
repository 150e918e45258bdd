/** Several embeds on one page share the processors, and leave one to the page. */
import { send } from '../store/connection';
import { run } from '../store/run';
import { shareOf } from '../worker/share';

type Message = { from: string; plays: boolean } | { asks: string };

/**
 * Embeds of one page notify each other when they play. In a sandbox they cannot, so each behaves as if it
 * were alone.
 */
export function takeTurns(): void {
  const channel = new BroadcastChannel('droptail.embeds');
  // Only needed to tell embeds on this page apart; pages without https have no better source.
  const me = `${Date.now()} ${Math.random()}`;
  const playing = new Set<string>();
  const alone = shareOf(1, navigator.hardwareConcurrency);
  let reported = alone;
  const settle = () => {
    const runs = playing.size + (run.getState().playing ? 1 : 0);
    const share = shareOf(runs, navigator.hardwareConcurrency);
    if (share === reported) return;
    reported = share;
    send({ type: 'share', value: share });
  };
  const tell = () => channel.postMessage({ from: me, plays: run.getState().playing } satisfies Message);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('asks' in data) {
      tell();
      return;
    }
    if (data.plays) playing.add(data.from);
    else playing.delete(data.from);
    settle();
  };
  run.subscribe((now, before) => {
    if (now.status === 'ready' && before.status !== 'ready') reported = alone;
    if (now.playing !== before.playing) tell();
    settle();
  });
  // An embed that was removed from its page no longer plays.
  addEventListener('pagehide', () => channel.postMessage({ from: me, plays: false } satisfies Message));
  channel.postMessage({ asks: me } satisfies Message);
}
