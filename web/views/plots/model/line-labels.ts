/** Places the names of lines in the phase portrait: along the line, where they cover the least of the trajectory. */

export interface Place {
  /** The middle of the text, px. */
  x: number;
  y: number;
  /** The angle of the line, from −π/2 to π/2. */
  angle: number;
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
export const EDGE = 18;
/** Half the height of the text with the space around it, px. */
const HALF = 8;
const FREE = 5;

/**
 * The position along a line, above or below it, that covers the fewest points of the trajectory and of the other lines.
 * @param wide width of the text, px
 * @param points of the trajectory, px: x, y, x, y, …
 */
export function placeOf(line: Ends, others: readonly Ends[], wide: number, points: readonly number[]): Place {
  const long = Math.hypot(line.x1 - line.x0, line.y1 - line.y0);
  const [ux, uy] = [(line.x1 - line.x0) / long, (line.y1 - line.y0) / long];
  const room = Math.max(0, long - wide - 2 * EDGE);
  let best: Place | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const share of SHARES) {
    const along = EDGE + wide / 2 + share * room;
    for (const side of [-1, 1]) {
      const x = line.x0 + ux * along - uy * side * OFF;
      const y = line.y0 + uy * along + ux * side * OFF;
      const place = { x, y, angle: Math.atan2(uy, ux) };
      const crowd =
        countPoints(place, wide, points) + 20 * others.filter((o) => crosses(place, wide, o)).length;
      if (crowd < least) {
        best = place;
        least = crowd;
      }
    }
  }
  return best ?? { x: line.x0, y: line.y0, angle: 0 };
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
