import { useEffect } from 'react';
import { sessionNow, setSpeed, subscribeFrame } from '../../store';

/** At this speed a packet takes most of a second to cross a link of some milliseconds, and the eye follows it. */
export const PACKET_SPEED = 1 / 50;

/** Slows the run down from its first loss on, so that single packets are seen to wait, to move and to be dropped; afterwards it runs as before. */
export function useSlowPackets(on: boolean): void {
  useEffect(() => {
    if (!on) return;
    let before: number | null = null;
    const stop = subscribeFrame(({ marks, now }) => {
      if (before !== null || marks.count === 0 || marks.time(0) > now) return;
      before = sessionNow().speed;
      if (before > PACKET_SPEED) setSpeed(PACKET_SPEED);
    });
    return () => {
      stop();
      // Unless the visitor has chosen another speed meanwhile.
      if (before !== null && sessionNow().speed === PACKET_SPEED) setSpeed(before);
    };
  }, [on]);
}
