import { type ReactNode, useEffect, useRef, useState } from 'react';
import { resultsTexts } from './texts';

/** A table that may be wider than the panel. The names are sticky, the numbers scroll, and a shadow shows that there is more. */
export function ScrollingTable({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const update = () => {
      const over = element.scrollWidth - element.clientWidth;
      element.toggleAttribute('data-more', over - element.scrollLeft > 2);
      element.toggleAttribute('data-scrolled', element.scrollLeft > 0);
      setWide(over > 0);
    };
    const resized = new ResizeObserver(update);
    resized.observe(element);
    for (const child of element.children) resized.observe(child);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, []);
  // Focusable, so that the arrow keys can scroll it.
  const reachable = wide ? { tabIndex: 0, role: 'group', 'aria-label': resultsTexts.scrolls } : {};
  return (
    <div className="results-scroll" ref={box} {...reachable}>
      {children}
    </div>
  );
}
