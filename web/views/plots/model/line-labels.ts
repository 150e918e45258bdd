/** Places the names of lines and points in the phase portrait, where they cover the least of the trajectory. */

export interface Place {
  /** The middle of the text, px. */
  x: number;
  y: number;
  /** The angle of the line, from −π/2 to π/2. */
  angle: number;
}

/** A place beside a point, and whether the text covers nothing there. */
export interface PlaceBeside extends Place {
  isClear: boolean;
}

export interface Ends {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Candidate positions along a line, from its first end on. */
const SHARES = Array.from({ length: 21 }, (_, i) => i / 20);
/** Distance of the text's middle from the line, px. */
const OFF = 10;
/** Distance from the ends of a line, where the frame would cut slanted text, px. */
const EDGE = 18;
/** Half the height of the text with the space around it, px. */
const HALF = 8;
const FREE = 5;

/** A name that is crossed by a line is worse than one over this many points of the trajectory. */
const CROSSED = 20;

/**
 * Where the name of a line stands: along it, above or below, where it covers the fewest points of the trajectory and of the other lines,
 * and as near to its free end as that allows. A name that another line would cross gives way to a shorter one; a line too short
 * for any has its name beside its middle.
 * @param widths of the name and its shorter forms, px
 * @param points of the trajectory, px: x, y, x, y, …
 * @param frame the square that both are in
 * @param last whether the free end is the second one
 * @returns the place, and which of the names
 */
export function nameOf(
  line: Ends,
  others: readonly Ends[],
  widths: readonly number[],
  points: readonly number[],
  frame: Ends,
  last: boolean,
): { place: Place; text: number } {
  const long = Math.hypot(line.x1 - line.x0, line.y1 - line.y0);
  let best: { place: Place; text: number } | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [text, wide] of widths.entries()) {
    if (wide + 2 * EDGE > long) continue;
    const found = bestAlong(line, long, others, wide, points, last);
    if (found.crossed === 0) return { place: found.place, text };
    if (found.crowd < least) {
      best = { place: found.place, text };
      least = found.crowd;
    }
  }
  if (best) return best;
  const text = widths.length - 1;
  const middle: [number, number] = [(line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2];
  return { place: besideOf(middle, widths[text] ?? 0, [...others, line], points, frame), text };
}

function bestAlong(
  line: Ends,
  long: number,
  others: readonly Ends[],
  wide: number,
  points: readonly number[],
  last: boolean,
) {
  const [ux, uy] = [(line.x1 - line.x0) / long, (line.y1 - line.y0) / long];
  const room = long - wide - 2 * EDGE;
  const angle = Math.atan2(uy, ux);
  let best = { place: { x: line.x0, y: line.y0, angle }, crowd: Number.POSITIVE_INFINITY, crossed: 0 };
  for (const share of SHARES) {
    const along = EDGE + wide / 2 + (last ? 1 - share : share) * room;
    for (const side of [-1, 1]) {
      const place = {
        x: line.x0 + ux * along - uy * side * OFF,
        y: line.y0 + uy * along + ux * side * OFF,
        angle,
      };
      const crossed = others.filter((o) => crosses(place, wide, o)).length;
      const crowd = countPoints(place, wide, points) + CROSSED * crossed;
      if (crowd < best.crowd) best = { place, crowd, crossed };
    }
  }
  return best;
}

/** Distance of a text from its point: of its near end to the side, and of its middle above or below, px. */
const ASIDE = 14;
const ABOVE = 17;
/** How many times as far it may stand where the places beside the point are taken, and what that costs in covered points. */
const RINGS = [1, 2, 3];
const FARTHER = 4;

/**
 * Where a level text stands beside a point: within the frame, where it covers the least and is near.
 * @param wide width of the text, px
 * @param lines that should not cross it
 * @param points of the trajectory, px: x, y, x, y, …
 */
export function besideOf(
  [px, py]: readonly [number, number],
  wide: number,
  lines: readonly Ends[],
  points: readonly number[],
  frame: Ends,
): PlaceBeside {
  const aside = ASIDE + wide / 2;
  const offsets: [number, number][] = [
    [aside, ABOVE],
    [aside, 0],
    [aside, -ABOVE],
    [-aside, ABOVE],
    [-aside, 0],
    [-aside, -ABOVE],
    [0, ABOVE],
    [0, -ABOVE],
  ];
  const [left, right] = [frame.x0 + wide / 2 + 2, frame.x1 - wide / 2 - 2];
  const [top, bottom] = [frame.y0 + HALF, frame.y1 - HALF];
  let best: PlaceBeside = {
    x: Math.min(right, Math.max(left, px)),
    y: Math.min(bottom, Math.max(top, py)),
    angle: 0,
    isClear: false,
  };
  let least = Number.POSITIVE_INFINITY;
  const rings = RINGS.flatMap((ring) => offsets.map(([dx, dy]) => [ring, dx, dy] as const));
  for (const [ring, dx, dy] of rings) {
    const place = { x: px + Math.sign(dx) * (ring - 1) * ABOVE + dx, y: py + ring * dy, angle: 0 };
    if (place.x < left || place.x > right || place.y < top || place.y > bottom) continue;
    const covered =
      countPoints(place, wide, points) + CROSSED * lines.filter((o) => crosses(place, wide, o)).length;
    const crowd = covered + FARTHER * (ring - 1);
    if (crowd < least) {
      best = { ...place, isClear: covered === 0 };
      least = crowd;
    }
  }
  return best;
}

/** The line through a text from end to end, which other texts must not cross. */
export function lineOf({ x, y, angle }: Place, wide: number): Ends {
  const [dx, dy] = [(Math.cos(angle) * wide) / 2, (Math.sin(angle) * wide) / 2];
  return { x0: x - dx, y0: y - dy, x1: x + dx, y1: y + dy };
}

/** How many points are under a text. */
function countPoints({ x, y, angle }: Place, wide: number, points: readonly number[]): number {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  let found = 0;
  for (let i = 0; i + 1 < points.length; i += 2) {
    const [dx, dy] = [(points[i] as number) - x, (points[i + 1] as number) - y];
    if (Math.abs(c * dx + s * dy) < wide / 2 + FREE && Math.abs(c * dy - s * dx) < HALF + FREE) found += 1;
  }
  return found;
}

function crosses(place: Place, wide: number, line: Ends): boolean {
  const steps: number[] = [];
  for (let i = 0; i <= 64; i += 1)
    steps.push(line.x0 + ((line.x1 - line.x0) * i) / 64, line.y0 + ((line.y1 - line.y0) * i) / 64);
  return countPoints(place, wide, steps) > 0;
}

/** Adds points along long straight segments of a trajectory, so that they count too; the distance is in px. */
export function densify(xs: readonly number[], ys: readonly number[], apart = 6): number[] {
  const points: number[] = [];
  for (let i = 0; i < xs.length; i += 1) {
    const [x, y] = [xs[i] as number, ys[i] as number];
    if (i > 0) {
      const [px, py] = [xs[i - 1] as number, ys[i - 1] as number];
      const pieces = Math.min(200, Math.floor(Math.hypot(x - px, y - py) / apart));
      for (let k = 1; k <= pieces; k += 1) {
        const share = k / (pieces + 1);
        points.push(px + (x - px) * share, py + (y - py) * share);
      }
    }
    points.push(x, y);
  }
  return points;
}
