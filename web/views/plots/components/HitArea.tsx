import './overlay.css';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { PlotSpec } from '../../../drawing/spec';
import {
  askWhy,
  cursorIn,
  latestFrame,
  pinCursor,
  resetZoom,
  sessionNow,
  setCursor,
  setValueZoom,
  setView,
  unpinCursor,
} from '../../../store';
import { pageScale } from '../../../store/scale';
import { redraw } from '../../../ui/redraw';
import type { Charts } from '../drawing/chart';
import { type Box, boxOf, type Place, rowsOf } from '../model/box';
import { between, pan, pinched, type Span, zoom } from '../model/window';
import { summary } from './PlotRow';
import { hitAreaTexts as t } from './texts';

/** After this time a touch is a long press. */
const HOLD_MS = 250;
/** A touch that moves sideways by more than this moves the crosshair. */
const SLOP_PX = 8;

interface Props {
  name: string;
  left: number;
  width: number;
  specs: readonly PlotSpec[];
  heights: readonly number[];
  charts: Charts;
}

/** What the pointer is doing. */
type Drag =
  /** Drags a box. */
  | { kind: 'box'; start: Place }
  /** Moves the span of time; `span` is the one at its start. */
  | { kind: 'pan'; x: number; span: Span }
  /** A touch that has just begun and may become one of the others. */
  | { kind: 'touch'; x: number; hold: ReturnType<typeof setTimeout> }
  /** A long press moves the crosshair. */
  | { kind: 'cursor' }
  /** Two fingers zoom; each holds its time. */
  | { kind: 'pinch' };

/**
 * Handles pointer and keys over plots. Hovering moves the crosshair, and leaving hides it; a click pins it, and a second one unpins it. A
 * long press shows it until the finger is lifted. A drag selects a span of time or, up or down within a plot, a box of time and values. A
 * drag with Shift, and a sideways wheel, move through time. Ctrl with the wheel, and two fingers, zoom. A double click follows the run
 * again. A plain wheel scrolls the page.
 */
