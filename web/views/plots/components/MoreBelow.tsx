import { type RefObject, useEffect, useState } from 'react';
import { moreBelowTexts as t } from './texts';

/** If less than this is hidden, px, it is not a plot. */
const SLACK = 24;

/** A button that shows that there are more plots below, and scrolls to them. */
export function MoreBelow({ scroll }: { scroll: RefObject<HTMLDivElement | null> }) {
  const [more, setMore] = useState(false);
  // After each rendering, because plots are added and removed.
  useEffect(() => {
    const element = scroll.current;
    if (!element) return;
    const look = () => setMore(element.scrollHeight - element.scrollTop - element.clientHeight > SLACK);
    look();
    const sizes = new ResizeObserver(look);
    for (const part of [element, ...element.children]) sizes.observe(part);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  });
  if (!more) return null;
  const down = () => scroll.current?.scrollBy({ top: 0.8 * scroll.current.clientHeight });
  return (
    <button type="button" className="quiet-button more-below" onClick={down}>
      {t.morePlotsBelow}
    </button>
  );
}
