/** Divides the height of the stack among its plots. */

import type { PlotSpec } from '../../../drawing/spec';
import type { Insets } from './chart';

export interface Arrangement {
  /** The pinned ones first. */
  shown: PlotSpec[];
  /** How many of them are pinned. */
  pinned: number;
  /** Height of each plot shown, in pixels. */
  heights: number[];
  /** Width of a plot with its gutter, without the readout. */
  plotWidth: number;
  /** Columns of the curves over that width, each of them the same number of whole pixels of the screen. */
  columns: number;
  insets: Insets;
  /** Whether the column of values stands at the right. */
  readout: boolean;
}

const READOUT_WIDTH = 208;
/** With a value of each model. */
const READOUT_WIDTH_BOTH = 240;
/** The least height of a plot: room for its title and curve, and for the first rows of its readout. */
const MIN_HEIGHT = 64;
const MAX_ROWS = 5;
/** Rows that can be pressed are higher than those that only tell; under a queue stand its delay and its drops. */
const leastHeight = (spec: PlotSpec) => {
  const rows = spec.curves.slice(0, MAX_ROWS).map((c) => (c.role === 'line' && c.flow >= 0 ? 24 : 20));
  const told = rows.reduce((sum, row) => sum + row, spec.channel >= 0 ? 40 : 0);
  return Math.max(MIN_HEIGHT, told + 9);
};
/** Below this width the column of values becomes a row of chips. */
const NARROW = 640;

/**
 * Pixels a column of the curves. A column has two points, smallest and largest value: a point per pixel for a few curves; when there are
 * many, a half or a third of them are still more than the eye can part, and canvases drawn by the processor are as slow as they have points.
 */
function columnPixels(curves: number): number {
  return curves > 100 ? 6 : curves > 30 ? 4 : curves > 15 ? 3 : 2;
}

export function arrange(input: {
  width: number;
  height: number;
  specs: readonly PlotSpec[];
  embed: boolean;
  /** The plots have all of the room to themselves, and scroll only where they cannot be seen otherwise. */
  alone?: boolean;
  /** Groups of pinned plots. */
  pinned: readonly string[];
  /** Pixels of the screen for one of the layout. */
  resolution?: number;
}): Arrangement {
  const { width, height, specs, embed, resolution = 1 } = input;
  const narrow = width < NARROW;
  const readout = !narrow && !embed;
  const insets = narrow || embed ? INSETS.narrow : INSETS.wide;
  const both = specs.some((s) => s.curves.some((c) => c.fluid !== undefined));
  const column = both ? READOUT_WIDTH_BOTH : READOUT_WIDTH;
  const most = Math.max(0, Math.floor(width - (readout ? column : 16)));
  // An embed never scrolls: it shows as many plots as fit, the first ones.
  const fit = embed ? Math.max(1, Math.floor(height / 78)) : specs.length;
  const pins = specs.filter((s) => input.pinned.includes(s.group));
  const shown = [...pins, ...specs.filter((s) => !pins.includes(s))].slice(0, fit);
  // Nothing is pinned where nothing would be left beside it, or where nothing scrolls: there the pinned ones are the first.
  const pinned = pins.length < shown.length && !embed ? pins.length : 0;
  const curves = shown.reduce((n, spec) => n + spec.curves.length, 0);
  const pixels = Math.max(1, Math.round(columnPixels(curves) * resolution));
  const columns = Math.max(0, Math.floor(((most - insets.left) * resolution) / pixels));
  return {
    shown,
    pinned,
    heights: share(shown, height, narrow && !embed && !input.alone, readout),
    plotWidth: columns > 0 ? insets.left + (columns * pixels) / resolution : most,
    columns,
    insets,
    readout,
  };
}

const INSETS: Record<'narrow' | 'wide', Insets> = {
  narrow: { left: 48, top: 22, bottom: 7 },
  wide: { left: 72, top: 20, bottom: 8 },
};

/** Of a plot that is cut by the lower edge, less than this is only a torn title. */
const TORN = 48;

function share(specs: readonly PlotSpec[], height: number, phone: boolean, readout: boolean): number[] {
  return untorn(wanted(specs, height, phone, readout), height);
}

/** Where plots scroll, no title is cut in two: those above have what room it had. */
function untorn(heights: number[], room: number): number[] {
  let whole = 0;
  let used = 0;
  for (; whole < heights.length && used + (heights[whole] ?? 0) <= room; whole += 1)
    used += heights[whole] ?? 0;
  const left = room - used;
  if (whole === 0 || whole === heights.length || left >= TORN) return heights;
  return heights.map((h, i) => (i < whole ? h + Math.floor((left + i) / whole) : h));
}

/** On a phone's page each plot has 110 to 150 pixels and the stack scrolls, unless that leaves room; else the room is shared by weight. */
function wanted(specs: readonly PlotSpec[], height: number, phone: boolean, readout: boolean): number[] {
  const phones = specs.map((s) => Math.round(Math.max(110, Math.min(150, 104 * s.weight))));
  if (phone && phones.reduce((a, b) => a + b, 0) >= height) return phones;
  const total = specs.reduce((sum, s) => sum + s.weight, 0);
  const least = specs.map((spec) => (readout ? leastHeight(spec) : MIN_HEIGHT));
  const shares = specs.map((s, i) => Math.max(least[i] ?? 0, Math.floor((height * s.weight) / (total || 1))));
  // Shares raised to the least height take from the others, as long as these can give.
  let over = shares.reduce((a, b) => a + b, 0) - height;
  for (let i = 0; i < shares.length && over > 0; i++) {
    const give = Math.min(over, Math.max(0, (shares[i] ?? 0) - (least[i] ?? 0)));
    shares[i] = (shares[i] ?? 0) - give;
    over -= give;
  }
  return shares;
}
