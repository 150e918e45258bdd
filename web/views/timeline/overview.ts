/** Draws the overview: rows of marks, edits, the run so far, the visible span and the current time. */

import { formatValue, timeDecimals } from '../../drawing/format';
import { timeTicks } from '../../drawing/ticks';
import type { Edit } from '../../generated/types';
import type { Frame, ShownFork } from '../../store';
import { resolution } from '../../store/scale';
import { flowColour, palette } from '../../ui/palette';
import { BOLD, PLAIN, widthOf } from '../plots/drawing/text-width';
import { MARK, MarkGrid, type MarkRow, markRows } from './marks';

export const INSET = { left: 16, right: 24 };

/** Horizontal position of a time, px. */
export function xOfTime(t: number, duration: number, width: number): number {
  return INSET.left + (t / (duration || 1)) * (width - INSET.left - INSET.right);
}

/** A point where another branch departs. */
export interface Fork {
  atS: number;
}

export class Overview {
  private grid = new MarkGrid(1, 0, 1);
  /** Of each flow. */
  private rows = new Map<number, MarkRow>();
  private drawnMarks = 0;
  private key = '';
  private list: unknown;
  /** A canvas with the marks drawn so far. A run has tens of thousands, and each frame adds only the new ones. */
  private readonly layer = document.createElement('canvas');

  draw(
    canvas: HTMLCanvasElement,
    size: { width: number; height: number },
    frame: Frame,
    edits: readonly Edit[],
    forks: readonly Fork[] = [],
    shown: ShownFork | null = null,
    cursor: number | null = null,
    marked = true,
  ): void {
    const r = resolution();
    const { width, height } = size;
    if (canvas.width !== Math.round(width * r) || canvas.height !== Math.round(height * r)) {
      canvas.width = Math.round(width * r);
      canvas.height = Math.round(height * r);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
    }
    const ctx = canvas.getContext('2d');
    if (!ctx) return;
    const { token } = palette();
    const duration = frame.directory.durationS;
    const x = (t: number) => xOfTime(t, duration, width);
    // If the height is small, there are no ticks and fewer rows.
    const axis = height >= 60 ? 18 : 0;
    // Between the run and the times there is room for another branch and its name.
    const base = height - axis - (axis > 0 ? 13 : 12);
    this.drawNewMarks(frame, size, Math.max(4, base - 12), r);

    ctx.setTransform(r, 0, 0, r, 0, 0);
    ctx.clearRect(0, 0, width, height);
    const b0 = Math.round(x(Math.max(0, frame.t0)));
    const b1 = Math.round(x(Math.min(duration, frame.t1)));
    // A band over the whole run would carry no information.
    if (b1 - b0 < x(duration) - x(0) - 1) {
      ctx.fillStyle = token.well;
      ctx.fillRect(b0, 2, b1 - b0, base + 10 - 2);
    }

    ctx.lineWidth = 1;
    ctx.strokeStyle = token.edge;
    ctx.beginPath();
    ctx.moveTo(x(0), base + 0.5);
    ctx.lineTo(x(duration), base + 0.5);
    ctx.stroke();
    // The part simulated beyond the current time is lighter.
    ctx.fillStyle = token.edge;
    ctx.fillRect(x(frame.now), base - 0.5, x(frame.known) - x(frame.now), 2);
    ctx.fillStyle = token.ink;
    ctx.fillRect(x(0), base - 0.5, x(frame.now) - x(0), 2);

    if (marked && this.layer.width > 0) ctx.drawImage(this.layer, 0, 0, width, this.layer.height / r);
    const other = shown && frame.others.find(({ run }) => run === shown.other);
    if (shown && other && axis > 0)
      branchLine(ctx, [x(shown.atS), x(other.known)], base + 0.5, shown.names.other, [x(frame.now), width]);
    for (const { atS } of forks) forkMark(ctx, x(atS), base + 0.5, token.accent, token.bg);
    for (const edit of edits) editMark(ctx, x(edit.atS), base + 0.5, token.accent, token.bg);
    const now = x(frame.now);
    ctx.fillStyle = token.ink;
    ctx.strokeStyle = token.bg;
    ctx.lineWidth = 2;
    ctx.beginPath();
    ctx.roundRect(now - 3.5, base - 8, 7, 17, 3);
    ctx.stroke();
    ctx.fill();
    if (b1 - b0 > 6) {
      ctx.fillStyle = token.edge;
      for (const b of [b0, b1]) {
        ctx.beginPath();
        ctx.roundRect(b - 2, base / 2 - 6, 4, 14, 2);
        ctx.fill();
      }
    }
    if (cursor !== null) {
      // The crosshair, as in the plots.
      ctx.fillStyle = token.ink3;
      ctx.fillRect(Math.round(x(cursor) * r) / r, 0, 1, base + 5);
    }
    if (axis > 0) this.axis(ctx, width, height, frame, cursor);
  }

