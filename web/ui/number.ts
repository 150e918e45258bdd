/** Parses and formats numbers in fields. */
import { decimalMark } from '../drawing/format';

/**
 * Parses whole numbers within limits, separated by spaces or commas; null: something else is among them. As a space or comma separates,
 * only no-break spaces group digits. A number that begins with a zero may be the rest of a group ("1,000"), and is refused.
 */
export function parseNumbers(text: string, min: number, max: number): number[] | null {
  const parts = text
    .replace(/[\u00a0\u202f](?=\d{3}(?!\d))/g, '')
    .split(/[\s,;]+/)
    .filter(Boolean);
  const numbers = parts.map((part) => (/^0\d/.test(part) ? null : parseNumber(part, true)));
  const fit = numbers.every((n): n is number => n !== null && Number.isInteger(n) && n >= min && n <= max);
  return numbers.length > 0 && fit ? numbers : null;
}

/** A number in decimal notation. JavaScript reads "0x10" and "0b1" as numbers, too. */
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
/** Groups of three digits with the same separator between them. */
const GROUPS = /^[+-]?[1-9]\d{0,2}([\s.,])\d{3}(?:\1\d{3})*(?!\d|\1)/;

/**
 * Parses "0.5", "0,5" and "1e3"; null: it is not a number. Spaces may group three digits: "10 000". A single comma or point before three digits
 * is the language's decimal mark, or else groups: "1,000" is a thousand in English and one in German. Anywhere else both are decimal marks.
 * @param whole only a whole number is valid. What could be one or a thousand, "1.000" in English, is then refused.
 */
export function parseNumber(text: string, whole = false): number | null {
  const typed = text.trim();
  const [groups = '', separator = ''] = GROUPS.exec(typed) ?? [];
  const rest = typed.slice(groups.length);
  const either = separator === decimalMark() && groups.split(separator).length === 2 && !/[.,]/.test(rest);
  if (either && whole) return null;
  const plain = (either ? typed : groups.replaceAll(separator, '') + rest).replace(',', '.');
  const value = DECIMAL.test(plain) ? Number(plain) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

/** Up to six digits, without trailing zeros, with the decimal mark of the page's language. */
export function numberText(value: number): string {
  return String(Number(value.toPrecision(6))).replace('.', decimalMark());
}

/** Steps the second significant digit: 100 → 110, 0.4 → 0.41. */
export function stepped(value: number, direction: 1 | -1, integer: boolean): number {
  const magnitude = Math.floor(Math.log10(Math.abs(value) || 1));
  const step = integer ? Math.max(1, 10 ** (magnitude - 1)) : 10 ** (magnitude - 1);
  return Number((value + direction * step).toPrecision(12));
}
