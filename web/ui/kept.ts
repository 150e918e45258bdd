/** What a view keeps while another one is on screen: its filters and how far it was scrolled. A reload forgets it. */
import { type RefObject, useEffect, useRef, useState } from 'react';

const values = new Map<string, unknown>();
const places = new Map<string, number>();

/** A state that stays when its view goes. @param key its name, unique in the page */
export function useKept<T>(key: string, first: T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => (values.has(key) ? (values.get(key) as T) : first));
  const set = (next: T) => {
    values.set(key, next);
    setValue(next);
  };
  return [value, set];
}

/**
 * For an element that scrolls: it comes back as it was left.
 * @param key the name of the view
 * @param content what makes it as high as it was, in the order in which it loads; the visitor's own scrolling ends the wait for it
 */
export function useKeptPlace<E extends HTMLElement>(
  key: string,
  content: readonly unknown[],
): RefObject<E | null> {
  const element = useRef<E>(null);
  const wanted = useRef(places.get(key) ?? 0);
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const scrolled = () => {
      if (wanted.current === 0) places.set(key, box.scrollTop);
    };
    const own = () => {
      wanted.current = 0;
    };
    box.addEventListener('scroll', scrolled, { passive: true });
    for (const sign of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
      box.addEventListener(sign, own, { passive: true });
    return () => {
      box.removeEventListener('scroll', scrolled);
      for (const sign of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
        box.removeEventListener(sign, own);
    };
  }, [key]);
  useEffect(() => {
    if (wanted.current > 0 && element.current) element.current.scrollTop = wanted.current;
    // biome-ignore lint/correctness/useExhaustiveDependencies: each part that loads makes the view higher
  }, content);
  return element;
}
