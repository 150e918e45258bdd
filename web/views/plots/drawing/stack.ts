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
  /** Width of a plot with its margin, without the readout. */
  plotWidth: number;
  /** Columns of the curves over that width, each a whole number of device pixels wide. */
  columns: number;
  insets: Insets;
  /** The column of values is on the right. */
  readout: boolean;
}

const READOUT_WIDTH = 208;
/** The width with a value for each model. */
const READOUT_WIDTH_BOTH = 240;
/** The least height of a plot: room for its title and curve, and for the first rows of its readout. */
const MIN_HEIGHT = 80;
/** A plot of this height can be read well. */
const READABLE = 140;
const MAX_ROWS = 5;
/** Rows that can be clicked are higher than others; a queue has rows for its delay and its drops. */
const leastHeight = (spec: PlotSpec) => {
  const rows = spec.curves.slice(0, MAX_ROWS).map((c) => (c.role === 'line' && c.flow >= 0 ? 24 : 20));
  const told = rows.reduce((sum, row) => sum + row, spec.channel >= 0 ? 40 : 0);
  return Math.max(MIN_HEIGHT, told + 9);
};
/** Below this width the column of values becomes a row of chips. */
const NARROW = 640;

/**
 * Pixels per column of the curves. A column has two points, the smallest and the largest value. Few curves have a point per pixel. Of many
 * curves a half or a third of the points is more than the eye can tell apart, and a canvas drawn by the CPU takes time for each point.
 */
function columnPixels(curves: number): number {
  return curves > 100 ? 6 : curves > 30 ? 4 : curves > 15 ? 3 : 2;
}

export function arrange(input: {
  width: number;
  height: number;
  specs: readonly PlotSpec[];
  embed: boolean;
  /** There is nothing but plots, which scroll only if they would otherwise be too small. */
  alone?: boolean;
  /** Groups of pinned plots. */
  pinned: readonly string[];
  /** Device pixels per CSS pixel. */
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
  const fit = embed ? Math.max(1, Math.floor(height / MIN_HEIGHT)) : specs.length;
  const pins = specs.filter((s) => input.pinned.includes(s.group));
  const shown = [...pins, ...specs.filter((s) => !pins.includes(s))].slice(0, fit);
  // Plots are pinned only if others remain and the stack scrolls; otherwise the pinned ones are just the first.
  const pinned = pins.length < shown.length && !embed ? pins.length : 0;
  const curves = shown.reduce((n, spec) => n + spec.curves.length, 0);
  const pixels = Math.max(1, Math.round(columnPixels(curves) * resolution));
  const columns = Math.max(0, Math.floor(((most - insets.left) * resolution) / pixels));
  return {
    shown,
    pinned,
    heights: share({
      specs: shown,
      height,
      phone: narrow && !embed && !input.alone,
      readout,
      scrolls: !embed,
    }),
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

/** If less than this of a plot is visible at the lower edge, only a part of its title is. */
const MIN_VISIBLE = 48;

interface Room {
  specs: readonly PlotSpec[];
  height: number;
  phone: boolean;
  readout: boolean;
  scrolls: boolean;
}

function share(room: Room): number[] {
  return avoidCutTitles(desiredHeights(room), room.height);
}

/** Where the stack scrolls, a plot that is nearly whole at the lower edge is made whole, if each visible plot gives at most this, px. */
const GIVEN = 12;

/** Where the stack scrolls, avoids cutting through the zero line of a plot, or through a title: then the plots above take up its space. */
function avoidCutTitles(heights: number[], room: number): number[] {
  let whole = 0;
  let used = 0;
  for (; whole < heights.length && used + (heights[whole] ?? 0) <= room; whole += 1)
    used += heights[whole] ?? 0;
  const left = room - used;
  const over = (heights[whole] ?? 0) - left;
  const given = over > 0 ? reduced(heights.slice(0, whole + 1), over) : null;
  if (given) return [...given, ...heights.slice(whole + 1)];
  if (whole === 0 || whole === heights.length || left >= MIN_VISIBLE) return heights;
  return heights.map((h, i) => (i < whole ? h + Math.floor((left + i) / whole) : h));
}

/** Takes a height from plots in equal parts, as far as they have it to give; null if they have too little. */
function reduced(heights: readonly number[], height: number): number[] | null {
  // One that can be read well stays so.
  const spare = heights.map((h) => Math.max(0, Math.min(GIVEN, h - (h < READABLE ? MIN_HEIGHT : READABLE))));
  const poorestFirst = [...spare.keys()].sort((a, b) => (spare[a] ?? 0) - (spare[b] ?? 0));
  const result = [...heights];
  let rest = height;
  poorestFirst.forEach((plot, i) => {
    const gift = Math.min(spare[plot] ?? 0, Math.ceil(rest / (heights.length - i)));
    result[plot] = (result[plot] ?? 0) - gift;
    rest -= gift;
  });
  return rest > 0 ? null : result;
}

/** Heights of a plot on a phone, px. */
const PHONE = { least: 110, most: 150 };

/**
 * On a phone's page each plot has 110 to 150 pixels and the stack scrolls, unless they all fit; then the height is shared by weight. Where
 * there is no room for two, as on a phone held sideways, they are lower.
 */
function desiredHeights(room: Room): number[] {
  const { specs, height, phone } = room;
  const half = Math.max(MIN_HEIGHT, Math.floor(height / 2));
  const phones = specs.map((s) =>
    half < PHONE.least ? half : Math.round(Math.max(PHONE.least, Math.min(PHONE.most, 104 * s.weight))),
  );
  if (phone && phones.reduce((a, b) => a + b, 0) >= height) return phones;
  const total = specs.reduce((sum, s) => sum + s.weight, 0);
  const least = leastHeights(room);
  const shares = specs.map((s, i) => Math.max(least[i] ?? 0, Math.floor((height * s.weight) / (total || 1))));
  // Raising a share to the minimum takes height from the others, as far as they have some to give.
  let over = shares.reduce((a, b) => a + b, 0) - height;
  for (let i = 0; i < shares.length && over > 0; i++) {
    const give = Math.min(over, Math.max(0, (shares[i] ?? 0) - (least[i] ?? 0)));
    shares[i] = (shares[i] ?? 0) - give;
    over -= give;
  }
  return shares;
}

/** The plots of the selection's variables come and go with it: the others keep their height, as far as they need it. */
function leastHeights(room: Room): number[] {
  const least = room.specs.map((spec) => (room.readout ? leastHeight(spec) : MIN_HEIGHT));
  const lasting = room.specs.filter((s) => s.group !== 'variables');
  if (!room.scrolls || lasting.length === room.specs.length) return least;
  const alone = desiredHeights({ ...room, specs: lasting });
  return room.specs.map((spec, i) =>
    Math.max(least[i] ?? 0, Math.min(READABLE, alone[lasting.indexOf(spec)] ?? 0)),
  );
}
