import { useSyncExternalStore } from 'react';

export type Layout = 'desktop' | 'medium' | 'phone';

const wide = matchMedia('(min-width: 1200px)');
// A phone held sideways has no room for sheets one above the other.
const narrow = matchMedia('(max-width: 799.98px) and (min-height: 500px), (max-width: 639.98px)');
// There it also has no room for a network above the plots.
const low = matchMedia('(max-height: 499.98px) and (min-width: 640px) and (max-width: 1199.98px)');
// Beside a lesson, an embed has room for a network above two plots.
const roomy = matchMedia('(min-height: 480px) and (min-width: 700px)');
const coarse = matchMedia('(pointer: coarse)');

/** Which of the three layouts the width of the page calls for. */
export function useLayout(): Layout {
  return useSyncExternalStore(watchWidth, () =>
    wide.matches ? 'desktop' : narrow.matches ? 'phone' : 'medium',
  );
}

/** Whether network and plots stand side by side. */
export function useSideBySide(): boolean {
  return useSyncExternalStore(watchHeight, () => low.matches);
}

/** Whether an embed has room for the network beside a lesson. */
export function useRoomForNetwork(): boolean {
  return useSyncExternalStore(watchRoom, () => roomy.matches);
}

/** Whether the page is pressed with a finger. */
export function useFinger(): boolean {
  return useSyncExternalStore(watchPointer, () => coarse.matches);
}

const watchWidth = (changed: () => void) => watch([wide, narrow], changed);
const watchHeight = (changed: () => void) => watch([low], changed);
const watchRoom = (changed: () => void) => watch([roomy], changed);
const watchPointer = (changed: () => void) => watch([coarse], changed);

function watch(queries: readonly MediaQueryList[], changed: () => void): () => void {
  for (const query of queries) query.addEventListener('change', changed);
  return () => {
    for (const query of queries) query.removeEventListener('change', changed);
  };
}