  /** Draws the new marks; starts over if the run, size, theme or number of flows has changed. */
  private drawNewMarks(
    frame: Frame,
    size: { width: number; height: number },
    height: number,
    resolution: number,
  ): void {
    const flows = frame.directory.flows.length;
    const width = Math.floor(size.width - INSET.left - INSET.right);
    const colours = palette().flows;
    const key = `${frame.run} ${width} ${height} ${flows} ${frame.directory.durationS} ${resolution} ${colours}`;
    const ctx = this.layer.getContext('2d');
    if (!ctx) return;
    if (key !== this.key || this.list !== frame.marks || frame.marks.count < this.drawnMarks) {
      this.key = key;
      this.list = frame.marks;
      this.grid = new MarkGrid(width, flows, frame.directory.durationS);
      this.rows = new Map(markRows(flows, height).flatMap((row) => row.flows.map((flow) => [flow, row])));
      this.drawnMarks = 0;
      this.layer.width = Math.round(size.width * resolution);
      this.layer.height = Math.round((height + 16) * resolution);
      ctx.setTransform(resolution, 0, 0, resolution, 0, 0);
    }
    const { marks } = frame;
    for (; this.drawnMarks < marks.count; this.drawnMarks++) {
      const flow = marks.flow(this.drawnMarks);
      const kind = marks.kind(this.drawnMarks);
      const px = this.grid.add(marks.time(this.drawnMarks), flow, kind);
      const row = this.rows.get(flow);
      if (px >= 0 && row) mark(ctx, INSET.left + px, row, flow, kind);
    }
  }

  private axis(
    ctx: CanvasRenderingContext2D,
    width: number,
    height: number,
    { now, directory: { durationS: duration } }: Frame,
    cursor: number | null,
  ): void {
    const { token } = palette();
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    const y = height - 10;
    ctx.font = BOLD;
    const taken: [number, number][] = [];
    /** Writes a time unless it would overlap another one. */
    const write = (t: number, tag: boolean) => {
      const text = `${formatValue(t, Math.min(2, timeDecimals(duration)))} s`;
      const half = widthOf(ctx, BOLD, text) / 2 + (tag ? 5 : 0);
      const at = Math.max(half + 2, Math.min(width - half - 2, xOfTime(t, duration, width)));
      if (taken.some(([from, to]) => at - half - 4 < to && from < at + half + 4)) return;
      taken.push([at - half, at + half]);
      ctx.fillStyle = token.ink;
      if (tag) {
        ctx.beginPath();
        ctx.roundRect(at - half, y - 9, 2 * half, 17, 3);
        ctx.fill();
        ctx.fillStyle = token.bg;
      }
      ctx.fillText(text, at, y);
    };
    if (cursor !== null) write(cursor, true);
    write(now, false);
    ctx.font = PLAIN;
    ctx.fillStyle = token.ink2;
    const ticks = timeTicks(0, duration, width - 60);
    ticks.forEach((tick, i) => {
      const text = `${tick}${i === ticks.length - 1 ? ' s' : ''}`;
      const wide = widthOf(ctx, PLAIN, text) / 2;
      const x = Math.min(width - wide - 1, xOfTime(tick, duration, width));
      if (taken.some(([from, to]) => x - wide - 10 < to && from < x + wide + 10)) return;
      ctx.fillText(text, x, y);
    });
  }
}

