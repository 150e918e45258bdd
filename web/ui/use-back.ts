import { useEffect, useRef } from 'react';

/** Takes back the history entry of what has just closed, unless something opens that can use it. */
let leaving: ReturnType<typeof setTimeout> | undefined;

/**
 * Back closes what is open over the page, instead of leaving the page. For that it has an entry of its own in the browser's history. In a
 * frame it has none: Back belongs to the page around it.
 */
export function useBack(open: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!open || window.parent !== window) return;
    if (leaving === undefined) history.pushState(history.state, '');
    clearTimeout(leaving);
    leaving = undefined;
    const { href } = location;
    let gone = false;
    const back = () => {
      gone = true;
      latest.current();
    };
    addEventListener('popstate', back);
    return () => {
      removeEventListener('popstate', back);
      // At another address, other entries are above this one.
      if (gone || location.href !== href) return;
      leaving = setTimeout(() => {
        leaving = undefined;
        if (location.href === href) history.back();
      });
    };
  }, [open]);
}
