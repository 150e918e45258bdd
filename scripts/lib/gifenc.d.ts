/** The part of gifenc that is used here; the package brings no types. */
declare module 'gifenc' {
  type Palette = number[][];
  interface Encoder {
    /** `transparentIndex` counts where `transparent` is set; `dispose: 1` keeps the frame below the next one. */
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: {
        palette?: Palette;
        delay: number;
        transparent?: boolean;
        transparentIndex?: number;
        dispose?: number;
      },
    ): void;
    finish(): void;
    bytes(): Uint8Array;
  }
  const gifenc: {
    GIFEncoder(): Encoder;
    quantize(rgba: Uint8Array, colours: number, options?: { format?: 'rgb565' | 'rgb444' }): Palette;
    applyPalette(rgba: Uint8Array, palette: Palette, format?: 'rgb565' | 'rgb444'): Uint8Array;
  };
  export default gifenc;
}
