/** Decides when the drawing is fitted to the panel again: for another network, but not for the reader's own edits. */

import type { Node } from '../../generated/types';

type Places = ReadonlyMap<string, { x: number; y: number }>;

/** Whether a single flow was added or removed: that is an edit, under which no node moves. Its name finds a place beside its host. */
export function isFlowEdit(before: ReadonlySet<string>, after: ReadonlySet<string>): boolean {
  const added = [...after].filter((id) => !before.has(id)).length;
  return added + before.size - (after.size - added) === 1;
}

export function placesOf(nodes: readonly Node[]): Places {
  return new Map(nodes.map((n) => [n.id, { x: n.x ?? 0, y: n.y ?? 0 }]));
}

/** If one node was moved, added or removed, it was an edit, and the fit stays. If more changed, it is another network. */
export function needsRefit(before: Places, after: Places): boolean {
  // The first node on an empty page stays where it was placed.
  if (before.size === 0) return after.size > 1;
  let changed = 0;
  for (const [id, p] of after) {
    const old = before.get(id);
    if (!old || old.x !== p.x || old.y !== p.y) changed++;
  }
  for (const id of before.keys()) if (!after.has(id)) changed++;
  return changed > 1;
}

/** Whether the network has nodes, places or flows other than those of its fit. */
export function isEdited(fitted: Fitted, places: Places, flows: ReadonlySet<string>): boolean {
  const written = (of: Fitted) => JSON.stringify([[...of.places], [...of.flows]]);
  return written(fitted) !== written({ places, flows });
}

interface Fitted {
  places: Places;
  flows: ReadonlySet<string>;
}
