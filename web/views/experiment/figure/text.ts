/** Numbers and widths of text in figures: the same in the page and without one. */
import { precisionFixed } from 'd3-format';
import { formatValue } from '../../../drawing/format';

/** Decimals at which the second digit of `size` still shows: 0.0123 → 3, 45 → 0. */
function decimalsOf(size: number, digits: number): number {
  if (!(size > 0) || !Number.isFinite(size)) return 0;
  return Math.min(12, precisionFixed(size / 10 ** (digits - 1)));
}

/** A number with about `digits` digits, as the page writes numbers; very large and very small ones as powers of ten. */
export function short(value: number, digits = 3): string {
  const size = Math.abs(value);
  if (size !== 0 && Number.isFinite(size) && (size < 1e-4 || size >= 1e9)) return power(value, digits);
  return formatValue(value, decimalsOf(size, digits));
}

function power(value: number, digits: number): string {
  const [factor = '', exponent = ''] = value.toExponential(digits - 1).split('e');
  const sign = (text: string) => text.replace('+', '').replace('-', '−');
  return `${sign(factor)}·10${[...sign(exponent)].map((c) => RAISED[c] ?? c).join('')}`;
}

const RAISED: Record<string, string> = {
  '−': '⁻',
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
};

/** A value and its half-width, to the same decimals. */
export interface Estimate {
  value: string;
  /** Empty where it is unknown. */
  off: string;
}

type Off = number | null | undefined;
const known = (off: Off): off is number => typeof off === 'number' && Number.isFinite(off);
/** Whether a number is written with a power of ten. */
const extreme = (x: number) => x !== 0 && (Math.abs(x) < 1e-4 || Math.abs(x) >= 1e9);

/** A smaller relative half-width is a rounding error of sums. */
const ALIKE = 1e-9;

/** Two digits of the interval count; without one, or where all runs are alike, three of the value. */
function decimalsFor(value: number, off: Off): number {
  const size = Math.abs(value);
  return known(off) && off > ALIKE * size
    ? Math.min(decimalsOf(off, 2), decimalsOf(size, 6))
    : decimalsOf(size, 3);
}

/** @param decimals those of the column that it stands in; absent: its own */
export function estimate(value: number, off: Off, decimals?: number): Estimate {
  if (extreme(value) || (value === 0 && known(off) && extreme(off)))
    return { value: short(value), off: known(off) ? short(off, 2) : '' };
  if (decimals === undefined && !known(off)) return { value: short(value), off: '' };
  // A small value among large ones keeps two digits of its own.
  const least = value === 0 ? 0 : Math.min(12, decimalsOf(Math.abs(value), 2));
  const shown = decimals === undefined ? decimalsFor(value, off) : Math.max(decimals, least);
  return { value: formatValue(value, shown), off: known(off) ? formatValue(off, shown) : '' };
}

/** Decimals that a column of estimates shares: those that most of them have by themselves. */
export function columnDecimals(cells: readonly { value: number; off: Off }[]): number {
  const all = cells
    .filter(({ value }) => value !== 0 && !extreme(value))
    .map(({ value, off }) => decimalsFor(value, off))
    .sort((a, b) => a - b);
  return all[Math.floor(all.length / 2)] ?? 0;
}

/** "0.934 ± 0.012" */
export function estimateText(value: number, off: number | null | undefined): string {
  const { value: text, off: half } = estimate(value, off);
  return half === '' ? text : `${text} ± ${half}`;
}

/** Width of a text in the page's type, px: near enough to leave room for it. */
export function textWidth(text: string, size = 12): number {
  let em = 0;
  for (const c of text)
    em += /[mwMW%@—]/.test(c) ? 0.88 : /[ijl.,:;'|!()[\]f t]/.test(c) ? 0.33 : /[A-Z]/.test(c) ? 0.68 : 0.58;
  return em * size;
}

/** A text that fits into `width` px, with an ellipsis where it was cut. */
export function fitted(text: string, width: number, size = 12): string {
  if (textWidth(text, size) <= width) return text;
  let cut = text;
  while (cut.length > 1 && textWidth(`${cut}…`, size) > width) cut = cut.slice(0, -1);
  return `${cut.trimEnd()}…`;
}

/** A text in lines of at most `width` px. */
export function wrapped(text: string, width: number, size = 12): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(`${last} ${word}`, size) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(fitted(word, width, size));
  }
  return lines;
}
