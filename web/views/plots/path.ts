/**
 * A path through thinned points with gaps where there is no value.
 *
 * uPlot's own path takes null for a gap; the sections hold NaN, because typed arrays have no null, and are already
 * thinned to a minimum and a maximum per column, so that its own thinning would be done twice.
 */

import type uPlot from 'uplot';

export const linePath: uPlot.Series.PathBuilder = (u, index, first, last) => {
  const xs = u.data[0] as ArrayLike<number>;
  const ys = u.data[index] as ArrayLike<number>;
  const { min: x0 = 0, max: x1 = 1 } = u.scales.x ?? {};
  const { min: y0 = 0, max: y1 = 1 } = u.scales.y ?? {};
  const { left, top, width, height } = u.bbox;
  const kx = width / ((x1 ?? 1) - (x0 ?? 0) || 1);
  const ky = height / ((y1 ?? 1) - (y0 ?? 0) || 1);
  const path = new Path2D();
  // Far outside the area is as good as infinite, and keeps canvas arithmetic sound.
  const ceiling = top - 4 * height;
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
    const y = Math.max(ceiling, top + height - (value - (y0 ?? 0)) * ky);
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
