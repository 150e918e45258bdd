import { type RefObject, useEffect, useState } from 'react';
import { moreBelowTexts as t } from './texts';

/** Less than this is no plot, px. */
const SLACK = 24;

/** Says that there are more plots below, and scrolls to them. */
export function MoreBelow({ scroll }: { scroll: RefObject<HTMLDivElement | null> }) {
  const [more, setMore] = useState(false);
  // After each rendering: plots come and go.
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
