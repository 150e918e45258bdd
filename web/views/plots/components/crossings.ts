/** Where the crosshair meets the curves of a stack of plots. */
import type { Curve, PlotSpec } from '../../../drawing/spec';
import { cursorIn, latestFrame } from '../../../store';
import type { Charts, Insets } from '../drawing/chart';
import { readingOf, valueIn } from '../model/moment';
import { MAX_AT_CROSSHAIR, strokeOf } from '../model/strokes';

export interface CrossedStack {
  specs: readonly PlotSpec[];
  charts: Charts;
  width: number;
  insets: Insets;
  /** The selected flow; -1: none. */
  selected: number;
}

export interface Crossing {
  spec: PlotSpec;
  curve: Curve;
  colour: string;
  /** In the plot's unit. */
  value: number;
  /** Pixels from the stack's upper left corner. */
  x: number;
  y: number;
}

/** Of each plot at most `MAX_AT_CROSSHAIR` curves, and of many flows that of the selected one; none without a crosshair. */
export function crossings({ specs, charts, width, insets, selected }: CrossedStack): Crossing[] {
  const frame = latestFrame();
  const cursor = frame ? cursorIn(frame) : null;
  if (!frame || cursor === null) return [];
  const reading = readingOf(frame);
  const x = insets.left + ((cursor - frame.t0) / (frame.t1 - frame.t0)) * (width - insets.left);
  return specs.flatMap((spec) => {
    const { id, curves, groups } = spec;
    const chart = charts.get(id);
    const found: Crossing[] = [];
    for (const curve of curves) {
      if (!chart || curve.role === 'ssthresh' || found.length >= MAX_AT_CROSSHAIR) continue;
      if (groups.length > 0 && curve.flow >= 0 && curve.flow !== selected) continue;
      if (curves.length > MAX_AT_CROSSHAIR && curve.flow !== selected && selected >= 0) continue;
      const value = valueIn(frame, curve.series, reading);
      const y = chart.onStack(value);
      if (Number.isNaN(y)) continue;
      const { colour } = strokeOf(curve, curves.length, selected);
      found.push({ spec, curve, colour, value: spec.factor * value, x, y });
    }
    return found;
  });
}
