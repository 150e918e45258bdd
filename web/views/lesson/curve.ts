/** Reads the simulated curve that a sketch is compared with. */
import type { Directory, Sketch } from '../../generated/types';
import { type Frame, requestSeries, subscribeFrame } from '../../store';
import { valueAt } from '../plots/model/moment';
import { timesOf } from './judge';

/** Times that differ by less are equal, s. */
const TIME_TOLERANCE_S = 1e-6;

/** Index of the series that a sketch is about; −1 if the run has none. */
function seriesOf(directory: Directory, { series, owner }: Sketch): number {
  return directory.series.findIndex((s) => s.kind === series && s.owner === (owner ?? '') && !s.fluid);
}

/** Values at the sketch's times up to a time, NaN after it. Null if the frame shows another span or the run has not reached the time. */
function readCurve(frame: Frame, sketch: Sketch, untilS: number): number[] | null {
  const { fromS, toS } = sketch;
  const until = Math.min(untilS, frame.directory.durationS);
  const same = Math.abs(frame.t0 - fromS) < TIME_TOLERANCE_S && Math.abs(frame.t1 - toS) < TIME_TOLERANCE_S;
  const series = seriesOf(frame.directory, sketch);
  if (!same || frame.now < until - TIME_TOLERANCE_S || series < 0 || !frame.plot.y(series)) return null;
  return timesOf(sketch).map((t) =>
    t <= until + TIME_TOLERANCE_S ? valueAt(frame.plot, series, t) : Number.NaN,
  );
}

/** Calls back with the curve up to a time once a frame contains it. Returns a function that cancels this. */
export function watchCurve(sketch: Sketch, untilS: number, found: (curve: number[]) => void): () => void {
  let release: (() => void) | null = null;
  let stop: (() => void) | null = null;
  let asked = -1;
  let done = false;
  const finish = () => {
    stop?.();
    release?.();
    release = null;
  };
  stop = subscribeFrame((frame) => {
    if (done) return;
    const series = seriesOf(frame.directory, sketch);
    if (series >= 0 && series !== asked) {
      asked = series;
      const before = release;
      release = requestSeries([series]);
      before?.();
    }
    const curve = readCurve(frame, sketch, untilS);
    if (!curve) return;
    done = true;
    found(curve);
    queueMicrotask(finish);
  });
  return () => {
    done = true;
    finish();
  };
}

/** The whole curve of a sketch, once the run has reached the end of it. */
export function curveOf(sketch: Sketch): Promise<number[]> {
  return new Promise((resolve) => {
    watchCurve(sketch, sketch.toS, resolve);
  });
}
