/** Widths of the text along time axes. */
export const PLAIN = "400 12px 'Inter Variable', Inter, system-ui, sans-serif";
export const BOLD = "600 12px 'Inter Variable', Inter, system-ui, sans-serif";

const widths = new Map<string, number>();
const MOST = 500;

/**
 * Width of a text in the context's font, pixels; an axis has the same few in every frame, and measuring them costs more than all the rest
 * of it.
 */
export function widthOf(ctx: CanvasRenderingContext2D, font: string, text: string): number {
  const key = `${font} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (widths.size >= MOST) widths.clear();
    width = ctx.measureText(text).width;
    widths.set(key, width);
  }
  return width;
}

/** Another font has other widths. */
export function forgetWidths(): void {
  widths.clear();
}
