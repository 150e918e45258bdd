import { type ReactNode, useEffect, useRef } from 'react';

/** A table that may be wider than its room: names stay, numbers scroll, and an edge says that there is more. */
export function Wide({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const more = element.scrollWidth - element.clientWidth - element.scrollLeft > 2;
      element.toggleAttribute('data-more', more);
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
  return (
    <div className="results-scroll" ref={box}>
      {children}
    </div>
  );
}
