/** Decides when the drawing fits itself to the panel again: for another network, but not for the reader's own edits. */

import type { Node } from '../../generated/types';

type Places = ReadonlyMap<string, { x: number; y: number }>;

export function placesOf(nodes: readonly Node[]): Places {
  return new Map(nodes.map((n) => [n.id, { x: n.x ?? 0, y: n.y ?? 0 }]));
}

/** One node moved, added or removed is an edit: the picture stays. More than that is another network. */
export function needsRefit(before: Places, after: Places): boolean {
  // The first node on an empty page stays where it was put.
  if (before.size === 0) return after.size > 1;
  let changed = 0;
  for (const [id, p] of after) {
    const old = before.get(id);
    if (!old || old.x !== p.x || old.y !== p.y) changed++;
  }
  for (const id of before.keys()) if (!after.has(id)) changed++;
  return changed > 1;
}
