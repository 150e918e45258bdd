/**
 * A path through thinned points with gaps where there is no value.
 *
 * uPlot's own path takes null for a gap; the sections hold NaN, because typed arrays have no null, and are already
 * thinned to a minimum and a maximum per column, so that its own thinning would be done twice.
 */

import type uPlot from 'uplot';
import { shareOf, type ValueScale } from './scale';

/** @param scaleOf the scale of values in use */
export const linePath =
  (scaleOf: () => ValueScale): uPlot.Series.PathBuilder =>
  (u, index, first, last) => {
    const xs = u.data[0] as ArrayLike<number>;
    const ys = u.data[index] as ArrayLike<number>;
    const { min: x0 = 0, max: x1 = 1 } = u.scales.x ?? {};
    const scale = scaleOf();
    const { left, top, width, height } = u.bbox;
    const kx = width / ((x1 ?? 1) - (x0 ?? 0) || 1);
    // A straight scale, which nearly all are, costs a product and a sum.
    const ky = height / (scale.end - scale.low || 1);
    const bottom = top + height;
    const heightOf = scale.log
      ? (value: number) => bottom - height * shareOf(scale, value)
      : (value: number) => bottom - (value - scale.low) * ky;
    const path = new Path2D();
    // Far outside the area is as good as infinite, and keeps canvas arithmetic sound.
    const ceiling = top - 4 * height;
    const floor = bottom + 4 * height;
    let pen = false;
    let lastX = Number.NaN;
    let lastY = Number.NaN;
    for (let i = first; i <= last; i++) {
      const value = ys[i] as number;
      if (Number.isNaN(value)) {
        pen = false;
        continue;
      }
      const x = left + ((xs[i] as number) - (x0 ?? 0)) * kx;
      const y = Math.min(floor, Math.max(ceiling, heightOf(value)));
      if (!pen) path.moveTo(x, y);
      else if (x !== lastX || y !== lastY) path.lineTo(x, y);
      pen = true;
      lastX = x;
      lastY = y;
    }
    const clip = new Path2D();
    // Room for the line's own width at the ends of the scale.
    clip.rect(left, top - 2, width, height + 4);
    return { stroke: path, fill: null, clip, flags: 1 } as unknown as uPlot.Series.Paths;
  };
