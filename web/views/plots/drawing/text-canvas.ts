/**
 * The canvas of the numbers and labels of a stack of plots, above the one that moves. They change only with the scales. One for all
 * plots, because the browser takes every canvas up again in every frame, whether it has changed or not.
 */
export class TextCanvas {
  private readonly canvas: HTMLCanvasElement;
  private readonly context: CanvasRenderingContext2D | null;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
  }

  /** The width of a text, CSS pixels. */
  measure(font: string, text: string): number {
    if (!this.context) return 0;
    this.context.font = font;
    return this.context.measureText(text).width;
  }

  /**
   * Writes a plot again. The others keep what they have, unless the size of the canvas changes: then all are written again.
   * @param place the plot on the canvas, CSS pixels
   * @param resolution canvas pixels per CSS pixel
   * @param write draws in CSS pixels from the plot's upper left corner
   */
  write(
    place: { width: number; height: number; top: number; canvasHeight: number },
    resolution: number,
    write: (ctx: CanvasRenderingContext2D) => void,
  ): void {
    const { canvas, context: ctx } = this;
    if (!ctx) return;
    const pixels = (size: number) => Math.max(1, Math.round(size * resolution));
    const [width, height] = [pixels(place.width), pixels(place.canvasHeight)];
    // Setting a size clears the canvas, even if it is the same.
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const from = Math.round(place.top * resolution);
    const to = Math.round((place.top + place.height) * resolution);
    ctx.save();
    ctx.beginPath();
    ctx.rect(0, from, width, to - from);
    ctx.clip();
    ctx.clearRect(0, from, width, to - from);
    ctx.setTransform(resolution, 0, 0, resolution, 0, from);
    write(ctx);
    ctx.restore();
  }
}
