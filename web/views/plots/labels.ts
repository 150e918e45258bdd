/** Labels of reference lines: over the curves, where these leave room. */
import { palette } from './palette';
import { shareOf, valueAtShare } from './scale';
import type { Reference } from './spec';
import { chooseSpot, type Spot, spotsFor } from './spots';
import type { Area } from './trace';

/** A spot over another line or label counts as this many points of curves. */
const CROWD = 1e5;
/** Where a label stands is looked at so often, ms: a label that hops from frame to frame cannot be read. */
const LOOK_MS = 1000;

export class Labels {
  private readonly spots = new Map<string, Spot>();
  /** Labels that have no spot free of other lines: they would strike one through. */
  private readonly crowded = new Set<string>();
  private looked = 0;

  /** @param xs times of the curves' points @param curves their values */
  draw(
    ctx: CanvasRenderingContext2D,
    references: readonly Reference[],
    area: Area,
    xs: ArrayLike<number>,
    curves: readonly ArrayLike<number>[],
  ): void {
    const { scale } = area;
    const labels = references.filter(
      (ref) => ref.kind !== 'bdp' && ref.value <= scale.end && ref.value >= scale.low,
    );
    if (labels.length === 0 || area.height < 24) return;
    const { token } = palette();
    ctx.save();
    ctx.font = "11px 'Inter Variable', Inter, system-ui, sans-serif";
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'left';
    const clock = performance.now();
    const look = clock - this.looked > LOOK_MS;
    if (look) this.looked = clock;
    const box = { x: area.left, y: area.top, width: area.width, height: area.height };
    const taken: Spot[] = [];
    for (const ref of labels) {
      const y = area.top + area.height * (1 - shareOf(scale, ref.value));
      const size = { width: ctx.measureText(ref.label).width, height: 14 };
      const free = spotsFor(y, size, box);
      let spot = this.spots.get(ref.label);
      if (!spot || look) {
        const busy = (s: Spot) => crowd(s, area, references, taken) + points(s, area, xs, curves);
        spot = chooseSpot(free, busy, spot);
        this.spots.set(ref.label, spot);
        if (ref.kind !== 'capacity' && busy(spot) >= CROWD) this.crowded.add(ref.label);
        else this.crowded.delete(ref.label);
      }
      if (this.crowded.has(ref.label)) continue;
      const at = free.find((s) => s.id === spot?.id) ?? spot;
      taken.push(at);
      ctx.lineWidth = 3;
      ctx.lineJoin = 'round';
      ctx.strokeStyle = token.bg;
      ctx.strokeText(ref.label, at.x, at.y + at.height / 2);
      ctx.fillStyle = ref.kind === 'capacity' ? token.bad : token.ink2;
      ctx.fillText(ref.label, at.x, at.y + at.height / 2);
    }
    ctx.restore();
  }
}

/** Other labels and lines in a spot. */
function crowd(spot: Spot, area: Area, references: readonly Reference[], taken: readonly Spot[]): number {
  const beside = taken.some(
    (t) => t.x < spot.x + spot.width && spot.x < t.x + t.width && Math.abs(t.y - spot.y) < 14,
  );
  const crossed = references.filter((ref) => {
    const y = area.top + area.height * (1 - shareOf(area.scale, ref.value));
    return y > spot.y - 1 && y < spot.y + spot.height + 1;
  });
  return CROWD * (crossed.length + (beside ? 1 : 0));
}

/** How many points of curves lie in a spot. */
function points(spot: Spot, area: Area, xs: ArrayLike<number>, curves: readonly ArrayLike<number>[]): number {
  const time = (x: number) => area.t0 + ((x - area.left) / area.width) * (area.t1 - area.t0);
  const value = (y: number) => valueAtShare(area.scale, 1 - (y - area.top) / area.height);
  const i0 = indexAt(xs, time(spot.x - 4));
  const i1 = indexAt(xs, time(spot.x + spot.width + 4));
  const high = value(spot.y - 1);
  const low = value(spot.y + spot.height + 1);
  let count = 0;
  for (const ys of curves) {
    for (let i = i0; i <= i1; i++) {
      const y = ys[i];
      if (y !== undefined && y >= low && y <= high) count++;
    }
  }
  return count;
}

/** Index of the first x at or after `t` in a rising array. */
export function indexAt(xs: ArrayLike<number>, t: number): number {
  let low = 0;
  let high = xs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((xs[middle] as number) < t) low = middle + 1;
    else high = middle;
  }
  return Math.min(low, Math.max(0, xs.length - 1));
}
