import { useEffect, useState } from 'react';
import { latestFrame, seriesCsv, subscribeFrame } from '../../../store';
import { type Samples, samplesOf } from '../model/samples';

/** The shortest time between two requests while a run plays, ms. */
const INTERVAL_MS = 500;

interface Read {
  run: number;
  samples: readonly [Samples, Samples];
}

/** Exact samples of two series of a run, by number: as far as it is known, or a moment less while it plays. Null: not there yet. */
export function useSamples(a: number, b: number): Read | null {
  const [read, setRead] = useState<Read | null>(null);
  useEffect(() => {
    if (a < 0 || b < 0) return;
    let gone = false;
    let asking = false;
    /** What the samples are of. */
    let done = '';
    let readyAt = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      const frame = latestFrame();
      const of = `${frame?.run} ${frame?.known}`;
      if (!frame || gone || asking || of === done) return;
      clearTimeout(timer);
      const wait = readyAt - performance.now();
      if (wait > 0) {
        timer = setTimeout(follow, wait);
        return;
      }
      asking = true;
      const answered = (texts: readonly string[]) => {
        const [x, y] = texts;
        if (gone) return;
        asking = false;
        done = of;
        readyAt = performance.now() + INTERVAL_MS;
        if (x !== undefined && y !== undefined)
          setRead({ run: frame.run, samples: [samplesOf(x), samplesOf(y)] });
        follow();
      };
      // If the engine has ended, the page already says so.
      seriesCsv([a, b]).then(answered, () => answered([]));
    };
    const end = subscribeFrame(follow);
    return () => {
      gone = true;
      clearTimeout(timer);
      end();
    };
  }, [a, b]);
  return read;
}
