import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { follow } from './drag';
import type { Point } from './geometry';

/** The drawing k times as large, and moved by x and y, pixels. */
export interface Zoom {
  k: number;
  x: number;
  y: number;
}

const NONE: Zoom = { k: 1, x: 0, y: 0 };
const SMALLEST = 0.4;
const LARGEST = 8;
/** Doublings for one unit of a wheel: a pixel, a line, a page. */
const WHEEL = [0.002, 0.05, 1];
/** A pinch on a touchpad comes as a wheel with Ctrl, in small units. */
const PINCHED = 10;

/** The zoom that shows at `to` what `before` shows at `from`, with the drawing k times as large, as far as that goes. */
export function zoomedAbout(before: Zoom, k: number, from: Point, to: Point): Zoom {
  const size = Math.max(SMALLEST, Math.min(LARGEST, k));
  const by = size / before.k;
  return { k: size, x: to.x - (from.x - before.x) * by, y: to.y - (from.y - before.y) * by };
}

/** Zoom and pan: drag on the background, pinch, wheel; in an embed the wheel only with Ctrl. */
export function useZoom(
  root: RefObject<HTMLDivElement | null>,
  embed: boolean,
  /** A drag on the background draws a rubber band instead. */
  bands: boolean,
): { transform: Zoom; resetZoom: () => void } {
  const [transform, setTransform] = useState(NONE);
  // Events can come faster than pictures: each builds on the one before.
  const latest = useRef(transform);
  const set = useCallback((zoom: Zoom) => {
    latest.current = zoom;
    setTransform(zoom);
  }, []);

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const bound = new AbortController();
    const { signal } = bound;
    const place = (event: { clientX: number; clientY: number }): Point => {
      const box = element.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };

    const wheel = (event: WheelEvent) => {
      if (embed && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const at = place(event);
      const doublings = -event.deltaY * (WHEEL[event.deltaMode] ?? 1) * (event.ctrlKey ? PINCHED : 1);
      set(zoomedAbout(latest.current, latest.current.k * 2 ** doublings, at, at));
    };
    const down = (event: PointerEvent) => {
      // One finger scrolls the page; two move and zoom the drawing.
      if (event.pointerType === 'touch' || event.button !== 0 || event.ctrlKey || event.shiftKey || bands)
        return;
      if (event.target instanceof Element && event.target.closest('[data-node]')) return;
      const before = latest.current;
      const from = place(event);
      const move = (to: PointerEvent) => set(zoomedAbout(before, before.k, from, place(to)));
      follow(event, { move, drop: move });
    };

    let pinch: { before: Zoom; middle: Point; apart: number } | null = null;
    const fingers = ({ touches: [a, b] }: TouchEvent) => {
      if (!a || !b) return null;
      const [p, q] = [place(a), place(b)];
      return { middle: { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 }, apart: Math.hypot(p.x - q.x, p.y - q.y) };
    };
    const touched = (event: TouchEvent) => {
      const two = fingers(event);
      pinch = two && { before: latest.current, ...two };
      if (two) event.preventDefault();
    };
    const touching = (event: TouchEvent) => {
      const two = fingers(event);
      if (!pinch || !two) return;
      event.preventDefault();
      const { before, middle, apart } = pinch;
      set(zoomedAbout(before, (before.k * two.apart) / Math.max(1, apart), middle, two.middle));
    };

    element.addEventListener('wheel', wheel, { signal, passive: false });
    element.addEventListener('pointerdown', down, { signal });
    element.addEventListener('touchstart', touched, { signal, passive: false });
    element.addEventListener('touchmove', touching, { signal, passive: false });
    element.addEventListener('touchend', touched, { signal, passive: false });
    return () => bound.abort();
  }, [root, embed, bands, set]);

  return { transform, resetZoom: useCallback(() => set(NONE), [set]) };
}
