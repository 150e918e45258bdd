/** Places of lines and labels over the plots, pixels. */
import type { Frame } from '../../../store';

/** The place of a time in plots that begin at `left` and end at `width`. */
export function placeOf(t: number, { t0, t1 }: Frame, left: number, width: number): number {
  return left + ((t - t0) / (t1 - t0)) * (width - left);
}

/** The title of the first plot. */
export const firstTitle = (inside: HTMLElement | null) =>
  inside?.closest('.plots-body')?.querySelector<HTMLElement>('.plot-title') ?? null;

/** Measures an element again when its words change. */
export function measuredOnce(measure: (element: HTMLElement) => number) {
  let words: string | null = null;
  let value = 0;
  return (element: HTMLElement | null): number => {
    const now = element?.textContent ?? null;
    if (element && now !== words) [words, value] = [now, measure(element)];
    return value;
  };
}

/** Moves an element by a transform, which needs no layout; hides it outside the plots. */
export function put(element: HTMLElement | null, x: number, left: number, right: number): void {
  if (!element) return;
  const visible = x >= left - 0.5 && x <= right + 0.5;
  if (element.hidden === visible) element.hidden = !visible;
  if (visible) element.style.transform = `translateX(${x.toFixed(1)}px)`;
}
