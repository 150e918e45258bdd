/** Several embeds on one page share the processors, and leave one to the page. */
import { send } from '../store/connection';
import { run } from '../store/run';
import { processorShare } from '../worker/processor-share';

type Message = { from: string; plays: boolean } | { asks: string };

/**
 * Embeds of one page notify each other when they play. In a sandbox they cannot, so each behaves as if it
 * were alone.
 */
export function shareProcessors(): void {
  const channel = new BroadcastChannel('droptail.embeds');
  // Only needed to tell embeds on this page apart; pages without https have no better source.
  const me = `${Date.now()} ${Math.random()}`;
  const playing = new Set<string>();
  const fullShare = processorShare(1, navigator.hardwareConcurrency);
  let reported = fullShare;
  const updateShare = () => {
    const runs = playing.size + (run.getState().playing ? 1 : 0);
    const share = processorShare(runs, navigator.hardwareConcurrency);
    if (share === reported) return;
    reported = share;
    send({ type: 'share', value: share });
  };
  const announce = () => channel.postMessage({ from: me, plays: run.getState().playing } satisfies Message);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('asks' in data) {
      announce();
      return;
    }
    if (data.plays) playing.add(data.from);
    else playing.delete(data.from);
    updateShare();
  };
  run.subscribe((now, before) => {
    if (now.status === 'ready' && before.status !== 'ready') reported = fullShare;
    if (now.playing !== before.playing) announce();
    updateShare();
  });
  // An embed that was removed from its page no longer plays.
  addEventListener('pagehide', () => channel.postMessage({ from: me, plays: false } satisfies Message));
  channel.postMessage({ asks: me } satisfies Message);
}
