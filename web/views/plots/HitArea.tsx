import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { latestFrame, sessionNow, setCursor, setView, useSession } from '../../store';
import { summary } from './PlotRow';
import type { PlotSpec } from './specs';
import { between, clamp, zoom } from './window';

interface Props {
  left: number;
  width: number;
  specs: readonly PlotSpec[];
}

/** Shorter than this a drag is a press. */
const DRAG_PX = 6;

/**
 * Takes pointer and keys over all plots: moves the crosshair, selects a span of time by drag, zooms with Ctrl and the
 * wheel, and goes back to following the run on a double click. A plain wheel scrolls the page, as everywhere.
 */
export function HitArea({ left, width, specs }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const [band, setBand] = useState<{ from: number; to: number } | null>(null);
  const pinned = useRef(false);
  const drag = useRef<number | null>(null);
  const span = Math.max(1, width - left);
  const cursor = useSession((s) => s.cursor);

  /** Pixels from the area's left edge. */
  const xOf = (event: { clientX: number }) => {
    const box = area.current?.getBoundingClientRect();
    return Math.max(0, Math.min(span, event.clientX - (box?.left ?? 0)));
  };
  const timeAt = (x: number) => {
    const frame = latestFrame();
    return frame ? frame.t0 + (x / span) * (frame.t1 - frame.t0) : 0;
  };

  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    area.current?.setPointerCapture(event.pointerId);
    drag.current = xOf(event);
    if (event.pointerType !== 'mouse') {
      pinned.current = true;
      setCursor(timeAt(xOf(event)));
    }
  };
  const move = (event: PointerEvent) => {
    const x = xOf(event);
    if (drag.current !== null && event.pointerType === 'mouse' && Math.abs(x - drag.current) > DRAG_PX) {
      setBand({ from: Math.min(x, drag.current), to: Math.max(x, drag.current) });
      return;
    }
    if (!pinned.current || (drag.current !== null && event.pointerType !== 'mouse')) setCursor(timeAt(x));
  };
  const up = (event: PointerEvent) => {
    const start = drag.current;
    drag.current = null;
    if (start === null) return;
    const x = xOf(event);
    const frame = latestFrame();
    if (band && frame) {
      setView(between(timeAt(start), timeAt(x), frame.directory.durationS));
      setBand(null);
      return;
    }
    if (event.pointerType !== 'mouse') return;
    // A press holds the crosshair in its place; the next one lets it go.
    pinned.current = !pinned.current;
    setCursor(timeAt(x));
  };
  const leave = () => {
    if (!pinned.current && drag.current === null && document.activeElement !== area.current) setCursor(null);
  };
  const cancel = () => {
    drag.current = null;
    setBand(null);
  };

  const keys = (event: KeyboardEvent) => {
    const frame = latestFrame();
    if (!frame) return;
    const width = frame.t1 - frame.t0;
    const now = sessionNow().cursor ?? frame.now;
    const step = (width / span) * 2 * (event.shiftKey ? 20 : 1);
    const duration = frame.directory.durationS;
    const go = (t: number) => setCursor(Math.max(0, Math.min(frame.now, t)));
    pinned.current = true;
    if (event.key === 'ArrowLeft') go(now - step);
    else if (event.key === 'ArrowRight') go(now + step);
    else if (event.key === 'PageUp')
      setView(clamp({ t0: frame.t0 - width / 2, t1: frame.t1 - width / 2 }, duration));
    else if (event.key === 'PageDown')
      setView(clamp({ t0: frame.t0 + width / 2, t1: frame.t1 + width / 2 }, duration));
    else if (event.key === 'Home') go(frame.t0);
    else if (event.key === 'End') go(frame.t1);
    else if (event.key === '+' || event.key === '=') setView(zoom(frame, now, 0.5, duration));
    else if (event.key === '-') setView(zoom(frame, now, 2, duration));
    else if (event.key === 'Escape') {
      pinned.current = false;
      setCursor(null);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  useEffect(() => {
    const element = area.current;
    if (!element) return;
    // React listens to the wheel passively; zooming must keep the page from zooming too.
    const wheel = (event: WheelEvent) => {
      const frame = latestFrame();
      if (!(event.ctrlKey || event.metaKey) || !frame) return;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const share = (event.clientX - box.left) / box.width;
      const around = frame.t0 + share * (frame.t1 - frame.t0);
      setView(zoom(frame, around, Math.exp(event.deltaY * 0.002), frame.directory.durationS));
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, []);

  const frame = latestFrame();
  const at = cursor ?? frame?.now ?? 0;
  return (
    <div
      ref={area}
      className="plots-hit"
      style={{ left, width: span }}
      role="slider"
      tabIndex={0}
      aria-label="Crosshair"
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={frame?.directory.durationS ?? 0}
      aria-valuenow={at}
      aria-valuetext={cursor === null ? 'now' : specs.slice(0, 2).map(summary).join('; ')}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={cancel}
      onPointerLeave={leave}
      onDoubleClick={() => {
        pinned.current = false;
        setView(null);
      }}
      onKeyDown={keys}
    >
      {band && <div className="zoom-band" style={{ left: band.from, width: band.to - band.from }} />}
    </div>
  );
}
