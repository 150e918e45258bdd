/** New positions of nodes when one node or a group is moved by hand. */
import type { Node } from '../../generated/types';
import type { NodePosition } from '../../scenario/node-layout';

/** World units between the lines of the grid. */
export const GRID = 20;

export function snapped(value: number): number {
  return Math.round(value / GRID) * GRID;
}

/**
 * The places of all `ids` when the node `lead` goes to (x, y): the others keep their distance.
 * @param snap the leading node comes to stand on the grid
 */
export function movedTo(
  nodes: readonly Node[],
  ids: ReadonlySet<string>,
  lead: string,
  x: number,
  y: number,
  snap: boolean,
): NodePosition[] {
  const first = nodes.find((n) => n.id === lead);
  if (!first) return [];
  const dx = (snap ? snapped(x) : x) - (first.x ?? 0);
  const dy = (snap ? snapped(y) : y) - (first.y ?? 0);
  return nodes
    .filter((n) => n.id === lead || ids.has(n.id))
    .map((n) => ({ id: n.id, x: (n.x ?? 0) + dx, y: (n.y ?? 0) + dy }));
}

/** A step of an arrow key on one axis: to the next line of the grid that way, or by some pixels. */
export function stepped(value: number, sign: number, pixels: number, scale: number, snap: boolean): number {
  if (sign === 0) return value;
  const step = pixels / scale;
  if (!snap) return value + sign * step;
  const lines = Math.max(1, Math.round(step / GRID));
  const next = sign > 0 ? Math.floor(value / GRID + 1e-9) + lines : Math.ceil(value / GRID - 1e-9) - lines;
  return next * GRID;
}
