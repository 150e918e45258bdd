/** Domains and ticks of the axes of figures. */
import { extent, tickStep } from 'd3-array';
import { formatTick } from '../../../drawing/format';
import { logTicks, ticksWithin } from '../../../drawing/ticks';
import { textWidth, truncateText, wrapText } from './text';

export interface Domain {
  lo: number;
  hi: number;
  ticks: number[];
  /** Whether a linear scale does not begin at zero, which the title then mentions. */
  cut: boolean;
}

/** A range narrower than this share of its upper end is drawn without zero, to show its variation. */
const NARROW_RANGE = 0.5;

/**
 * A scale for values; without any, it has no ticks, because their numbers would mean nothing.
 * @param room the number of ticks that fit
 * @param zero always begin at zero, as bars do
 */
export function valueDomain(values: readonly number[], { log = false, zero = false, room = 4 }): Domain {
  const finite = values.filter((v) => Number.isFinite(v) && (!log || v > 0));
  let [lo, hi] = extent(finite);
  if (lo === undefined || hi === undefined) return { lo: log ? 0.1 : 0, hi: 1, ticks: [], cut: false };
  if (log) return logDomain(lo, hi, room);
  const above = lo >= 0;
  const narrow = above && hi > 0 && (hi - lo) / hi < NARROW_RANGE && !zero;
  if (above && !narrow) lo = 0;
  if (hi < 0 && zero) hi = 0;
  if (lo === hi) {
    const pad = Math.abs(hi) * 0.1 || 1;
    lo = narrow ? lo - pad : lo;
    hi += pad;
  }
  const step = tickStep(lo, hi, room);
  // The ends are rounded more finely than the ticks, so that little space is left empty.
  const fine = step / 4;
  const margin = (hi - lo) * 0.02;
  const half = step / 2;
  const bottom = lo === 0 ? 0 : Number((Math.floor((lo - margin) / half + 1e-9) * half).toPrecision(12));
  const top = hi === 0 ? 0 : Number((Math.ceil((hi + margin) / fine - 1e-9) * fine).toPrecision(12));
  const start = above ? Math.max(0, bottom) : bottom;
  return { lo: start, hi: top, ticks: ticksWithin(start, top, room), cut: start > 0 };
}

function logDomain(lo: number, hi: number, room: number): Domain {
  const from = lo === hi ? lo / 2 : lo / 1.1;
  const to = lo === hi ? hi * 2 : hi * 1.1;
  return { lo: from, hi: to, ticks: logTicks(from, to, Math.max(2, room + 1)), cut: false };
}

/** Ticks for numbers along x: the values themselves if they fit, otherwise round numbers. */
export function numberTicks(values: readonly number[], log: boolean, width: number): number[] {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const lo = sorted[0] ?? 0;
  const hi = sorted.at(-1) ?? 1;
  const at = (v: number) =>
    hi === lo ? 0 : log ? Math.log(v / lo) / Math.log(hi / lo) : (v - lo) / (hi - lo);
  const room = sorted.every((v, i) => {
    const before = sorted[i - 1];
    if (before === undefined) return true;
    const wanted = (textWidth(formatTick(v)) + textWidth(formatTick(before))) / 2 + 10;
    return (at(v) - at(before)) * width >= wanted;
  });
  // Values such as 17.3927 are unsuitable as ticks.
  if (room && sorted.every((v) => formatTick(v).length <= 6)) return sorted;
  if (log) return logTicks(lo, hi, Math.max(2, Math.floor(width / 70) + 1));
  return ticksWithin(lo, hi, Math.max(2, Math.floor(width / 90)));
}

/** The layout of names along x. */
export interface NameLayout {
  /** Every nth name is shown, so that numbers do not overlap. */
  every: number;
  slanted: boolean;
  /** Lines of the longest name. */
  lines: number;
  /** The name with line breaks. */
  text: (name: string) => string;
}

const MAX_TIMER_OWNERS = 3;
/** px */
const MAX_SLANTED_WIDTH = 104;

/** Breaks names into a few lines if they fit, and slants them otherwise. */
export function layOutNames(names: readonly string[], width: number): NameLayout {
  const each = width / Math.max(1, names.length);
  const widest = Math.max(0, ...names.map((n) => textWidth(n)));
  if (widest + 8 <= each) return { every: 1, slanted: false, lines: 1, text: (n) => n };
  if (names.every((n) => /^[−\d.,]+[kMG]?$/.test(n)))
    return { every: Math.ceil((widest + 8) / each), slanted: false, lines: 1, text: (n) => n };
  const broken = names.map((n) => wrapText(n, each - 10));
  const whole = broken.every((lines, i) => lines.length <= MAX_TIMER_OWNERS && lines.join(' ') === names[i]);
  if (whole) {
    const text = (n: string) => wrapText(n, each - 10).join('\n');
    return { every: 1, slanted: false, lines: Math.max(...broken.map((lines) => lines.length)), text };
  }
  return {
    every: Math.ceil(16 / each),
    slanted: true,
    lines: 1,
    text: (n) => truncateText(n, MAX_SLANTED_WIDTH),
  };
}

/** Space that names need below the axis beyond one line, px. */
export function namesHeight(names: NameLayout, all: readonly string[]): number {
  if (!names.slanted) return (names.lines - 1) * 15;
  return Math.max(0, ...all.map((n) => textWidth(names.text(n)))) * Math.sin(SLANT);
}

/** The rotation of slanted names, in radians. */
export const SLANT = Math.PI / 6;

/** Moves positions at least `gap` apart within `lo … hi`; null if they do not fit. */
export function spreadOut(places: readonly number[], gap: number, lo: number, hi: number): number[] | null {
  if ((places.length - 1) * gap > hi - lo) return null;
  const order = places.map((_, i) => i).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const found = order.map((i) => Math.min(hi, Math.max(lo, places[i] ?? 0)));
  // Neighbours that overlap become one block around the mean of their positions.
  const blocks: { sum: number; count: number }[] = [];
  const start = (b: { sum: number; count: number }) =>
    Math.min(hi - (b.count - 1) * gap, Math.max(lo, b.sum / b.count - ((b.count - 1) * gap) / 2));
  for (const place of found) {
    let block = { sum: place, count: 1 };
    for (;;) {
      const before = blocks.at(-1);
      if (!before || start(before) + before.count * gap <= start(block)) break;
      blocks.pop();
      block = { sum: before.sum + block.sum, count: before.count + block.count };
    }
    blocks.push(block);
  }
  const result: number[] = [];
  let next = 0;
  for (const block of blocks) {
    for (let k = 0; k < block.count; k++) {
      const i = order[next++];
      if (i !== undefined) result[i] = start(block) + k * gap;
    }
  }
  return result;
}
