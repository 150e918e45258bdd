import { useEffect, useRef, useState } from 'react';

/**
 * After the removal of a listed thing the next one gets the focus, or else the one before it, or else what `selector` finds first.
 * @param things changes when one was removed
 * @param selector finds what gets the focus, in the order of the list
 * @param count how many things are listed
 * @returns to be called with the place of a thing that is being removed
 */
export function useFocusAfterRemoval(
  things: unknown,
  selector: string,
  count: number,
): (place: number) => void {
  const [removed, setRemoved] = useState<number | null>(null);
  const before = useRef(things);
  useEffect(() => {
    const changed = before.current !== things;
    before.current = things;
    if (!changed || removed === null || document.activeElement !== document.body) return;
    const place = Math.min(removed, Math.max(0, count - 1));
    document.querySelectorAll<HTMLElement>(selector)[place]?.focus();
    setRemoved(null);
  }, [things, selector, count, removed]);
  return setRemoved;
}
