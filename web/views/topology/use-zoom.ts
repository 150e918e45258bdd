import { select } from 'd3-selection';
import { type D3ZoomEvent, type ZoomBehavior, type ZoomTransform, zoom, zoomIdentity } from 'd3-zoom';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Zoom and pan by d3-zoom: drag on the background, pinch, wheel; in an embed the wheel only with Ctrl. */
export function useZoom(
  root: RefObject<HTMLDivElement | null>,
  embed: boolean,
  /** A drag on the background draws a rubber band instead. */
  bands: boolean,
): { transform: ZoomTransform; resetZoom: () => void } {
  const [transform, setTransform] = useState<ZoomTransform>(zoomIdentity);
  const behaviour = useRef<ZoomBehavior<HTMLDivElement, unknown> | null>(null);

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const selection = select<HTMLDivElement, unknown>(element);
    behaviour.current = zoom<HTMLDivElement, unknown>()
      .scaleExtent([0.4, 8])
      .filter((event: Event) => {
        if (event instanceof WheelEvent) return !embed || event.ctrlKey || event.metaKey;
        // One finger scrolls the page; two move and zoom the drawing.
        if (event.type.startsWith('touch')) return (event as TouchEvent).touches.length > 1;
        if (event instanceof MouseEvent && (event.button !== 0 || event.ctrlKey || event.shiftKey || bands))
          return false;
        return !(event.target instanceof Element && event.target.closest('[data-node]'));
      })
      .on('zoom', (event: D3ZoomEvent<HTMLDivElement, unknown>) => setTransform(event.transform));
    selection.call(behaviour.current).on('dblclick.zoom', null);
    return () => {
      selection.on('.zoom', null);
    };
  }, [root, embed, bands]);

  const resetZoom = useCallback(() => {
    if (root.current && behaviour.current) behaviour.current.transform(select(root.current), zoomIdentity);
  }, [root]);
  return { transform, resetZoom };
}
