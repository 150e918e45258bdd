/** The rows of a picker: grouped by family, and filtered by a search. */

/** A row of the catalogue, as far as a picker needs it. */
export interface PickerRow {
  id: string;
  name: string;
  /** One sentence. */
  summary: string;
  /** Paper or RFC; empty: none. */
  source: string;
  /** 0: none. */
  year: number;
  /** Name of the row's family. */
  family?: string;
}

/** Rows under one heading; an empty name means no heading. */
export interface RowGroup {
  name: string;
  rows: PickerRow[];
}

/** Rows by family, in the order in which the catalogue first names each. */
export function byFamily(rows: readonly PickerRow[]): RowGroup[] {
  const groups = new Map<string, PickerRow[]>();
  for (const row of rows) {
    const name = row.family ?? '';
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  return [...groups].map(([name, members]) => ({ name, rows: members }));
}

/** The first `most` rows under their headings, and the number of the others. */
export function firstRows(groups: readonly RowGroup[], most: number): { groups: RowGroup[]; beyond: number } {
  let left = most;
  const first: RowGroup[] = [];
  for (const { name, rows } of groups) {
    const some = rows.slice(0, left);
    left -= some.length;
    if (some.length > 0) first.push({ name, rows: some });
  }
  const all = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return { groups: first, beyond: all - (most - left) };
}

/**
 * The rows that contain every word of a query, under their headings, best match first, so that Enter takes what was meant. A match in the
 * name counts most, then in the id, the family, and last in the summary and the source.
 */
export function search(rows: readonly PickerRow[], query: string): RowGroup[] {
  const words = withoutAccents(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return byFamily(rows);
  const found = rows
    .map((row) => ({ row, rank: rankOf(row, words) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    // Sorting is stable: equal rows keep the catalogue's order, and a family comes where its best row does.
    .sort((a, b) => a.rank - b.rank);
  return byFamily(found.map(({ row }) => row));
}

/** The sum of the ranks of all words; infinite if one is not found. Lower is better. */
function rankOf(row: PickerRow, words: readonly string[]): number {
  const names = [withoutAccents(row.name), withoutAccents(row.id)];
  const bare = names.map(withoutHyphens);
  const family = withoutAccents(row.family ?? '');
  const rest = withoutAccents(`${row.summary} ${row.source} ${row.year || ''}`);
  const rank = (word: string): number => {
    // "htcp" finds H-TCP, and "h-tcp" finds names without the hyphen.
    const tight = withoutHyphens(word);
    if (names.includes(word) || (tight !== '' && bare.includes(tight))) return 0;
    if (names.some((n) => n.startsWith(word)) || (tight !== '' && bare.some((n) => n.startsWith(tight))))
      return 1;
    if (names.some((n) => n.includes(word)) || (tight !== '' && bare.some((n) => n.includes(tight))))
      return 2;
    if (family.includes(word)) return 3;
    return rest.includes(word) ? 4 : Number.POSITIVE_INFINITY;
  };
  return words.reduce((sum, word) => sum + rank(word), 0);
}

/** Lower case without accents, because authors' names have them and keyboards often do not. */
function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
}

function withoutHyphens(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}
