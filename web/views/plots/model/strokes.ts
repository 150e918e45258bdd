/** Stroke styles of a plot's curves, and the order in which they are drawn. */

import type { Curve, PlotSpec } from '../../../drawing/spec';
import type { Stroke } from '../../../drawing/stroke';
import { flowStyle } from '../../../store';
import { flowColour, palette } from '../../../ui/palette';

/** Dashes of curves that share a colour; a flow's identity is its own dash. */
const PROBE_DASHES: readonly (readonly number[])[] = [[], [7, 3], [2, 2.5], [10, 3, 2, 3]];
/**
 * With more lines than this, only the selected flow's is drawn at full width: thin ones cross each other with less harm, and cost a tenth.
 */
const FEW = 5;
/** With more than this, dashes are noise, and what the flows have in common says more. */
export const MANY = 10;
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
    // The readout still tells the flows apart. Beside one that is looked at the others are its surroundings.
    if (selected >= 0) return { colour: palette().token.ink3, width: 1, dash: [], alpha: 0.3 };
    return { colour: flowColour(curve.flow), width: 1, dash: [], alpha: 0.7 };
  }
  const width = curves > FEW && curve.flow !== selected ? 1 : 2;
  return { colour: flowColour(curve.flow), width, dash, alpha: 1 };
}

/** The mean of a group of flows, as the first of them is drawn. */
export function groupStroke(flow: number): Stroke {
  return { colour: flowColour(flow), width: 2, dash: flowStyle(flow).dash, alpha: 1 };
}

/** A line of a chart: a curve, or what the fluid model makes of it. */
export interface Line {
  curve: Curve;
  series: number;
  fluid: boolean;
}

/** The fluid model's lines lie as broad bands under those of packets: they keep the colour, and leave the dashes to the flows. */
export function linesOf(spec: PlotSpec): Line[] {
  const under = spec.curves.flatMap((curve): Line[] =>
    curve.fluid === undefined ? [] : [{ curve, series: curve.fluid, fluid: true }],
  );
  return [...under, ...spec.curves.map((curve) => ({ curve, series: curve.series, fluid: false }))];
}

/** How the fluid model's line of a curve is drawn. */
export function bandOf(stroke: Stroke): Stroke {
  return { ...stroke, width: 2 * stroke.width + 2, dash: [], alpha: 0.35 * stroke.alpha };
}
