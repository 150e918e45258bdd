/** Parses and formats numbers in fields. */

/** Parses whole numbers within limits, separated by spaces or commas; null: something else is among them. */
export function parseNumbers(text: string, min: number, max: number): number[] | null {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const numbers = parts.map(parseNumber);
  const fit = numbers.every((n): n is number => n !== null && Number.isInteger(n) && n >= min && n <= max);
  return numbers.length > 0 && fit ? numbers : null;
}

/** A number in decimal notation. JavaScript reads "0x10" and "0b1" as numbers, too. */
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Parses "0.5", "0,5" and "1e3"; null: it is not a number. */
export function parseNumber(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  const value = DECIMAL.test(plain) ? Number(plain) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

/** Up to six digits, without trailing zeros. */
export function numberText(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** Steps the second significant digit: 100 → 110, 0.4 → 0.41. */
export function stepped(value: number, direction: 1 | -1, integer: boolean): number {
  const magnitude = Math.floor(Math.log10(Math.abs(value) || 1));
  const step = integer ? Math.max(1, 10 ** (magnitude - 1)) : 10 ** (magnitude - 1);
  return Number((value + direction * step).toPrecision(12));
}
