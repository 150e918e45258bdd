/** The level lines of a plot, and their numbers: ticks and limits. They change with the scale alone. */
import { formatTick } from './format';
import { palette } from './palette';
import { scaleTicks, shareOf, type ValueScale, valueAtShare } from './scale';
import type { Reference } from './spec';
import { extentOf, times } from './steps';

/** Above this height a tick's number would run into the title. */
const TITLE_BOTTOM = 23;
const FONT = "12px 'Inter Variable', Inter, system-ui, sans-serif";

/** A level line at a height, pixels from the plot's upper edge, and what is written before it. */
export interface Rule {
  y: number;
  /** When it held, s; all the time unless said. */
  fromS?: number;
  untilS?: number;
  colour: string;
  width: number;
  dash: readonly number[];
  label?: string;
  /** Instead, where the label has no room. */
  short?: string;
}

/**
 * Hairlines, ticks and reference lines from below to above.
 * @param blank nothing is known that could make a scale
 */
export function rulesOf(
  { factor, references }: { factor: number; references: readonly Reference[] },
  scale: ValueScale,
  { top, height }: { top: number; height: number },
  blank: boolean,
): Rule[] {
  const { token } = palette();
  const y = (value: number) => top + height * (1 - shareOf(scale, value));
  const seen = references.filter((ref) => ref.value <= scale.end && ref.value >= scale.low);
  const tag = seen.find((ref) => ref.kind === 'bdp' && ref.untilS === undefined);
  // The title covers what is above it: a tick there would have no number.
  const free = Math.max(0, TITLE_BOTTOM - top);
  const clear = { ...scale, end: valueAtShare(scale, 1 - free / height) };
  const ticks = (blank ? [0] : scaleTicks(clear, height - free, factor)).flatMap((tick): Rule[] => {
    const at = y(tick);
    if (at < TITLE_BOTTOM && tick !== 0) return [];
    // The BDP's own tick takes the gutter; a number half under it would be neither.
    const taken = tag && Math.abs(y(tag.value) - at) < 13;
    const label = taken ? {} : { label: formatTick(Number((tick * factor).toPrecision(9))) };
    return [{ y: at, colour: token.line, width: 1, dash: [], ...label }];
  });
  const limits = seen.map((ref): Rule => {
    const at = y(ref.value);
    const label = ref === tag && at >= TITLE_BOTTOM ? { label: ref.label, short: 'BDP' } : {};
    const rest = { y: at, ...times(ref.fromS, ref.untilS), ...label };
    return ref.kind === 'capacity'
      ? { colour: token.bad, width: 1.25, dash: [], ...rest }
      : { colour: token.ink2, width: 1, dash: [6, 3], ...rest };
  });
  return [...ticks, ...limits];
}

/**
 * Draws the lines over the area's width, as far as they held.
 * @param resolution pixels of the canvas for one of the layout
 */
export function drawRules(
  ctx: CanvasRenderingContext2D,
  rules: readonly Rule[],
  area: { left: number; width: number; t0: number; t1: number },
  resolution: number,
): void {
  for (const rule of rules) {
    const { y, colour, width, dash } = rule;
    const { from, to } = extentOf(rule, area);
    if (to <= from) continue;
    const snapped = (Math.round(y * resolution) + 0.5) / resolution;
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.globalAlpha = 1;
    ctx.setLineDash(dash as number[]);
    ctx.beginPath();
    ctx.moveTo(from, snapped);
    ctx.lineTo(to, snapped);
    ctx.stroke();
  }
}

/** Writes the numbers, up to the left edge of the lines. */
export function drawNumbers(ctx: CanvasRenderingContext2D, rules: readonly Rule[], left: number): void {
  ctx.save();
  ctx.font = FONT;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'right';
  ctx.fillStyle = palette().token.ink2;
  for (const { y, label, short } of rules) {
    if (label === undefined) continue;
    // Only where the gutter holds all of it.
    const fits = short === undefined || ctx.measureText(label).width <= left - 10;
    ctx.fillText(fits ? label : short, left - 8, y);
  }
  ctx.restore();
}
