/** Widths of the text along time axes. */
export const PLAIN = "400 12px 'Inter Variable', Inter, system-ui, sans-serif";
export const BOLD = "600 12px 'Inter Variable', Inter, system-ui, sans-serif";

const widths = new Map<string, number>();
const MOST = 500;

/**
 * The width of a text in a font, pixels. Cached: an axis has the same few texts in every frame, and measuring costs more than drawing it.
 * All digits count as zeros, so that a number which changes in every frame is found as well.
 */
export function widthOf(ctx: CanvasRenderingContext2D, font: string, text: string): number {
  const shape = text.replace(/\d/g, '0');
  const key = `${font} ${shape}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (widths.size >= MOST) widths.clear();
    width = ctx.measureText(shape).width;
    widths.set(key, width);
  }
  return width;
}

/** Clears the cache when a font has loaded. */
export function clearWidths(): void {
  widths.clear();
}
