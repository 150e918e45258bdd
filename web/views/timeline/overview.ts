/** Paints the overview: rows of marks, edits, the run so far, the shown span and now. */

import type { Edit } from '../../generated/types';
import type { Frame } from '../../store';
import { formatValue, timeDecimals } from '../plots/format';
import { flowColour, palette } from '../plots/palette';
import { timeTicks } from '../plots/ticks';
import { MarkGrid, type MarkRow, markRows } from './marks';

export const INSET = { left: 16, right: 24 };

/** Horizontal place of a time. */
export function xOf(t: number, duration: number, width: number): number {
  return INSET.left + (t / (duration || 1)) * (width - INSET.left - INSET.right);
}

export class Overview {
  private grid = new MarkGrid(1, 0, 1);
  private rows: MarkRow[] = [];
  private taken = 0;
  private key = '';
  private list: unknown;

  draw(
    canvas: HTMLCanvasElement,
    size: { width: number; height: number },
    frame: Frame,
    edits: readonly Edit[],
  ): void {
    const r = window.devicePixelRatio || 1;
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
    const x = (t: number) => xOf(t, duration, width);
    // With little height: no ticks, fewer rows.
    const axis = height >= 60 ? 18 : 0;
    const base = height - axis - (axis > 0 ? 10 : 12);
    this.collect(frame, Math.floor(width - INSET.left - INSET.right), Math.max(4, base - 12));

    ctx.setTransform(r, 0, 0, r, 0, 0);
    ctx.clearRect(0, 0, width, height);
    const b0 = Math.round(x(Math.max(0, frame.t0)));
    const b1 = Math.round(x(Math.min(duration, frame.t1)));
    // A band over the whole run would say nothing.
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
    ctx.fillStyle = token.ink;
    ctx.fillRect(x(0), base - 0.5, x(frame.now) - x(0), 2);

    this.marks(ctx);
    for (const edit of edits) diamond(ctx, x(edit.atS), base + 0.5, token.accent, token.bg);
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
    if (axis > 0) this.axis(ctx, width, height, duration, frame.now);
  }

  /** Takes the marks that are new; begins again for another run, size or number of flows. */
  private collect(frame: Frame, width: number, height: number): void {
    const flows = frame.directory.flows.length;
    const key = `${frame.run} ${width} ${height} ${flows} ${frame.directory.durationS}`;
    if (key !== this.key || this.list !== frame.marks || frame.marks.count < this.taken) {
      this.key = key;
      this.list = frame.marks;
      this.grid = new MarkGrid(width, flows, frame.directory.durationS);
      this.rows = markRows(flows, height);
      this.taken = 0;
    }
    for (; this.taken < frame.marks.count; this.taken++) {
      this.grid.add(frame.marks.time(this.taken), frame.marks.flow(this.taken), frame.marks.kind(this.taken));
    }
  }

  /** Loss |, timeout ■, ECN ▲: by shape as well as by row and colour. */
  private marks(ctx: CanvasRenderingContext2D): void {
    for (const row of this.rows) {
      const y = 5 + row.y;
      for (const flow of row.flows) {
        ctx.fillStyle = flowColour(flow);
        for (let px = 0; px < this.grid.width; px++) {
          const bits = this.grid.at(px, flow);
          if (bits === 0) continue;
          const x = INSET.left + px;
          const mid = y + row.height / 2;
          if (bits & 1) ctx.fillRect(x, y, 1.5, row.height);
          if (bits & 4) {
            ctx.beginPath();
            ctx.moveTo(x + 0.75, mid - 3);
            ctx.lineTo(x + 4, mid + 3);
            ctx.lineTo(x - 2.5, mid + 3);
            ctx.fill();
          }
          if (bits & 2) ctx.fillRect(x - 2, mid - 2.5, 5, 5);
        }
      }
    }
  }

  private axis(
    ctx: CanvasRenderingContext2D,
    width: number,
    height: number,
    duration: number,
    now: number,
  ): void {
    const { token } = palette();
    const family = "'Inter Variable', Inter, system-ui, sans-serif";
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    const y = height - 10;
    ctx.font = `600 12px ${family}`;
    const nowText = `${formatValue(now, Math.min(2, timeDecimals(duration)))} s`;
    const half = ctx.measureText(nowText).width / 2;
    const at = Math.max(half + 2, Math.min(width - half - 2, xOf(now, duration, width)));
    ctx.fillStyle = token.ink;
    ctx.fillText(nowText, at, y);
    ctx.font = `400 12px ${family}`;
    ctx.fillStyle = token.ink2;
    const ticks = timeTicks(0, duration, width - 60);
    ticks.forEach((tick, i) => {
      const text = `${tick}${i === ticks.length - 1 ? ' s' : ''}`;
      const wide = ctx.measureText(text).width / 2;
      const x = Math.min(width - wide - 1, xOf(tick, duration, width));
      if (Math.abs(x - at) < half + wide + 10) return;
      ctx.fillText(text, x, y);
    });
  }
}

/** An edit: the accent never comes without its own shape. */
function diamond(ctx: CanvasRenderingContext2D, x: number, y: number, colour: string, ring: string): void {
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
