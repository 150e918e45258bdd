/** What a press reaches around the things of the drawing: as much as a finger needs, and never two things at once. */
import type { Box, Point, Size } from './geometry';

/** The least side of what a finger presses, pixels. */
export const FINGER = 44;

type Edge = 'left' | 'right' | 'top' | 'bottom';
type Edges = Record<Edge, number>;

/**
 * The areas of things that may stand close together. Each grows from its middle until it is a finger wide or meets another one; one that was stopped
 * on a side then takes more room on the opposite one; what is left goes to things that are larger. The `first` things choose before the others.
 */
export function reaches(things: readonly Box[], { width, height }: Size, first = 0): Box[] {
  const areas = things.map((b): Edges => {
    const [x, y] = [b.x + b.width / 2, b.y + b.height / 2];
    return { left: x, right: x, top: y, bottom: y };
  });
  const free = (i: number, area: Edges) =>
    areas.every(
      (o, j) =>
        j === i ||
        area.left >= o.right ||
        o.left >= area.right ||
        area.top >= o.bottom ||
        o.top >= area.bottom,
    );
  const grow = (i: number, edge: Edge): boolean => {
    const area = areas[i] as Edges;
    const outwards = edge === 'left' || edge === 'top' ? -1 : 1;
    const grown = { ...area, [edge]: area[edge] + outwards };
    const inside = grown.left >= 0 && grown.top >= 0 && grown.right <= width && grown.bottom <= height;
    if (!inside || !free(i, grown)) return false;
    areas[i] = grown;
    return true;
  };
  const rounds = (count: number, wanted: (i: number, edge: Edge) => boolean) => {
    for (let growing = true; growing; ) {
      growing = false;
      for (let i = 0; i < count; i += 1) {
        for (const edge of ['left', 'right', 'top', 'bottom'] as const) {
          if (wanted(i, edge) && grow(i, edge)) growing = true;
        }
      }
    }
  };
  const across = (edge: Edge) => edge === 'left' || edge === 'right';
  const fromMiddle = (i: number, edge: Edge) => {
    const [thing, area] = [things[i] as Box, areas[i] as Edges];
    const middle = across(edge) ? thing.x + thing.width / 2 : thing.y + thing.height / 2;
    return Math.abs(area[edge] - middle);
  };
  for (const count of [first, areas.length]) {
    rounds(count, (i, edge) => fromMiddle(i, edge) < FINGER / 2);
    rounds(count, (i, edge) => {
      const area = areas[i] as Edges;
      return (across(edge) ? area.right - area.left : area.bottom - area.top) < FINGER;
    });
  }
  rounds(areas.length, (i, edge) => {
    const thing = things[i] as Box;
    return fromMiddle(i, edge) < (across(edge) ? thing.width : thing.height) / 2;
  });
  return areas.map(({ left, right, top, bottom }) => ({
    x: left,
    y: top,
    width: right - left,
    height: bottom - top,
  }));
}

/** How wide the band along a line is that a press reaches: half as far as the next line at its middle on either side, within these bounds. */
export function lineReach(line: { a: Point; b: Point }, others: readonly { a: Point; b: Point }[]): number {
  const middle = { x: (line.a.x + line.b.x) / 2, y: (line.a.y + line.b.y) / 2 };
  const apart = Math.min(...others.filter((o) => o !== line).map((o) => distance(middle, o)));
  return Math.max(24, Math.min(FINGER, apart));
}

/** From a point to the nearest one of a line. */
function distance(p: Point, { a, b }: { a: Point; b: Point }): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const along = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1);
  const t = Math.max(0, Math.min(1, along));
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}
