/** The factor by which the page is enlarged: 1, except in a presentation. */
let scale = 1;

export const pageScale = (): number => scale;

export function setPageScale(next: number): void {
  scale = next;
}

/** Device pixels per CSS pixel of the layout: a canvas drawn at this resolution is sharp. */
export function resolution(): number {
  return (window.devicePixelRatio || 1) * scale;
}
