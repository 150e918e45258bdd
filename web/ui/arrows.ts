/** Moves the focus among `items` by arrow keys, Home and End, around the ends. Returns the focused element, or nothing. */
export function moveFocus(
  event: { key: string; preventDefault(): void; stopPropagation(): void },
  items: readonly HTMLElement[],
): HTMLElement | undefined {
  const at = items.indexOf(document.activeElement as HTMLElement);
  const last = items.length - 1;
  const steps: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowRight: at + 1,
    ArrowUp: at < 0 ? last : at - 1,
    ArrowLeft: at < 0 ? last : at - 1,
    Home: 0,
    End: last,
  };
  const to = steps[event.key];
  if (to === undefined || last < 0) return undefined;
  event.preventDefault();
  event.stopPropagation();
  const next = items[(to + items.length) % items.length];
  next?.focus();
  return next;
}
