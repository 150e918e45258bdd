/** Places the names of dots beside them, clear of each other, of all dots and of the lines that lead to them. */
import type { Box, Point } from '../topology/geometry';
import { crosses, isFree, type Segment } from '../topology/labels';

export interface Named {
  /** The centre of the dot, px. */
  x: number;
  y: number;
  /** The width of the name, px. */
  width: number;
}

export interface PlacedName {
  box: Box;
  /** A line from the dot to a name that is not beside it. */
  line: Segment | null;
}

/** Height of a name, distance of its end from the dot, and the dot's half-width, px. */
const LINE = 16;
const GAP = 8;
const DOT = 6;
/** How many lines further up and down a name may stand. */
const FURTHER = 10;

/** Names in order of importance. One without room is null. */
export function namesBeside(dots: readonly Named[], ground: Box): (PlacedName | null)[] {
  let placed = new Map<Named, PlacedName>();
  let order = dots;
  // Names on all sides of a dot leave no way for the lines of those that are close to it.
  for (const sides of [4, 4, 3, 3, 2, 2]) {
    placed = placeNames(order, ground, sides);
    const left = order.filter((dot) => !placed.has(dot));
    if (left.length === 0) break;
    order = [...left, ...order.filter((dot) => placed.has(dot))];
  }
  return dots.map((dot) => placed.get(dot) ?? null);
}

function placeNames(dots: readonly Named[], ground: Box, sides: number): Map<Named, PlacedName> {
  const marks = dots.map(({ x, y }) => ({ x: x - DOT, y: y - DOT, width: 2 * DOT, height: 2 * DOT }));
  const names: Box[] = [];
  const lines: Segment[] = [];
  const placed = new Map<Named, PlacedName>();
  for (const dot of dots) {
    const found = candidates(dot, sides).find(
      ({ box, line }) =>
        isFree(box, [...marks, ...names], lines, ground) &&
        !(line && names.some((name) => crosses(name, line))),
    );
    if (!found) continue;
    placed.set(dot, found);
    names.push(found.box);
    if (found.line) lines.push(found.line);
  }
  return placed;
}

/** On the first few sides of the dot; then further away, with a line to the dot. */
function candidates({ x, y, width }: Named, sides: number): PlacedName[] {
  const at = (left: number, middle: number, end?: Point): PlacedName => ({
    box: { x: left, y: middle - LINE / 2, width, height: LINE },
    line: end ? { a: { x, y }, b: end, width: 1 } : null,
  });
  const [right, left, centre] = [x + GAP, x - GAP - width, x - width / 2];
  const near = [at(right, y), at(left, y), at(centre, y - LINE), at(centre, y + LINE)];
  const all = near.slice(0, sides);
  for (let lines = 1; lines <= FURTHER; lines += 1)
    for (const up of [1, -1]) {
      const middle = y + up * lines * LINE;
      for (const away of [GAP, 3 * GAP, 6 * GAP])
        all.push(
          at(right + away, middle, { x: right + away - 2, y: middle }),
          at(left - away, middle, { x: left - away + width + 2, y: middle }),
        );
      if (lines > 1) all.push(at(centre, middle, { x, y: middle - (up * LINE) / 2 }));
    }
  return all;
}
