/** Chooses the end of a reference line at which its label covers the fewest curves. */

export interface Spot {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Candidates above and below the line, from the right end to the left; only those inside the area. */
export function spotsFor(y: number, size: { width: number; height: number }, area: Area): Spot[] {
  const out: Spot[] = [];
  for (const [place, share] of [
    ['right', 1],
    ['middle', 0.62],
    ['left', 0.3],
  ] as const) {
    const x = area.x + (area.width - 8 - size.width) * share;
    for (const [side, top] of [
      ['above', y - size.height - 1],
      ['below', y + 2],
    ] as const) {
      // A label may extend a little above the area, where the title's row is free on the right.
      if (top < area.y - 14 || top + size.height > area.y + area.height) continue;
      out.push({ id: `${side} ${place}`, x, y: top, ...size });
    }
  }
  return out.length > 0
    ? out
    : [{ id: 'pressed', x: area.x + area.width - 8 - size.width, y: area.y, ...size }];
}

/** The emptiest position, or the first of several. The position in use stays unless another one is clearly emptier. */
export function chooseSpot(spots: readonly Spot[], busy: (spot: Spot) => number, current?: Spot): Spot {
  let best = spots[0] as Spot;
  let least = Number.POSITIVE_INFINITY;
  for (const spot of spots) {
    const crowd = busy(spot);
    if (spot.id === current?.id && crowd === 0) return spot;
    if (crowd < least) {
      best = spot;
      least = crowd;
    }
  }
  return best;
}
