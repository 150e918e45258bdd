/** The simulated curve that a sketch is compared with. */
import type { Directory, Sketch } from '../../generated/types';
import { type Frame, requestSeries, subscribeFrame } from '../../store';
import { valueAt } from '../plots/model/moment';
import { timesOf } from './judge';

/** Two times that are the same, s. */
const SAME_S = 1e-6;

/** Index of the series of a sketch; −1: the run has none. */
function seriesOf(directory: Directory, { series, owner }: Sketch): number {
  return directory.series.findIndex((s) => s.kind === series && s.owner === (owner ?? '') && !s.fluid);
}

/** Values at the sketch's times up to a time, NaN after it; null: the frame shows another span, or the run has not reached the time. */
function readCurve(frame: Frame, sketch: Sketch, untilS: number): number[] | null {
  const { fromS, toS } = sketch;
  const until = Math.min(untilS, frame.directory.durationS);
  const same = Math.abs(frame.t0 - fromS) < SAME_S && Math.abs(frame.t1 - toS) < SAME_S;
  const series = seriesOf(frame.directory, sketch);
  if (!same || frame.now < until - SAME_S || series < 0 || !frame.plot.y(series)) return null;
  return timesOf(sketch).map((t) => (t <= until + SAME_S ? valueAt(frame.plot, series, t) : Number.NaN));
}

/** Calls back with the curve up to a time as soon as a frame has it; returns a function that stops waiting. */
export function watchCurve(sketch: Sketch, untilS: number, found: (curve: number[]) => void): () => void {
  let release: (() => void) | null = null;
  let stop: (() => void) | null = null;
  let asked = -1;
  let done = false;
  const end = () => {
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
    queueMicrotask(end);
  });
  return () => {
    done = true;
    end();
  };
}

/** The whole curve of a sketch, once the run is at its end. */
export function curveOf(sketch: Sketch): Promise<number[]> {
  return new Promise((resolve) => {
    watchCurve(sketch, sketch.toS, resolve);
  });
}
