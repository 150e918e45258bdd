/** The factor by which the page is drawn larger than it is laid out: 1, except in a presentation. */
let scale = 1;

export const pageScale = (): number => scale;

export function setPageScale(next: number): void {
  scale = next;
}

/** Pixels of the screen for one of the layout: what a canvas has to be drawn at, to be sharp. */
export function resolution(): number {
  return (window.devicePixelRatio || 1) * scale;
}