export function HitArea({ name, left, width, specs, heights, charts }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState<Box | null>(null);
  const drag = useRef<Drag | null>(null);
  const fingers = useRef(new Map<number, { share: number; t: number }>());
  const span = Math.max(1, width - left);
  const rows = rowsOf(specs, heights);

  /** Pixels from the area's upper left corner. */
  const placeOf = (event: { clientX: number; clientY: number }): Place => {
    const at = area.current?.getBoundingClientRect();
    return {
      x: Math.max(0, Math.min(span, (event.clientX - (at?.left ?? 0)) / pageScale())),
      y: (event.clientY - (at?.top ?? 0)) / pageScale(),
    };
  };
  const timeAt = (x: number) => {
    const frame = latestFrame();
    return frame ? frame.t0 + (x / span) * (frame.t1 - frame.t0) : 0;
  };

  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    area.current?.setPointerCapture(event.pointerId);
    const place = placeOf(event);
    const frame = latestFrame();
    if (event.pointerType === 'mouse') {
      drag.current =
        event.shiftKey && frame
          ? { kind: 'pan', x: place.x, span: { t0: frame.t0, t1: frame.t1 } }
          : { kind: 'box', start: place };
      return;
    }
    fingers.current.set(event.pointerId, { share: place.x / span, t: timeAt(place.x) });
    forget();
    if (fingers.current.size === 2) {
      drag.current = { kind: 'pinch' };
      return;
    }
    // A swipe scrolls the page and must not move the crosshair.
    const hold = setTimeout(() => show(place.x), HOLD_MS);
    drag.current = { kind: 'touch', x: place.x, hold };
  };
  /** A long press, or a finger that moves sideways: not a swipe. */
  const show = (x: number) => {
    drag.current = { kind: 'cursor' };
    unpinCursor();
    setCursor(timeAt(x));
  };
  /** Beyond the end of what is simulated there is no moment to pin. */
  const pinAt = (x: number) => pinCursor(Math.min(timeAt(x), latestFrame()?.known ?? 0));
  const forget = () => {
    if (drag.current?.kind === 'touch') clearTimeout(drag.current.hold);
    drag.current = null;
  };
  const move = (event: PointerEvent) => {
    const place = placeOf(event);
    if (event.pointerType === 'mouse') point(place);
    const now = drag.current;
    const frame = latestFrame();
    if (now?.kind === 'box') setBox(boxOf(now.start, place, rows));
    else if (now?.kind === 'pan' && frame) {
      setView(pan(now.span, (now.x - place.x) / span, frame.directory.durationS));
    } else if (now?.kind === 'pinch') pinch(event.pointerId, place.x / span);
    else if (now?.kind === 'touch') {
      if (Math.abs(place.x - now.x) < SLOP_PX) return;
      clearTimeout(now.hold);
      show(place.x);
    } else setCursor(timeAt(place.x));
  };
  const pinch = (finger: number, share: number) => {
    const held = fingers.current.get(finger);
    if (held) held.share = share;
    const [a, b] = [...fingers.current.values()].sort((p, q) => p.share - q.share);
    const frame = latestFrame();
    const shown = a && b && frame ? pinched(a, b, frame.directory.durationS) : null;
    if (shown) setView(shown);
  };
  const up = (event: PointerEvent) => {
    const was = drag.current;
    fingers.current.delete(event.pointerId);
    forget();
    if (was?.kind === 'cursor') setCursor(null);
    if (was?.kind !== 'box') return;
    const place = placeOf(event);
    const selected = boxOf(was.start, place, rows);
    setBox(null);
    if (selected) zoomTo(selected, place.x);
    else if (sessionNow().why) {
      // An open answer goes to the moment that is pressed.
      pinAt(place.x);
      askWhy();
    } else if (sessionNow().cursorPinned) {
      unpinCursor();
      setCursor(timeAt(place.x));
    } else pinAt(place.x);
  };
  const zoomTo = ({ time, values }: Box, pointer: number) => {
    const frame = latestFrame();
    if (!frame) return;
    if (values) {
      const chart = charts.get(values.id);
      const top = rows.find((r) => r.id === values.id)?.top ?? 0;
      const low = chart?.valueAt(values.to - top) ?? Number.NaN;
      const end = chart?.valueAt(values.from - top) ?? Number.NaN;
      if (end > low) setValueZoom(values.id, { low, end });
    }
    if (!time) return;
    const view = between(timeAt(time.from), timeAt(time.to), frame.directory.durationS);
    setView(view);
    // Under the pointer there is another moment now.
    setCursor(view.t0 + (pointer / span) * (view.t1 - view.t0));
  };
  /** The buttons of a plot's title are shown while the pointer is over the plot. */
  const point = (place: Place | null) => {
    const id = place && rows.find((r) => place.y >= r.top && place.y < r.top + r.height)?.id;
    for (const plot of area.current?.parentElement?.getElementsByClassName('plot') ?? [])
      plot.classList.toggle('is-pointed', plot.getAttribute('data-plot') === id);
  };
  const leave = () => {
    point(null);
    if (drag.current === null) setCursor(null);
  };
  const cancel = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
    if (drag.current?.kind === 'cursor') setCursor(null);
    forget();
    setBox(null);
  };

  const keys = (event: KeyboardEvent) => {
    const frame = latestFrame();
    if (!frame) return;
    const width = frame.t1 - frame.t0;
    const now = cursorIn(frame) ?? frame.now;
    const step = (width / span) * 2 * (event.shiftKey ? 20 : 1);
    const duration = frame.directory.durationS;
    const go = (t: number) => pinCursor(Math.max(0, Math.min(frame.known, t)));
    if (event.key === 'ArrowLeft') go(now - step);
    else if (event.key === 'ArrowRight') go(now + step);
    else if (event.key === 'PageUp') setView(pan(frame, -0.5, duration));
    else if (event.key === 'PageDown') {
      const later = pan(frame, 0.5, duration);
      // Beyond what is simulated there is nothing to see.
      if (later.t0 < frame.known) setView(later);
    } else if (event.key === 'Home') go(frame.t0);
    else if (event.key === 'End') go(frame.t1);
    else if (event.key === '+' || event.key === '=') setView(zoom(frame, now, 0.5, duration));
    else if (event.key === '-') setView(zoom(frame, now, 2, duration));
    else if (event.key === '0') resetZoom();
    // An open answer closes with its crosshair, wherever the focus is.
    else if (event.key === 'Escape' && sessionNow().cursor !== null && !sessionNow().why) unpinCursor();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  useEffect(() => {
    const element = area.current;
    if (!element) return;
    // React's wheel listeners are passive, but zooming here must not zoom the page.
    const wheel = (event: WheelEvent) => {
      const frame = latestFrame();
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
      const zooms = event.ctrlKey || event.metaKey;
      if (!(zooms || sideways) || !frame) return;
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const duration = frame.directory.durationS;
      if (!zooms) {
        setView(pan(frame, event.deltaX / box.width, duration));
        return;
      }
      const share = (event.clientX - box.left) / box.width;
      const around = frame.t0 + share * (frame.t1 - frame.t0);
      setView(zoom(frame, around, Math.exp(event.deltaY * 0.002), duration));
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, []);

  const latest = useRef(specs);
  latest.current = specs;
  // Written along with other texts rather than by React: a change of the page at each pointer move would cost a frame.
  useEffect(() => {
    const handle = redraw.register('words', () => {
      const frame = latestFrame();
      if (!area.current || !frame) return;
      const cursor = cursorIn(frame);
      area.current.ariaValueMax = `${frame.directory.durationS}`;
      area.current.ariaValueNow = `${cursor ?? frame.now}`;
      area.current.ariaValueText =
        cursor === null ? t.now : latest.current.slice(0, 2).map(summary).join('; ');
    });
    return handle.dispose;
  }, []);

  return (
    <div
      ref={area}
      className="plots-hit"
      style={{ left, width: span }}
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuenow={0}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={cancel}
      onPointerLeave={leave}
      onDoubleClick={resetZoom}
      // Otherwise the browser would drag text that is selected elsewhere.
      onDragStart={(event) => event.preventDefault()}
      // Otherwise a long press would open the browser's menu.
      onContextMenu={(event) => drag.current && event.preventDefault()}
      onKeyDown={keys}
    >
      {box && (
        <div
          className={box.values ? 'zoom-box' : 'zoom-band'}
          style={{
            left: box.time?.from ?? 0,
            width: box.time ? box.time.to - box.time.from : span,
            ...(box.values && { top: box.values.from, height: box.values.to - box.values.from }),
          }}
        />
      )}
    </div>
  );
}
