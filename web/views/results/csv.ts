/** Tables as comma-separated values (RFC 4180), with the unit in the column's name. */

/** A cell: numbers keep all their digits; null is an empty cell. */
export type Cell = string | number | null;

/** A decimal number as programs write them: `-1.5e-7`. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/**
 * Text in which a spreadsheet finds no formula: names come from links by strangers. An apostrophe stands before `=`, `+`, `-` or `@`,
 * half or full width, where one begins the text or what another separator than the comma would make a cell of, spaces before it or
 * not, and before a tab or an end of line that begins the text. A number stays as it is. docs/exports.md has the rule, and the command
 * line keeps the same (`engine-wasm/cli/src/csv.rs`); `tests/fixtures/csv-cells.json` holds both to it.
 */
function harmless(text: string): string {
  if (NUMBER.test(text)) return text;
  return text.replace(/(^|[;\t\r\n])(?= *[=+\-@＝＋－＠])/g, "$1'").replace(/^(?=[\t\r\n])/, "'");
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** A cell, harmless, and quoted where RFC 4180 section 2 asks for it. */
export function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const safe = harmless(cell);
  return /[",;\t\r\n]/.test(safe) ? quoted(safe) : safe;
}

/** A cell between tabs, for the clipboard. A tab or the end of a line would begin another cell. */
export function tsvCell(cell: Cell): string {
  if (typeof cell !== 'string') return csvCell(cell);
  const safe = harmless(cell.replace(/\s+/g, ' '));
  return safe.includes('"') ? quoted(safe) : safe;
}

/** Rows of cells under a head, with the line ends that RFC 4180 asks for. */
export function toCsv(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [head, ...rows]
    .map((row) => row.map(csvCell).join(','))
    .join('\r\n')
    .concat('\r\n');
}
