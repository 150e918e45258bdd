/** Distances between a button, its popup and the edges of the window, px. */
const GAP = 6;
const EDGE = 8;

/** Positions a panel of the top layer beside its button: below it, or above if there is more space; always within the window. */
export function placeBeside(panel: HTMLElement, button: HTMLElement, side: 'start' | 'end'): void {
  const at = button.getBoundingClientRect();
  // On a phone the keyboard takes up a part of the window.
  const bottom = (window.visualViewport?.height ?? innerHeight) - EDGE;
  const below = bottom - (at.bottom + GAP);
  const above = at.top - GAP - EDGE;
  // Without its limit the panel has nothing to scroll, and would start at its top again.
  const scrolled = panel.scrollTop;
  panel.style.maxHeight = '';
  const { width, height } = panel.getBoundingClientRect();
  const up = height > below && above > below;
  const room = Math.max(0, up ? above : below);
  panel.style.maxHeight = `${room}px`;
  const left = side === 'end' ? at.right - width : at.left;
  panel.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
  panel.scrollTop = scrolled;
  panel.style.top = `${up ? at.top - GAP - Math.min(height, room) : at.bottom + GAP}px`;
}
