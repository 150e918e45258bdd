/** Series side by side: one row a time, one column a series. */
import { csvCell } from '../results/csv';

export interface Column {
  /** "CUBIC cwnd, packets". */
  name: string;
  /** The engine's CSV of the series: time, and the last value of each of its steps in the last column. */
  text: string;
}

/** A series holds its value until its next time; before its first one its cell is empty. */
export function wideCsv(columns: readonly Column[]): string {
  const rows = new Map<number, (string | undefined)[]>();
  columns.forEach(({ text }, place) => {
    const [, ...lines] = text.trim().split('\n');
    for (const line of lines) {
      const cells = line.trim().split(',');
      const time = Number(cells[0]);
      const row = rows.get(time) ?? [];
      row[place] = cells.at(-1) ?? '';
      rows.set(time, row);
    }
  });
  const held: string[] = columns.map(() => '');
  const lines = [...rows]
    .sort(([a], [b]) => a - b)
    .map(([time, row]) => {
      row.forEach((cell, place) => {
        if (cell !== undefined) held[place] = cell;
      });
      return [time, ...held].join(',');
    });
  return [['time_s', ...columns.map(({ name }) => csvCell(name))].join(','), ...lines, ''].join('\r\n');
}
