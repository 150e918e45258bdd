/** The phase portrait's geometry: two flows against each other, with the lines that theory draws. */

export interface Line {
  id: 'fairness' | 'full' | 'loss';
  label: string;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/**
 * Lines of a portrait that reaches from 0 to `end` on both axes.
 * Chiu and Jain (1989), figure 5: on the fairness line both have the same, on an efficiency line they use all there is.
 * @param full sum at which the link is full (its BDP, or its rate); 0 when unknown.
 * @param loss sum at which the buffer is full too; 0 when it does not apply.
 */
export function portraitLines(
  end: number,
  full: number,
  loss: number,
  words: { equal: string; full: string },
): Line[] {
  const lines: Line[] = [{ id: 'fairness', label: words.equal, x0: 0, y0: 0, x1: end, y1: end }];
  const sum = (id: 'full' | 'loss', label: string, total: number) => {
    if (!(total > 0) || total >= 2 * end) return;
    // From the upper left to the lower right, cut off at the frame.
    const over = Math.max(0, total - end);
    lines.push({ id, label, x0: over, y0: total - over, x1: total - over, y1: over });
  };
  sum('full', words.full, full);
  sum('loss', 'sum = BDP + buffer: loss', loss);
  return lines;
}

/** Points of the portrait: moments at which both flows have a value, in order of time. */
export function portraitPoints(a: ArrayLike<number>, b: ArrayLike<number>): { xs: number[]; ys: number[] } {
  const xs: number[] = [];
  const ys: number[] = [];
  for (let i = 0; i < a.length; i++) {
    const x = a[i] as number;
    const y = b[i] as number;
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
    xs.push(x);
    ys.push(y);
  }
  return { xs, ys };
}
