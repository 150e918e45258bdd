/** Distances between a button, its popup and the edges of the window, px. */
const GAP = 6;
const EDGE = 8;

/** Puts a panel of the top layer beside its button: below it, or above where there is more room; never out of the window. */
export function placeBeside(panel: HTMLElement, button: HTMLElement, side: 'start' | 'end'): void {
  const at = button.getBoundingClientRect();
  // On a phone the keyboard takes a part of the window.
  const bottom = (window.visualViewport?.height ?? innerHeight) - EDGE;
  const below = bottom - (at.bottom + GAP);
  const above = at.top - GAP - EDGE;
  panel.style.maxHeight = '';
  const { width, height } = panel.getBoundingClientRect();
  const up = height > below && above > below;
  const room = Math.max(0, up ? above : below);
  panel.style.maxHeight = `${room}px`;
  const left = side === 'end' ? at.right - width : at.left;
  panel.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
  panel.style.top = `${up ? at.top - GAP - Math.min(height, room) : at.bottom + GAP}px`;
}
