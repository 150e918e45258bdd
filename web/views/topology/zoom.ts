import { select } from 'd3-selection';
import { type D3ZoomEvent, zoom, zoomIdentity } from 'd3-zoom';
import { pageScale } from '../../store/scale';
import { CLICK_SLOP } from './drag';

const MIN_ZOOM = 0.4;
const MAX_ZOOM = 8;

/** Scale and translation of the drawing, in pixels. */
export interface Zoom {
  k: number;
  x: number;
  y: number;
}

/** What a drag on the background does, and who may have the wheel. */
export interface ZoomModes {
  /** The wheel zooms with Ctrl only. */
  embed: boolean;
  /** A drag on the background selects an area instead. */
  bands: boolean;
}

export interface Zooming {
  reset(): void;
  end(): void;
}

/** Zoom and pan of an element: drag on the background, pinch, wheel; in an embed the wheel only with Ctrl. */
export function bindZoom(
  element: HTMLDivElement,
  modes: () => ZoomModes,
  onZoom: (transform: Zoom) => void,
): Zooming {
  const drawing = select<HTMLDivElement, unknown>(element);
  const wanted = (event: WheelEvent | MouseEvent | TouchEvent) => {
    const { embed, bands } = modes();
    if (event instanceof WheelEvent) return !embed || event.ctrlKey || event.metaKey;
    // One finger scrolls the page; two move and zoom the drawing.
    if ('touches' in event) return event.touches.length > 1;
    if (event.button !== 0 || event.ctrlKey || event.shiftKey || bands) return false;
    return !(event.target instanceof Element && event.target.closest('[data-node]'));
  };

  // Where a press began: small movements do not pan.
  let press: { event: MouseEvent; before: typeof zoomIdentity } | null = null;
  const own = zoom<HTMLDivElement, unknown>()
    .filter(wanted)
    .scaleExtent([MIN_ZOOM, MAX_ZOOM])
    .clickDistance(CLICK_SLOP)
    .on('start', ({ sourceEvent, transform }: D3ZoomEvent<HTMLDivElement, unknown>) => {
      press = sourceEvent?.type === 'mousedown' ? { event: sourceEvent, before: transform } : null;
    })
    .on('zoom', ({ sourceEvent, transform: { k, x, y } }: D3ZoomEvent<HTMLDivElement, unknown>) => {
      if (press && sourceEvent?.type === 'mousemove') {
        const { clientX, clientY } = press.event;
        if (Math.hypot(sourceEvent.clientX - clientX, sourceEvent.clientY - clientY) <= CLICK_SLOP) return;
      }
      press = null;
      // D3 counts in pixels of the screen.
      const scale = pageScale();
      onZoom({ k, x: x / scale, y: y / scale });
    })
    .on('end', () => {
      if (press) drawing.call(own.transform, press.before);
    });
  // Twice a press is two presses. And at a limit the wheel does not turn to the page, or with Ctrl to the page's size.
  drawing
    .call(own)
    .on('dblclick.zoom', null)
    .on('wheel.limit', (event: WheelEvent) => wanted(event) && event.preventDefault(), { passive: false });
  return {
    reset() {
      drawing.call(own.transform, zoomIdentity);
    },
    end() {
      drawing.on('.zoom', null).on('.limit', null);
    },
  };
}
