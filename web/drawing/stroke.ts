/** How a curve is drawn. */
export interface Stroke {
  colour: string;
  width: number;
  dash: readonly number[];
  alpha: number;
}
