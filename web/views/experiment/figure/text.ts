/** Formats numbers and measures text for figures, with or without a page. */
import { precisionFixed } from 'd3-format';
import { formatValue } from '../../../drawing/format';

/** Decimals at which the second digit of `size` still shows: 0.0123 → 3, 45 → 0. */
function decimalsOf(size: number, digits: number): number {
  if (!(size > 0) || !Number.isFinite(size)) return 0;
  return Math.min(12, precisionFixed(size / 10 ** (digits - 1)));
}

/** A number with about `digits` digits; very large and very small numbers as powers of ten. */
export function formatShort(value: number, digits = 3): string {
  const size = Math.abs(value);
  if (size !== 0 && Number.isFinite(size) && (size < 1e-4 || size >= 1e9)) return formatPower(value, digits);
  return formatValue(value, decimalsOf(size, digits));
}

function formatPower(value: number, digits: number): string {
  const [factor = '', exponent = ''] = value.toExponential(digits - 1).split('e');
  const power = exponent.replace('+', '').replace('-', '−');
  return `${formatValue(Number(factor), digits - 1)}·10${[...power].map((c) => SUPERSCRIPTS[c] ?? c).join('')}`;
}

const SUPERSCRIPTS: Record<string, string> = {
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
  /** Empty if unknown. */
  halfWidth: string;
}

type HalfWidth = number | null | undefined;
const known = (halfWidth: HalfWidth): halfWidth is number =>
  typeof halfWidth === 'number' && Number.isFinite(halfWidth);
/** Whether a number is written as a power of ten. */
const needsPower = (x: number) => x !== 0 && (Math.abs(x) < 1e-4 || Math.abs(x) >= 1e9);

/** A smaller relative half-width is only a rounding error of sums. */
const ROUNDING_ERROR = 1e-9;

/** As many decimals as two digits of the half-width need; without one, or if all runs are equal, as three digits of the value need. */
function decimalsFor(value: number, halfWidth: HalfWidth): number {
  const size = Math.abs(value);
  return known(halfWidth) && halfWidth > ROUNDING_ERROR * size
    ? Math.min(decimalsOf(halfWidth, 2), decimalsOf(size, 6))
    : decimalsOf(size, 3);
}

/** @param decimals those of its column; by default its own */
export function formatEstimate(value: number, halfWidth: HalfWidth, decimals?: number): Estimate {
  if (needsPower(value) || (value === 0 && known(halfWidth) && needsPower(halfWidth)))
    return { value: formatShort(value), halfWidth: known(halfWidth) ? formatShort(halfWidth, 2) : '' };
  if (decimals === undefined && !known(halfWidth)) return { value: formatShort(value), halfWidth: '' };
  // A small value among large ones keeps two digits of its own.
  const least = value === 0 ? 0 : Math.min(12, decimalsOf(Math.abs(value), 2));
  const shown = decimals === undefined ? decimalsFor(value, halfWidth) : Math.max(decimals, least);
  return {
    value: formatValue(value, shown),
    halfWidth: known(halfWidth) ? formatValue(halfWidth, shown) : '',
  };
}

/** The decimals for a column of estimates: those that most of its cells need. */
export function columnDecimals(cells: readonly { value: number; halfWidth: HalfWidth }[]): number {
  const all = cells
    .filter(({ value }) => value !== 0 && !needsPower(value))
    .map(({ value, halfWidth }) => decimalsFor(value, halfWidth))
    .sort((a, b) => a - b);
  return all[Math.floor(all.length / 2)] ?? 0;
}

/** "0.934 ± 0.012" */
export function estimateText(value: number, halfWidth: number | null | undefined): string {
  const { value: text, halfWidth: half } = formatEstimate(value, halfWidth);
  return half === '' ? text : `${text} ± ${half}`;
}

/** Approximate width of a text in the page's font, px. */
export function textWidth(text: string, size = 12): number {
  let em = 0;
  for (const c of text)
    em += /[mwMW%@—]/.test(c) ? 0.88 : /[ijl.,:;'|!()[\]f t]/.test(c) ? 0.33 : /[A-Z]/.test(c) ? 0.68 : 0.58;
  return em * size;
}

/** A text cut to `width` px, with an ellipsis. */
export function truncateText(text: string, width: number, size = 12): string {
  if (textWidth(text, size) <= width) return text;
  let cut = text;
  while (cut.length > 1 && textWidth(`${cut}…`, size) > width) cut = cut.slice(0, -1);
  return `${cut.trimEnd()}…`;
}

/** A text broken into lines of at most `width` px. */
export function wrapText(text: string, width: number, size = 12): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(`${last} ${word}`, size) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(truncateText(word, width, size));
  }
  return lines;
}
