/** Series side by side, with a row for each time and a column for each series. */
import type { Directory } from '../../generated/types';
import { specsTexts } from '../plots/model/texts';
import { csvCell } from '../results/csv';

export interface Column {
  /** "CUBIC cwnd, packets". */
  name: string;
  /** The engine's CSV of the series. The first column is the time, the last one the value at the end of the interval. */
  text: string;
}

/** Values are held until the next time of the series. Cells before its first time are empty. */
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

/** The names of flows and queues as the plots have them, by their ids. Those with equal names are left out, and keep their ids. */
export function ownerNames(
  { flows, channels }: Pick<Directory, 'flows' | 'channels'>,
  flowName: (flow: number) => string,
  nodeName: (id: string) => string,
): ReadonlyMap<string, string> {
  const named = [
    ...flows.map(({ id }, i) => ({ id, name: flowName(i) })),
    ...channels.map(({ id, from, to }) => ({ id, name: specsTexts.fromTo(nodeName(from), nodeName(to)) })),
  ];
  const alone = named.filter(
    ({ id, name }) => !named.some((other) => other.id !== id && other.name === name),
  );
  return new Map(alone.map(({ id, name }) => [id, name]));
}
