import { useEffect, useRef } from 'react';

/** After a change of `value` that removed what had the focus, the element that `selector` finds gets it. An empty selector finds none. */
export function useFocusAfter(value: unknown, selector: string): void {
  const before = useRef(value);
  useEffect(() => {
    const changed = before.current !== value;
    before.current = value;
    if (changed && selector !== '' && document.activeElement === document.body)
      document.querySelector<HTMLElement>(selector)?.focus();
  }, [value, selector]);
}
