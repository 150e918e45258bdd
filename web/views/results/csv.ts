/** Tables as comma-separated values (RFC 4180), with units in the column names. */

/** A cell: numbers keep all their digits; null is an empty cell. */
export type Cell = string | number | null;

/** A decimal number as programs write them: `-1.5e-7`. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/**
 * Prevents formula injection into spreadsheets, since names may come from links by strangers. An apostrophe is inserted before `=`, `+`, `-` or `@`,
 * half or full width, at the start of the text or of what would be a cell with another separator than the comma, with or without leading spaces,
 * and before a leading tab or line break. Numbers are unchanged. docs/exports.md documents the rule. The command
 * line has the same (`engine-wasm/sweeps/src/csv.rs`), and `tests/fixtures/csv-cells.json` tests both.
 */
function withoutFormula(text: string): string {
  if (NUMBER.test(text)) return text;
  return text.replace(/(^|[;\t\r\n])(?= *[=+\-@＝＋－＠])/g, "$1'").replace(/^(?=[\t\r\n])/, "'");
}

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** A cell without formulas, quoted if RFC 4180, section 2, requires it. */
export function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const safe = withoutFormula(cell);
  return /[",;\t\r\n]/.test(safe) ? quote(safe) : safe;
}

/** A cell between tabs, for the clipboard. White space becomes a space, since tabs and line breaks separate cells. */
export function tsvCell(cell: Cell): string {
  if (typeof cell !== 'string') return csvCell(cell);
  const safe = withoutFormula(cell.replace(/\s+/g, ' '));
  return safe.includes('"') ? quote(safe) : safe;
}

/** A header and rows, with the line breaks that RFC 4180 requires. */
export function toCsv(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [head, ...rows]
    .map((row) => row.map(csvCell).join(','))
    .join('\r\n')
    .concat('\r\n');
}
