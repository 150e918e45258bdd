/** Labels of reference lines, placed where they cover few curves. */

import { bisectLeft } from 'd3-array';
import { sharesOf, type ValueScale, valueAtShare } from '../../../drawing/scale';
import type { Reference } from '../../../drawing/spec';
import { extentOf } from '../../../drawing/steps';
import type { Area } from '../../../drawing/trace';
import { palette } from '../../../ui/palette';
import { namedInMargin } from './rules';
import { chooseSpot, type Spot, spotsFor } from './spots';

/** A position over another line or label costs as much as this many pieces of curves. */
const OVERLAP_COST = 1e5;
/** How often positions are chosen again, ms: a label that jumps in each frame cannot be read. */
const PLACEMENT_MS = 1000;
export const LABEL_FONT = "11px 'Inter Variable', Inter, system-ui, sans-serif";

/** A placed label, pixels from the plot's upper left corner; `y` is its middle. */
export interface PlacedLabel {
  text: string;
  x: number;
  y: number;
  colour: string;
}

export class Labels {
  private readonly spots = new Map<string, Spot>();
  /** Labels without a position free of other lines, which would strike them through. */
  private readonly crowded = new Set<string>();
  private looked = Number.NEGATIVE_INFINITY;
  private scale: ValueScale | null = null;
  private references: readonly Reference[] = [];
  private placed: readonly PlacedLabel[] = NONE;

  /**
   * The positions of the labels: the same array until one changes.
   * @param measure width of a text, pixels
   * @param references those in view: the same array until they change
   * @param xs times of the curves' points
   * @param curves their values
   */
  place(
    measure: (text: string) => number,
    references: readonly Reference[],
    area: Area,
    xs: ArrayLike<number>,
    curves: readonly ArrayLike<number>[],
  ): readonly PlacedLabel[] {
    const { scale } = area;
    const clock = performance.now();
    const look = references !== this.references || clock - this.looked > PLACEMENT_MS;
    this.references = references;
    if (!look && sameScale(this.scale, scale)) return this.placed;
    if (look) this.looked = clock;
    this.scale = scale;
    const now = this.find(measure, references, area, xs, curves, look);
    if (!sameLabels(this.placed, now)) this.placed = now;
    return this.placed;
  }

  private find(
    measure: (text: string) => number,
    references: readonly Reference[],
    area: Area,
    xs: ArrayLike<number>,
    curves: readonly ArrayLike<number>[],
    look: boolean,
  ): PlacedLabel[] {
    const { scale } = area;
    const share = sharesOf(scale);
    if (area.height < 24) return [];
    const seen = references.filter((ref) => ref.value <= scale.end && ref.value >= scale.low);
    const inMargin = namedInMargin(seen, (value) => area.top + area.height * (1 - share(value)));
    const named = seen.filter((ref) => ref.kind !== 'bdp' && !inMargin.includes(ref));
    // A former limit and that of the other branch have the same name, and have it once: where it covers nothing.
    const isFormer = (ref: Reference) => ref.untilS !== undefined || ref.pale === true;
    const former = named.filter((ref) => isFormer(ref) && ref.kind === 'buffer');
    const labels = [...named.filter((ref) => !isFormer(ref)), ...former];
    const written = new Set<string>();
    const { token } = palette();
    const taken: Spot[] = [];
    return labels.flatMap((ref) => {
      const y = area.top + area.height * (1 - share(ref.value));
      const size = { width: measure(ref.label), height: 14 };
      // Over the part of its own line that is drawn: an edit may have begun it.
      const { from, to } = extentOf(ref, area);
      if (to - from < size.width + 8 || written.has(ref.label)) return [];
      const box = { x: from, y: area.top, width: to - from, height: area.height };
      const free = spotsFor(y, size, box);
      let spot = this.spots.get(ref.label);
      if (!spot || look) {
        const busy = (s: Spot) => countOverlaps(s, area, references, taken) + piecesIn(s, area, xs, curves);
        spot = chooseSpot(free, busy, spot);
        this.spots.set(ref.label, spot);
        const most = isFormer(ref) ? 1 : ref.kind === 'buffer' ? Number.POSITIVE_INFINITY : OVERLAP_COST;
        if (busy(spot) >= most) this.crowded.add(ref.label);
        else this.crowded.delete(ref.label);
      }
      if (this.crowded.has(ref.label)) return [];
      written.add(ref.label);
      const at = free.find((s) => s.id === spot?.id) ?? spot;
      taken.push(at);
      const colour = ref.kind === 'buffer' && !ref.pale ? token.bad : token.ink2;
      return [{ text: ref.label, x: at.x, y: at.y + at.height / 2, colour }];
    });
  }
}

