/** Stroke styles of a plot's curves, and the order in which they are drawn. */

import type { Curve, PlotSpec } from '../../../drawing/spec';
import type { Stroke } from '../../../drawing/stroke';
import { flowStyle } from '../../../store';
import { flowColour, palette } from '../../../ui/palette';

/** Dashes of curves that share a colour. A flow's curve has the flow's own dash. */
const PROBE_DASHES: readonly (readonly number[])[] = [[], [7, 3], [2, 2.5], [10, 3, 2, 3]];
const SSTHRESH_DASH: readonly number[] = [2, 3];
/** The dash of a curve that is not a flow's line; undefined: it has its flow's. */
export function dashOf({ role, flow, place }: Curve): readonly number[] | undefined {
  if (role === 'ssthresh') return SSTHRESH_DASH;
  return role === 'variable' || flow < 0 ? PROBE_DASHES[place % PROBE_DASHES.length] : undefined;
}
/** With more lines than this, only the selected flow's is drawn at full width: thin lines obscure each other less, and cost a tenth. */
const MAX_FULL_WIDTH = 5;
/** With more lines than this, dashes are noise, and groups are clearer. */
export const MANY = 10;
/** The most curves of a plot that have dots and are named at the crosshair. */
export const MAX_AT_CROSSHAIR = 12;
/** @param selected the selected flow's index, or -1. */
export function strokeOf(curve: Curve, curves: number, selected: number): Stroke {
  if (curve.role === 'ssthresh') return { colour: flowColour(curve.flow), width: 1, dash: [2, 3], alpha: 1 };
  if (curve.role === 'variable') {
    const dash = PROBE_DASHES[curve.place % PROBE_DASHES.length] ?? [];
    return {
      colour: curve.flow < 0 ? palette().token.ink : flowColour(curve.flow),
      width: 1.5,
      dash,
      alpha: 1,
    };
  }
  if (curve.flow < 0) {
    const dash = PROBE_DASHES[curve.place % PROBE_DASHES.length] ?? [];
    return { colour: palette().token.ink, width: 1.5, dash, alpha: 1 };
  }
  const dash = flowStyle(curve.flow).dash;
  if (curves > MANY && curve.flow !== selected) {
    // The readout still tells the flows apart. Beside the selected flow the others are context.
    if (selected >= 0) return { colour: palette().token.ink3, width: 1, dash: [], alpha: 0.3 };
    return { colour: flowColour(curve.flow), width: 1, dash: [], alpha: 0.7 };
  }
  const width = curves > MAX_FULL_WIDTH && curve.flow !== selected ? 1 : 2;
  return { colour: flowColour(curve.flow), width, dash, alpha: 1 };
}

/** The mean of a group of flows, in the style of its first flow. */
export function groupStroke(flow: number): Stroke {
  return { colour: flowColour(flow), width: 2, dash: flowStyle(flow).dash, alpha: 1 };
}

/** A line of a chart: a curve, or the fluid model's version of it. */
export interface Line {
  curve: Curve;
  series: number;
  fluid: boolean;
}

/** The fluid model's lines are broad bands below those of packets, in the same colour and without dashes. */
export function linesOf(spec: PlotSpec): Line[] {
  const under = spec.curves.flatMap((curve): Line[] =>
    curve.fluid === undefined ? [] : [{ curve, series: curve.fluid, fluid: true }],
  );
  return [...under, ...spec.curves.map((curve) => ({ curve, series: curve.series, fluid: false }))];
}

/** The style of the fluid model's line of a curve. */
export function bandOf(stroke: Stroke): Stroke {
  return { ...stroke, width: 2 * stroke.width + 2, dash: [], alpha: 0.35 * stroke.alpha };
}
