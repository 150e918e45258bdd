import { type ReactNode, useEffect, useRef, useState } from 'react';

/** A table that may be wider than its room: names stay, numbers scroll, and an edge says that there is more. */
export function Wide({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const over = element.scrollWidth - element.clientWidth;
      element.toggleAttribute('data-more', over - element.scrollLeft > 2);
      setWide(over > 0);
    };
    const resized = new ResizeObserver(look);
    resized.observe(element);
    for (const child of element.children) resized.observe(child);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  // The arrow keys scroll what has the focus.
  const reachable = wide ? { tabIndex: 0, role: 'group', 'aria-label': 'Table that scrolls sideways' } : {};
  return (
    <div className="results-scroll" ref={box} {...reachable}>
      {children}
    </div>
  );
}
