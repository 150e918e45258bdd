/** Which measurements from files are drawn over a plot. */
import type { MeasuredLine } from '../../../drawing/measured';
import type { Measured } from '../../../store/measured';

/** Dashes that flows do not use; all measurements have the colour of text. */
export const MEASURED_DASHES: readonly (readonly number[])[] = [
  [2.5, 2],
  [5, 2, 1, 2],
  [9, 3],
  [3, 3],
  [12, 3, 1, 3],
  [2, 4],
];

/** The measurements to draw over the plot with this id. */
export function measuredLines(list: readonly Measured[], plot: string): MeasuredLine[] {
  return list.flatMap(({ curves, shiftS }, file) =>
    curves
      .filter((c) => c.plot === plot)
      .map(({ t, y }) => ({ t, y, shiftS, dash: MEASURED_DASHES[file % MEASURED_DASHES.length] ?? [] })),
  );
}