const NONE: readonly PlacedLabel[] = [];

const sameScale = (a: ValueScale | null, b: ValueScale) =>
  a !== null && a.low === b.low && a.end === b.end && a.log === b.log;

const sameLabels = (a: readonly PlacedLabel[], b: readonly PlacedLabel[]) =>
  a.length === b.length &&
  a.every((l, i) => l.text === b[i]?.text && l.x === b[i]?.x && l.y === b[i]?.y && l.colour === b[i]?.colour);

/** Draws labels with a halo in the background's colour, because they are over the curves. */
export function drawLabels(ctx: CanvasRenderingContext2D, labels: readonly PlacedLabel[]): void {
  ctx.font = LABEL_FONT;
  ctx.textBaseline = 'middle';
  ctx.textAlign = 'left';
  ctx.lineWidth = 3;
  ctx.lineJoin = 'round';
  for (const { text, x, y, colour } of labels) {
    ctx.strokeStyle = palette().token.bg;
    ctx.strokeText(text, x, y);
    ctx.fillStyle = colour;
    ctx.fillText(text, x, y);
  }
}

/** How many other labels and lines are in a position. */
function countOverlaps(
  spot: Spot,
  area: Area,
  references: readonly Reference[],
  taken: readonly Spot[],
): number {
  const beside = taken.some(
    (t) => t.x < spot.x + spot.width && spot.x < t.x + t.width && Math.abs(t.y - spot.y) < 14,
  );
  const share = sharesOf(area.scale);
  const crossed = references.filter((ref) => {
    const y = area.top + area.height * (1 - share(ref.value));
    return y > spot.y - 1 && y < spot.y + spot.height + 1;
  });
  return OVERLAP_COST * (crossed.length + (beside ? 1 : 0));
}

/** How many pieces of curves pass through a position. Thinned curves have points at both ends of what they cover only. */
export function piecesIn(
  spot: Spot,
  area: Area,
  xs: ArrayLike<number>,
  curves: readonly ArrayLike<number>[],
): number {
  const time = (x: number) => area.t0 + ((x - area.left) / area.width) * (area.t1 - area.t0);
  const value = (y: number) => valueAtShare(area.scale, 1 - (y - area.top) / area.height);
  const i0 = indexAt(xs, time(spot.x - 4));
  const i1 = indexAt(xs, time(spot.x + spot.width + 4));
  const high = value(spot.y - 1);
  // A curve along the line below the label does not disturb it.
  const low = value(spot.y + spot.height);
  let count = 0;
  for (const ys of curves) {
    for (let i = i0; i <= i1; i++) {
      const y = ys[i] ?? Number.NaN;
      const before = ys[i - 1] ?? Number.NaN;
      // A gap before a point is no piece.
      const from = Number.isNaN(before) ? y : before;
      if (Math.max(from, y) >= low && Math.min(from, y) <= high) count++;
    }
  }
  return count;
}

/** Index of the first x at or after `t` in an ascending array. */
export function indexAt(xs: ArrayLike<number>, t: number): number {
  return Math.min(bisectLeft(xs, t), Math.max(0, xs.length - 1));
}
