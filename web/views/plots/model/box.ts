/** What a drag over the plots selects: a span of time, a range of one plot's values, or both. */

export interface Place {
  x: number;
  y: number;
}

/** A plot in the stack, in pixels from its top. */
export interface Row {
  id: string;
  top: number;
  height: number;
}

export interface Box {
  /** Pixels from the left; null: all of the shown span. */
  time: { from: number; to: number } | null;
  /** The plot and the range of its values, in pixels from the stack's top; null: all values. */
  values: { id: string; from: number; to: number } | null;
}

/** A drag shorter than this is a click. */
const MIN_PX = 6;
/** A drag through time may go up or down by this much, because hands are not steady. */
const LEVEL_PX = 20;

/**
 * A drag up or down within a plot selects values too; a drag across plots only time.
 * @returns null for a click
 */
export function boxOf(start: Place, now: Place, rows: readonly Row[]): Box | null {
  const wide = Math.abs(now.x - start.x) > MIN_PX;
  const row = rowAt(rows, start.y);
  const inside = row && now.y >= row.top - LEVEL_PX && now.y <= row.top + row.height + LEVEL_PX;
  const values =
    row && inside && Math.abs(now.y - start.y) > LEVEL_PX
      ? { id: row.id, ...sorted(clamped(start.y, row), clamped(now.y, row)) }
      : null;
  if (!wide && !values) return null;
  return { time: wide ? sorted(start.x, now.x) : null, values };
}

function rowAt(rows: readonly Row[], y: number): Row | undefined {
  return rows.find((r) => y >= r.top && y < r.top + r.height);
}

/** The positions of plots in a stack, from their heights. */
export function rowsOf(plots: readonly { id: string }[], heights: readonly number[]): Row[] {
  let top = 0;
  return plots.map(({ id }, i) => {
    const row = { id, top, height: heights[i] ?? 0 };
    top += row.height;
    return row;
  });
}

const sorted = (a: number, b: number) => ({ from: Math.min(a, b), to: Math.max(a, b) });
const clamped = (y: number, { top, height }: Row) => Math.max(top, Math.min(top + height, y));
