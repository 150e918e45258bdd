/** The rows of a picker: grouped by family, and filtered by a search. */

/** A row of the catalogue, as far as a picker needs it. */
export interface PickerRow {
  id: string;
  name: string;
  /** One sentence. */
  summary: string;
  /** Paper or RFC; empty where there is none. */
  source: string;
  /** 0 where there is none. */
  year: number;
  /** Heading that the row stands under. */
  family?: string;
}

/** Rows under one heading; an empty name is no heading. */
export interface RowGroup {
  name: string;
  rows: PickerRow[];
}

/** Families in the order in which the catalogue first names them. */
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

/** The first `most` rows under their headings, and how many there are beyond them. */
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
 * Rows in which every word occurs, under their headings, best first: so that Enter takes what was meant. Names count
 * most, then ids, families, and last what the summary and the source say.
 */
export function search(rows: readonly PickerRow[], query: string): RowGroup[] {
  const words = folded(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return byFamily(rows);
  const found = rows
    .map((row) => ({ row, rank: rankOf(row, words) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    // Sorting is stable: among equals the catalogue's order stays, and a family stands where its best row does.
    .sort((a, b) => a.rank - b.rank);
  return byFamily(found.map(({ row }) => row));
}

/** The sum over all words of how far down each is found; infinite where one is not found. */
function rankOf(row: PickerRow, words: readonly string[]): number {
  const names = [folded(row.name), folded(row.id)];
  const bare = names.map(squeezed);
  const family = folded(row.family ?? '');
  const rest = folded(`${row.summary} ${row.source} ${row.year || ''}`);
  const rank = (word: string): number => {
    // "htcp" finds H-TCP, and "h-tcp" what is written without its hyphen.
    const tight = squeezed(word);
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

/** Lower case without accents: names of authors have them, keyboards often not. */
function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
}

function squeezed(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '');
}
