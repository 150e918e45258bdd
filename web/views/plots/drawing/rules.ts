/** Makes the horizontal lines of a plot and writes their numbers. They change with the scale alone. */
import { formatTick } from '../../../drawing/format';
import type { Rule } from '../../../drawing/rules';
import { scaleTicks, sharesOf, type ValueScale, valueAtShare } from '../../../drawing/scale';
import type { Reference } from '../../../drawing/spec';
import { times } from '../../../drawing/steps';
import { palette } from '../../../ui/palette';

/** Above this height a tick's number would run into the title. */
const TITLE_BOTTOM = 23;
const FONT = "12px 'Inter Variable', Inter, system-ui, sans-serif";

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
  const share = sharesOf(scale);
  const y = (value: number) => top + height * (1 - share(value));
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
    return ref.kind === 'buffer'
      ? { colour: token.bad, width: 1.25, dash: [], ...rest }
      : { colour: token.ink2, width: 1, dash: [6, 3], ...rest };
  });
  return [...ticks, ...limits];
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