/** Loss |, timeout ■, ECN ▲: marks differ in shape as well as in row and colour. */
function mark(ctx: CanvasRenderingContext2D, x: number, row: MarkRow, flow: number, kind: number): void {
  const y = 5 + row.y;
  const mid = y + row.height / 2;
  ctx.fillStyle = flowColour(flow);
  if (kind === MARK.loss) ctx.fillRect(x, y, 1.5, row.height);
  else if (kind === MARK.timeout) ctx.fillRect(x - 2, mid - 2.5, 5, 5);
  else {
    ctx.beginPath();
    ctx.moveTo(x + 0.75, mid - 3);
    ctx.lineTo(x + 4, mid + 3);
    ctx.lineTo(x - 2.5, mid + 3);
    ctx.fill();
  }
}

/** The other branch of the fork: a dotted line up to the time that is known, with its name at the end. */
function branchLine(
  ctx: CanvasRenderingContext2D,
  [from, to]: readonly [number, number],
  y: number,
  name: string,
  [now, width]: readonly [number, number],
): void {
  const { token } = palette();
  const below = y + BRANCH_PX;
  ctx.font = SMALL;
  const text = shortened(ctx, name, NAME_SHARE * width);
  const wide = widthOf(ctx, SMALL, text);
  // If there is no room after the end, the line stops before the name.
  const last = Math.min(to + 4, width - wide - 2);
  // The name stays clear of the mark of the present time.
  const at = now > last - NOW_PX && now < last + wide + NOW_PX ? now - NOW_PX - wide : last;
  const end = Math.min(to, at - 4);
  if (end <= from + BRANCH_PX) return;
  ctx.strokeStyle = token.edge;
  ctx.lineWidth = 1.5;
  ctx.setLineDash([2, 2]);
  ctx.beginPath();
  ctx.moveTo(from, y);
  ctx.lineTo(from + BRANCH_PX, below);
  ctx.lineTo(end, below);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = token.ink2;
  ctx.fillText(text, at, below);
}

/** A name as far as it fits. */
function shortened(ctx: CanvasRenderingContext2D, name: string, width: number): string {
  let text = name;
  for (let n = name.length - 1; n > 0 && widthOf(ctx, SMALL, text) > width; n--)
    text = `${name.slice(0, n).trimEnd()}…`;
  return text;
}

/** The largest share of the timeline that a branch's name takes. */
const NAME_SHARE = 0.3;

/** Distance of the other branch below the run, px. */
const BRANCH_PX = 8;
/** Half the width of the mark of the present time, and a gap, px. */
const NOW_PX = 7;
const SMALL = "10px 'Inter Variable', Inter, system-ui, sans-serif";

/** Draws the mark of a fork, a line up and to the right. */
function forkMark(ctx: CanvasRenderingContext2D, x: number, y: number, colour: string, ring: string): void {
  for (const [width, stroke] of [
    [5, ring],
    [2, colour],
  ] as const) {
    ctx.lineWidth = width;
    ctx.strokeStyle = stroke;
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x + 6, y - 7);
    ctx.lineTo(x + 12, y - 7);
    ctx.stroke();
  }
}

/** Draws the mark of an edit, a diamond. */
function editMark(ctx: CanvasRenderingContext2D, x: number, y: number, colour: string, ring: string): void {
  ctx.beginPath();
  ctx.moveTo(x, y - 5.5);
  ctx.lineTo(x + 5.5, y);
  ctx.lineTo(x, y + 5.5);
  ctx.lineTo(x - 5.5, y);
  ctx.closePath();
  ctx.lineWidth = 2;
  ctx.strokeStyle = ring;
  ctx.stroke();
  ctx.fillStyle = colour;
  ctx.fill();
}
