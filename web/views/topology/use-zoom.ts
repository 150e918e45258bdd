import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Zoom, Zooming } from './zoom';

const NONE: Zoom = { k: 1, x: 0, y: 0 };

/** The first of these on the page loads what zooms, so that it is there when a gesture reaches the drawing. */
const SIGNS = ['pointermove', 'pointerdown', 'wheel'] as const;

/** On a touch screen it loads this soon, ms: after the run is on the screen. */
const TOUCH_MS = 2000;

/**
 * Zoom and pan of the drawing. Their code loads with the first sign of a pointer or finger: nobody can zoom before.
 *
 * @param embed the wheel zooms with Ctrl only
 * @param bands a drag on the background selects an area instead
 */
export function useZoom(
  root: RefObject<HTMLDivElement | null>,
  embed: boolean,
  bands: boolean,
): { transform: Zoom; resetZoom: () => void } {
  const [transform, setTransform] = useState(NONE);
  const latest = useRef({ embed, bands });
  latest.current = { embed, bands };
  const zooming = useRef<Zooming>(null);

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const signs = new AbortController();
    const load = async () => {
      const { bindZoom } = await import('./zoom');
      if (signs.signal.aborted) return;
      signs.abort();
      zooming.current = bindZoom(element, () => latest.current, setTransform);
    };
    // Without the network the next sign tries again.
    const tryToLoad = () => void load().catch(() => undefined);
    for (const sign of SIGNS) addEventListener(sign, tryToLoad, { passive: true, signal: signs.signal });
    // A finger gives no sign before its first gesture.
    const soon = matchMedia('(pointer: coarse)').matches ? setTimeout(tryToLoad, TOUCH_MS) : 0;
    return () => {
      clearTimeout(soon);
      signs.abort();
      zooming.current?.end();
      zooming.current = null;
    };
  }, [root]);

  const resetZoom = useCallback(() => zooming.current?.reset(), []);
  return { transform, resetZoom };
}
