/** Computes the horizontal lines of a plot and writes their numbers. They change only with the scale. */
import { formatTick } from '../../../drawing/format';
import type { Rule } from '../../../drawing/rules';
import { scaleTicks, sharesOf, type ValueScale, valueAtShare } from '../../../drawing/scale';
import type { Reference } from '../../../drawing/spec';
import { times } from '../../../drawing/steps';
import { palette } from '../../../ui/palette';

/** Above this height the number of a tick would overlap the title. */
const TITLE_BOTTOM = 23;
/** Numbers nearer than this overlap, px. */
const LINE_HEIGHT = 13;
const FONT = "12px 'Inter Variable', Inter, system-ui, sans-serif";

/**
 * Grid lines, ticks and reference lines, from bottom to top.
 * @param blank there are no values yet that could set a scale
 */
export function rulesOf(
  { factor, references }: { factor: number; references: readonly Reference[] },
  scale: ValueScale,
  { top, height }: { top: number; height: number },
  blank: boolean,
): Rule[] {
  const { token } = palette();
  const share = sharesOf(scale);
  const y = (value: number) => top + height * (1 - share(value));
  const seen = references.filter((ref) => ref.value <= scale.end && ref.value >= scale.low);
  const named = namedInMargin(seen, y);
  // The title covers what is above it, so a tick there would have no number.
  const free = Math.max(0, TITLE_BOTTOM - top);
  const clear = { ...scale, end: valueAtShare(scale, 1 - free / height) };
  const ticks = (blank ? [0] : scaleTicks(clear, height - free, factor)).flatMap((tick): Rule[] => {
    const at = y(tick);
    if (at < TITLE_BOTTOM && tick !== 0) return [];
    const taken = named.some((ref) => Math.abs(y(ref.value) - at) < LINE_HEIGHT);
    const label = taken ? {} : { label: formatTick(Number((tick * factor).toPrecision(9))) };
    return [{ y: at, colour: token.line, width: 1, dash: [], ...label }];
  });
  const limits = seen.map((ref): Rule => {
    const at = y(ref.value);
    const label = named.includes(ref) ? { label: ref.label, short: shortName(ref) } : {};
    const pale = ref.pale ? { pale: true } : {};
    const rest = { y: at, ...times(ref.fromS, ref.untilS), ...pale, ...label };
    return ref.kind === 'buffer'
      ? { colour: token.bad, width: 1.25, dash: [], ...rest }
      : { colour: token.ink2, width: 1, dash: [6, 3], ...rest };
  });
  return [...ticks, ...limits];
}

/** Where margins are narrow there is room for a word or for a number. */
const shortName = (ref: Reference) => (ref.kind === 'bdp' ? ref.name : ref.label.slice(ref.name.length + 1));

/**
 * The reference lines with their names in the margin. Curves lie upon these: their names would cover the curves, or could not be read.
 * @param y the vertical position of a value, pixels
 */
export function namedInMargin(references: readonly Reference[], y: (value: number) => number): Reference[] {
  const named: Reference[] = [];
  for (const ref of references) {
    if ((ref.kind !== 'bdp' && ref.kind !== 'base') || ref.untilS !== undefined || ref.pale) continue;
    const at = y(ref.value);
    // A number that overlaps another one could not be read, either.
    if (at >= TITLE_BOTTOM && !named.some((other) => Math.abs(y(other.value) - at) < LINE_HEIGHT))
      named.push(ref);
  }
  return named;
}

/** Writes the numbers, right-aligned at the left edge of the lines. */
export function drawNumbers(ctx: CanvasRenderingContext2D, rules: readonly Rule[], left: number): void {
  ctx.save();
  ctx.font = FONT;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'right';
  ctx.fillStyle = palette().token.ink2;
  for (const { y, label, short } of rules) {
    if (label === undefined) continue;
    // Only if the margin is wide enough.
    const fits = short === undefined || ctx.measureText(label).width <= left - 10;
    ctx.fillText(fits ? label : short, left - 8, y);
  }
  ctx.restore();
}
