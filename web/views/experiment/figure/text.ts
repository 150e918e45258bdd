/** Numbers and widths of text in figures: the same in the page and without one. */
import { formatValue } from '../../plots/format';

/** Decimals at which the second digit of `size` still shows: 0.0123 → 3, 45 → 0. */
function decimalsOf(size: number, digits: number): number {
  if (!(size > 0) || !Number.isFinite(size)) return 0;
  return Math.max(0, Math.min(12, digits - 1 - Math.floor(Math.log10(size))));
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

/** A value and what it may be off by, to the same decimals: two digits of the latter count. */
export interface Estimate {
  value: string;
  /** Empty where it is unknown. */
  off: string;
}

export function estimate(value: number, off: number | null | undefined): Estimate {
  if (off === null || off === undefined || !Number.isFinite(off)) return { value: short(value), off: '' };
  const size = Math.abs(value);
  const strange = (x: number) => x !== 0 && (x < 1e-4 || x >= 1e9);
  if (strange(size) || (size === 0 && strange(off))) return { value: short(value), off: short(off, 2) };
  // All runs alike: no interval to take digits from.
  const decimals = off === 0 ? decimalsOf(size, 3) : Math.min(decimalsOf(off, 2), decimalsOf(size, 6));
  return { value: formatValue(value, decimals), off: formatValue(off, decimals) };
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
