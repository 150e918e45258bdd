/** Places of lines and labels over the plots, pixels. */
import type { Frame } from '../../../store';

/** The place of a time in plots that begin at `left` and end at `width`. */
export function placeOf(t: number, { t0, t1 }: Frame, left: number, width: number): number {
  return left + ((t - t0) / (t1 - t0)) * (width - left);
}

/** The title of the first plot. */
export const firstTitle = (inside: HTMLElement | null) =>
  inside?.closest('.plots-body')?.querySelector<HTMLElement>('.plot-title') ?? null;

/** Measures an element again when its words or the class of its parent change. */
export function measuredOnce(measure: (element: HTMLElement) => number) {
  let words = '';
  let value = 0;
  return (element: HTMLElement | null): number => {
    const parent = element?.parentElement;
    const now = `${parent?.className} ${element?.textContent}`;
    if (element && now !== words) [words, value] = [now, measure(element)];
    return value;
  };
}

/** From the fork's line to its text. */
export const FORK_GAP = 16;

/** Where the text beside a fork stands. */
export interface ForkText {
  /** It stands to the left of the line. */
  late: boolean;
  /** From the line to its start, if it stands to the right: it begins behind the title. */
  from: number;
  most: number;
}

/** @param x of the fork's line, or of the start of the plots if it is before them. @param titleEnd where the first plot's title ends */
export function forkText(x: number, left: number, right: number, titleEnd: number): ForkText {
  const late = x > (left + right) / 2;
  const from = Math.max(FORK_GAP - 6, titleEnd - x);
  return { late, from, most: Math.max(0, late ? x - titleEnd - FORK_GAP : right - x - from) };
}

/** The room that the text takes, from the line on. @param wide its width */
export function forkRoom(
  x: number,
  { late, from, most }: ForkText,
  wide: number,
): [from: number, to: number] {
  const words = Math.min(wide, most);
  return late ? [x - FORK_GAP - words, x] : [x, x + from + words];
}

/** The class of what is outside the plots. It keeps its place in the layout, so that showing or hiding it needs no layout. */
export const OUT = 'is-out';

/** Moves an element by a transform, which needs no layout; hides it outside the plots. */
export function put(element: HTMLElement | null, x: number, left: number, right: number): void {
  if (!element) return;
  const visible = x >= left - 0.5 && x <= right + 0.5;
  element.classList.toggle(OUT, !visible);
  if (visible) element.style.transform = `translateX(${x.toFixed(1)}px)`;
}
