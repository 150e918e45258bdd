/** The order of plots. */

/** The list with `id` moved before `before`, or to the end without it. An id that is not in the list is added. */
export function movedBefore(list: readonly string[], id: string, before: string | null): string[] {
  if (id === before) return [...list];
  const others = list.filter((x) => x !== id);
  const place = before === null ? -1 : others.indexOf(before);
  return place < 0 ? [...others, id] : [...others.slice(0, place), id, ...others.slice(place)];
}

/** Moves a plot one step up or down among the plots shown, skipping those of the list that are hidden. */
export function movedBy(
  list: readonly string[],
  id: string,
  step: 1 | -1,
  seen: readonly string[],
): readonly string[] {
  const at = seen.indexOf(id);
  const other = seen[at + step];
  if (at < 0 || other === undefined) return list;
  return step < 0 ? movedBefore(list, id, other) : movedBefore(list, id, after(list, other));
}

const after = (list: readonly string[], id: string) => list[list.indexOf(id) + 1] ?? null;
