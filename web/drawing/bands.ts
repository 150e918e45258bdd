/**
 * Bands of an ensemble behind the curves: the full range light, the middle half darker, the median as a line.
 *
 * They do not change during a run, but the picture scrolls in every frame. So they are drawn once on a
 * separate canvas that extends beyond both ends of the visible span, and each frame copies a part of it.
 */
import { BAND_SIZE, type SeriesBand } from '../worker/bands';
import { columnsBetween } from './reach';
import type { ValueScale } from './scale';
import { toPixelY } from './trace';

export interface BandLine {
  colour: string;
  band: SeriesBand;
}

/** Position of the plot area in canvas pixels, and the part of the data that it shows. */
export interface BandArea {
  left: number;
  top: number;
  width: number;
  height: number;
  /** s */
  t0: number;
  t1: number;
  scale: ValueScale;
}

const RANGE_ALPHA = 0.13;
const QUARTILE_ALPHA = 0.2;
const MEDIAN_ALPHA = 0.75;
/** Extra width before and after the visible span, as a fraction of it. */
const MARGIN = 1;

interface Drawn {
  canvas: HTMLCanvasElement | OffscreenCanvas;
  lines: readonly BandLine[];
  from: number;
  to: number;
  /** Canvas pixels per second. */
  pixels: number;
  height: number;
  scale: ValueScale;
}

export class BandLayer {
  private drawn: Drawn | null = null;
  private readonly makeCanvas: (width: number, height: number) => HTMLCanvasElement | OffscreenCanvas;

  constructor(
    makeCanvas = (width: number, height: number) =>
      // A worker has no document.
      typeof document === 'undefined'
        ? new OffscreenCanvas(width, height)
        : Object.assign(document.createElement('canvas'), { width, height }),
  ) {
    this.makeCanvas = makeCanvas;
  }

  /** Copies the visible part onto a plot. `resolution`: canvas pixels per CSS pixel. */
  paint(
    context: CanvasRenderingContext2D,
    lines: readonly BandLine[],
    area: BandArea,
    resolution: number,
  ): void {
    if (lines.length === 0 || area.width < 1 || area.height < 1 || !(area.t1 > area.t0)) {
      this.drawn = null;
      return;
    }
    if (!this.isCurrent(lines, area)) this.drawn = this.draw(lines, area, resolution);
    const { canvas, from, pixels } = this.drawn as Drawn;
    context.save();
    context.beginPath();
    context.rect(area.left, area.top, area.width, area.height);
    context.clip();
    context.drawImage(canvas, area.left + (from - area.t0) * pixels, area.top);
    context.restore();
  }

  private isCurrent(lines: readonly BandLine[], area: BandArea): boolean {
    const { drawn } = this;
    if (!drawn || drawn.lines !== lines) return false;
    const pixels = area.width / (area.t1 - area.t0);
    const { low, end, log } = area.scale;
    const sameScale =
      Math.abs(drawn.pixels / pixels - 1) < 1e-6 &&
      drawn.height === area.height &&
      drawn.scale.low === low &&
      drawn.scale.end === end &&
      drawn.scale.log === log;
    const longest = Math.max(...lines.map((l) => l.band.durationS));
    const inside = drawn.from <= Math.max(0, area.t0) && drawn.to >= Math.min(longest, area.t1);
    return sameScale && inside;
  }

  private draw(lines: readonly BandLine[], area: BandArea, resolution: number): Drawn {
    const span = area.t1 - area.t0;
    const pixels = area.width / span;
    const longest = Math.max(...lines.map((l) => l.band.durationS));
    const from = Math.max(0, area.t0 - MARGIN * span);
    const to = Math.max(from, Math.min(longest, area.t1 + MARGIN * span));
    const width = Math.max(1, Math.ceil((to - from) * pixels));
    const canvas = this.makeCanvas(width, Math.max(1, Math.round(area.height)));
    const context = canvas.getContext('2d') as CanvasRenderingContext2D | null;
    const { scale, height } = area;
    if (context) {
      const y = toPixelY({ top: 0, height, scale });
      const x = (t: number) => (t - from) * pixels;
      for (const { colour, band } of lines) {
        const { first, last } = columnsBetween(band, from, to);
        const at = (c: number) => x(((c + 0.5) / band.columns) * band.durationS);
        context.fillStyle = colour;
        context.strokeStyle = colour;
        context.globalAlpha = RANGE_ALPHA;
        context.fill(areaPath(band, first, last, 0, 4, at, y));
        context.globalAlpha = QUARTILE_ALPHA;
        context.fill(areaPath(band, first, last, 1, 3, at, y));
        context.globalAlpha = MEDIAN_ALPHA;
        context.lineWidth = resolution;
        context.stroke(linePath(band, first, last, 2, at, y));
      }
    }
    return { canvas, lines, from, to, pixels, height, scale };
  }
}

/** The area between two of the five lines, in one piece per interval with values. */
function areaPath(
  band: SeriesBand,
  first: number,
  last: number,
  lower: number,
  upper: number,
  x: (column: number) => number,
  y: (value: number) => number,
): Path2D {
  const path = new Path2D();
  const value = (column: number, line: number) => band.values[BAND_SIZE * column + line] as number;
  for (let c = first; c <= last; ) {
    if (Number.isNaN(value(c, 2))) {
      c += 1;
      continue;
    }
    const start = c;
    path.moveTo(x(c), y(value(c, upper)));
    while (c <= last && !Number.isNaN(value(c, 2))) {
      path.lineTo(x(c), y(value(c, upper)));
      c += 1;
    }
    for (let back = c - 1; back >= start; back -= 1) path.lineTo(x(back), y(value(back, lower)));
    path.closePath();
  }
  return path;
}

function linePath(
  band: SeriesBand,
  first: number,
  last: number,
  line: number,
  x: (column: number) => number,
  y: (value: number) => number,
): Path2D {
  const path = new Path2D();
  let pen = false;
  for (let c = first; c <= last; c += 1) {
    const value = band.values[BAND_SIZE * c + line] as number;
    if (Number.isNaN(value)) pen = false;
    else {
      if (pen) path.lineTo(x(c), y(value));
      else path.moveTo(x(c), y(value));
      pen = true;
    }
  }
  return path;
}
