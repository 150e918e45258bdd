/**
 * Numbers and times as the page writes them, with equal numbers of digits in a column and the decimal mark of the page's language. Files and
 * links have numbers as programs write them.
 */

import { formatLocale, precisionFixed } from 'd3-format';
import { type Language, language } from '../language/language';

const localeOf = (decimal: string) =>
  formatLocale({
    decimal,
    thousands: '\u202f',
    grouping: [3],
    currency: ['', ''],
    minus: '−',
    nan: '–',
  });

type Mark = '.' | ',';

/** The decimal mark of each language. */
const MARKS: Record<Language, Mark> = { en: '.', de: ',' };
const locales = { '.': localeOf('.'), ',': localeOf(',') };
/** Parsing a specifier takes longer than using it, and texts change in every frame. */
const formats: Record<Mark, Map<string, (value: number) => string>> = { '.': new Map(), ',': new Map() };
let embedMark: Mark | null = null;

/** Sets the decimal mark whatever the language, as a page that embeds the laboratory chooses it. */
export function setDecimalMark(decimals: 'point' | 'comma'): void {
  embedMark = decimals === 'comma' ? ',' : '.';
}

/** The reader can change the language at any time. */
export const decimalMark = (): Mark => embedMark ?? MARKS[language];

/** A number by a specifier of d3-format. */
function formatted(specifier: string, value: number): string {
  const mark = decimalMark();
  let format = formats[mark].get(specifier);
  if (!format) {
    format = locales[mark].format(specifier);
    formats[mark].set(specifier, format);
  }
  return format(value);
}

/** Decimals to show `value` with about three digits, at most `most`. */
export function decimalsFor(value: number, most = 2): number {
  const a = Math.abs(value);
  if (!Number.isFinite(a) || a === 0) return 0;
  if (a >= 100) return 0;
  if (a >= 10) return Math.min(1, most);
  return most;
}

/**
 * A value with a fixed number of decimals, and narrow no-break spaces between groups of three from five digits on; an
 * en dash without a value.
 */
export function formatValue(value: number, decimals: number): string {
  if (Math.abs(value) === Number.POSITIVE_INFINITY) return value > 0 ? '∞' : '−∞';
  const long = Math.abs(value) >= 1e4 - 0.5 * 10 ** -decimals;
  return formatted(`${long ? ',' : ''}.${decimals}f`, value);
}

/** A number of at most six digits, without trailing zeros or groups. */
export function formatPlain(value: number): string {
  return formatted('.6~r', value);
}

/** A number as it was typed, of at most six digits where it is no whole number. */
export function formatNumber(value: number): string {
  return Number.isInteger(value) ? formatValue(value, 0) : formatPlain(value);
}

/** Decimals of a variable of any magnitude. A fraction has three, because a rule multiplies a window by it. */
function variableDecimals(value: number): number {
  const size = Math.abs(value);
  if (size >= 1000 || Number.isInteger(value)) return 0;
  return size < 0.1 ? 4 : size < 1 ? 3 : 2;
}

/** A variable of an algorithm, of any magnitude. */
export function formatVariable(value: number): string {
  return formatValue(value, variableDecimals(value));
}

/** The same without trailing zeros, as formulas, answers and sentences have it. */
export function formatTrimmed(value: number): string {
  const decimals = variableDecimals(value);
  return decimals === 0 ? formatVariable(value) : formatUpTo(value, decimals);
}

/** A number with at most `decimals` decimals, without trailing zeros. */
export function formatUpTo(value: number, decimals: number): string {
  return formatted(`.${decimals}~f`, value);
}

/** A tick: at most six digits, no trailing zeros, and k, M or G from 100,000 on. */
export function formatTick(value: number): string {
  return Math.abs(value) >= 1e5 ? formatted('.6~s', value) : formatPlain(value);
}

/** Number of decimals for times when `span` seconds are visible. */
export function timeDecimals(span: number): number {
  if (!(span > 0)) return 2;
  return Math.min(6, precisionFixed(span / 2000));
}

/** A simulated time with its unit. */
export function formatTime(seconds: number, span: number): string {
  return `${formatValue(seconds, timeDecimals(span))} s`;
}
