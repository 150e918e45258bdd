/** Numbers and times as the page writes them: the same number of digits down a column. */

/** What parts whole numbers from decimals; a page that shows the laboratory may want a comma. */
let mark = '.';

export function setDecimalMark(decimals: 'point' | 'comma'): void {
  mark = decimals === 'comma' ? ',' : '.';
}

/** Decimals that show `value` to about three digits, at most `most`. */
export function decimalsFor(value: number, most = 2): number {
  const a = Math.abs(value);
  if (!Number.isFinite(a) || a === 0) return 0;
  if (a >= 100) return 0;
  if (a >= 10) return Math.min(1, most);
  return most;
}

/** A value with a fixed number of decimals and thin groups of three; an en dash where there is none. */
export function formatValue(value: number, decimals: number): string {
  if (Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const text = Math.abs(value).toFixed(decimals);
  const sign = value < 0 && Number(text) !== 0 ? '−' : '';
  const dot = text.indexOf('.');
  const whole = dot < 0 ? text : text.slice(0, dot);
  const rest = dot < 0 ? '' : mark + text.slice(dot + 1);
  return sign + group(whole) + rest;
}

/** Groups of three, from five digits up (four stand together, as is usual in print). */
export function group(whole: string): string {
  return whole.length < 5 ? whole : whole.replace(/\B(?=(\d{3})+$)/g, '\u2009');
}

/** A variable of an algorithm, of whatever size: probabilities are small, windows and rates are not. */
export function formatVariable(value: number): string {
  const size = Math.abs(value);
  return formatValue(value, size >= 1000 || Number.isInteger(value) ? 0 : size < 0.1 ? 4 : 2);
}

/** A tick: as short as the step allows. */
export function formatTick(value: number): string {
  if (value === 0) return '0';
  const a = Math.abs(value);
  if (a >= 1e9) return `${trim(value / 1e9)}G`;
  if (a >= 1e6) return `${trim(value / 1e6)}M`;
  if (a >= 1e5) return `${trim(value / 1e3)}k`;
  return trim(value);
}

function trim(value: number): string {
  const text = Number(value.toPrecision(6)).toString().replace('.', mark);
  return text.startsWith('-') ? `−${text.slice(1)}` : text;
}

/** Decimals with which a time is worth showing when `span` seconds are on the screen. */
export function timeDecimals(span: number): number {
  if (!(span > 0)) return 2;
  return Math.max(0, Math.min(6, Math.ceil(-Math.log10(span / 2000))));
}

/** A time of the run, with its unit. */
export function formatTime(seconds: number, span: number): string {
  return `${formatValue(seconds, timeDecimals(span))} s`;
}
