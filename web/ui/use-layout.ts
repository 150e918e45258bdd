import { useSyncExternalStore } from 'react';

export type Layout = 'desktop' | 'medium' | 'phone';

const wide = matchMedia('(min-width: 1200px)');
// A phone held sideways has no room for sheets one above the other.
const narrow = matchMedia('(max-width: 799.98px) and (min-height: 500px), (max-width: 639.98px)');

/** Which of the three layouts the width of the page calls for. */
export function useLayout(): Layout {
  return useSyncExternalStore(watch, () => (wide.matches ? 'desktop' : narrow.matches ? 'phone' : 'medium'));
}

function watch(changed: () => void): () => void {
  wide.addEventListener('change', changed);
  narrow.addEventListener('change', changed);
  return () => {
    wide.removeEventListener('change', changed);
    narrow.removeEventListener('change', changed);
  };
}
