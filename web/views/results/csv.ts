/** Tables as comma-separated values (RFC 4180), with the unit in the column's name. */

/** A cell: numbers keep all their digits; null is an empty cell. */
export type Cell = string | number | null;

/** Quotes a cell where RFC 4180 section 2 asks for it. */
export function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  // A spreadsheet would run a text that begins like a formula; names come from links by strangers.
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows of cells under a head, with the line ends that RFC 4180 asks for. */
export function toCsv(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [head, ...rows]
    .map((row) => row.map(csvCell).join(','))
    .join('\r\n')
    .concat('\r\n');
}
