/** The contents of the overview, computed without a canvas. */

/** Kinds of mark in the `marks` section. */
export const MARK = { loss: 0, timeout: 1, ecn: 2, edit: 3, drop: 4 } as const;

/** One drawn row of marks. */
export interface MarkRow {
  /** Flow indices that share the row. */
  flows: number[];
  y: number;
  height: number;
}

/**
 * Rows for `flows` flows in `height` pixels: one row each if rows are at least 4 px high; otherwise neighbours share a row.
 */
export function markRows(flows: number, height: number): MarkRow[] {
  if (flows <= 0 || height <= 0) return [];
  const count = Math.max(1, Math.min(flows, Math.floor(height / 4)));
  const pitch = Math.min(8, height / count);
  const rows: MarkRow[] = Array.from({ length: count }, (_, i) => ({
    flows: [],
    y: i * pitch,
    height: Math.max(3, pitch - 2),
  }));
  for (let f = 0; f < flows; f++) rows[Math.floor((f * count) / flows)]?.flows.push(f);
  return rows;
}

/**
 * Records marks by pixel, so that a run with a hundred thousand losses draws as fast as one with ten.
 * Each mark is added once; another width or run needs a new grid.
 */
export class MarkGrid {
  private readonly cells: Uint8Array;
  readonly width: number;
  readonly flows: number;
  readonly duration: number;

  constructor(width: number, flows: number, duration: number) {
    this.width = Math.max(1, Math.floor(width));
    this.flows = Math.max(0, flows);
    this.duration = duration;
    this.cells = new Uint8Array(this.width * this.flows);
  }

  /** Adds a mark; returns the pixel that changes, or −1. Bits: 1 loss, 2 timeout, 4 ECN. */
  add(time: number, flow: number, kind: number): number {
    const bit = kind === MARK.loss ? 1 : kind === MARK.timeout ? 2 : kind === MARK.ecn ? 4 : 0;
    if (bit === 0 || flow < 0 || flow >= this.flows || !(this.duration > 0)) return -1;
    const x = Math.min(this.width - 1, Math.max(0, Math.floor((time / this.duration) * this.width)));
    const index = flow * this.width + x;
    const before = this.cells[index] ?? 0;
    this.cells[index] = before | bit;
    return this.cells[index] === before ? -1 : x;
  }

  /** The bits at a pixel of a flow's row. */
  at(x: number, flow: number): number {
    return this.cells[flow * this.width + x] ?? 0;
  }
}

/** What a drag moves. */
export type DragTarget = 'now' | 'start' | 'end' | 'band' | 'none';

/**
 * @param reach pixels around a handle that count as the handle.
 * @param now position of the current time if the pointer is at the height of its handle; NaN otherwise
 */
export function dragTargetAt(
  x: number,
  start: number,
  end: number,
  reach: number,
  now = Number.NaN,
): DragTarget {
  if (Math.abs(x - now) <= reach) return 'now';
  const toStart = Math.abs(x - start);
  const toEnd = Math.abs(x - end);
  if (Math.min(toStart, toEnd) <= reach) return toStart <= toEnd ? 'start' : 'end';
  return x > start && x < end ? 'band' : 'none';
}
