import './timeline.css';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { formatTime } from '../../drawing/format';
import {
  cursorIn,
  type Frame,
  goTo,
  latestFrame,
  runNow,
  seek,
  setView,
  useDocument,
  useListedBranches,
  useRun,
  useSession,
  useShownFork,
} from '../../store';
import { pageScale, resolution } from '../../store/scale';
import { onTheme } from '../../ui/palette';
import { redraw } from '../../ui/redraw';
import { useFinger } from '../../ui/use-layout';
import { useSize } from '../plots/drawing/use-size';
import { between, clamp } from '../plots/model/window';
import { type DragTarget, dragTargetAt } from './marks';
import { INSET, Overview, xOfTime } from './overview';
import { timelineTexts as words } from './texts';

/** An overview of the run: marks of every flow, edits, the current time, and the visible time span, which can be dragged. */
export function Timeline() {
  const root = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize(root);
  const finger = useFinger();
  const duration = useDocument((d) => d.durationS);
  const edits = useDocument((d) => d.edits);
  const directory = useRun((r) => r.directory);
  const embed = useSession((s) => s.embed);
  const forks = useListedBranches();
  const requestDraw = useRef<() => void>(() => undefined);
  // An open question of a lesson may hide when packets are lost.
  const marked = useSession((s) => !s.hidden.includes('losses'));
  const shown = useShownFork();
  const latest = useRef({ size, edits, forks, shown, finger, marked });
  latest.current = { size, edits, forks, shown, finger, marked };

  useEffect(() => {
    const overview = new Overview();
    let drawn = '';
    let drawnS = Number.NaN;
    const picture = redraw.register('scenes', () => {
      const frame = latestFrame();
      const { size, edits, forks, shown, marked } = latest.current;
      if (!canvas.current || !frame || size.width < 40) return;
      const at = (t: number) => Math.round(xOfTime(t, frame.directory.durationS, size.width) * resolution());
      // A long run moves by less than a pixel in most frames.
      const cursor = cursorIn(frame);
      const key = [frame.now, frame.known, frame.t0, frame.t1, cursor ?? -1].map(at).join();
      if (key === drawn && runNow().playing) return;
      drawn = key;
      drawnS = frame.now;
      const leaving = forks.filter((b) => b.parent !== null);
      overview.draw(canvas.current, size, frame, edits ?? [], leaving, shown, cursor, marked);
    });
    const labels = redraw.register('words', () => {
      const frame = latestFrame();
      if (!root.current || !canvas.current || !frame) return;
      const { durationS } = frame.directory;
      const text = (t: number) => formatTime(t, durationS);
      // In slow motion the time of the playhead changes long before its place does.
      if (text(drawnS) !== text(frame.now)) {
        drawn = '';
        picture.mark();
      }
      const [from, to] = [text(frame.t0), text(frame.t1)];
      const { shown } = latest.current;
      root.current.title = [words.shown(from, to), shown?.names.other].filter(Boolean).join('; ');
      const cursor = cursorIn(frame);
      const crosshair = cursor === null ? '' : words.crosshair(text(cursor));
      canvas.current.ariaLabel = words.overview(text(durationS), from, to) + crosshair;
      for (const handle of handlesIn(root.current)) {
        const t = timeOf(handle, frame);
        // Handles are visible only when focused, so they need not move in every frame.
        const { size, finger } = latest.current;
        const x = Math.round(xOfTime(t, durationS, size.width));
        // A handle as wide as a finger would extend beyond the screen.
        const within = finger ? Math.max(TOUCH_SLOP, Math.min(size.width - TOUCH_SLOP, x)) : x;
        handle.style.transform = handle.classList.contains('low') ? '' : `translateX(${within}px)`;
        handle.ariaValueNow = `${t}`;
        handle.ariaValueText = text(t);
      }
    });
    requestDraw.current = () => {
      drawn = '';
      picture.mark();
      labels.mark();
    };
    const theme = onTheme(requestDraw.current);
    return () => {
      theme();
      picture.dispose();
      labels.dispose();
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these changes what is drawn
  useEffect(() => {
    requestDraw.current();
  }, [size, edits, directory, forks, shown, marked]);

  const sought = useRef<Sought>({ to: 0, pressed: Number.NEGATIVE_INFINITY });
  const drag = useBandDrag(root, size, duration);
  /** There is no room for a handle of the current time: the whole timeline is that handle. */
  const low = size.height < 60;
  const handle = (which: HandleKind, label: string) => (
    <div
      className={which === 'now' ? `band-handle moment${low ? ' low' : ''}` : 'band-handle'}
      data-moment={which}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={duration}
      aria-valuenow={0}
      onKeyDown={(event) =>
        which === 'now' ? seekByKey(event, duration, sought.current) : moveByKey(event, which, duration)
      }
    />
  );
  const hasRoom = !embed && size.width > 200;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handles inside do the same by key
    <div
      className={`timeline${embed ? ' is-embed' : ''}`}
      ref={root}
      data-testid="timeline"
      onPointerDown={drag.down}
      onPointerMove={drag.move}
      onPointerUp={drag.up}
      onPointerCancel={drag.up}
      onDoubleClick={() => setView(null)}
    >
      <canvas ref={canvas} role="img" />
      {size.width > 0 && handle('now', words.now)}
      {hasRoom && handle('start', words.start)}
      {hasRoom && handle('end', words.end)}
    </div>
  );
}

type HandleKind = 'now' | 'start' | 'end';

/** The handles of the current time and of the ends of the visible span. */
function handlesIn(root: HTMLElement | null): Iterable<HTMLElement> {
  return root?.querySelectorAll<HTMLElement>('[data-moment]') ?? [];
}

/** The time of a handle, s. */
function timeOf(handle: HTMLElement, { now, t0, t1 }: Frame): number {
  return { now, start: t0, end: t1 }[handle.dataset.moment as HandleKind];
}

/** The time in s that the last key went to, and when it was pressed, ms: another key may come before the frame of that time. */
interface Sought {
  to: number;
  pressed: number;
}

/** A key goes on from where the last one went, if that was less than this ago, ms. */
const SOON_MS = 1000;

/** Arrow keys move the current time by a hundredth of the run, with Shift by a tenth. */
function seekByKey(event: KeyboardEvent, duration: number, sought: Sought): void {
  const frame = latestFrame();
  if (!frame) return;
  const now = event.timeStamp - sought.pressed < SOON_MS && !runNow().playing ? sought.to : frame.now;
  const step = (duration / 100) * (event.shiftKey ? 10 : 1);
  const by: Record<string, number> = {
    ArrowLeft: -step,
    ArrowDown: -step,
    ArrowRight: step,
    ArrowUp: step,
    PageDown: -10 * step,
    PageUp: 10 * step,
    Home: -duration,
    End: frame.known - now,
  };
  const move = by[event.key];
  if (move === undefined) return;
  sought.to = Math.max(0, Math.min(duration, now + move));
  sought.pressed = event.timeStamp;
  goTo(sought.to);
  event.preventDefault();
  event.stopPropagation();
}

/** Arrow keys move an end of the band by a hundredth of the run, with Shift by a tenth. */
function moveByKey(event: KeyboardEvent, which: 'start' | 'end', duration: number): void {
  const frame = latestFrame();
  if (!frame) return;
  const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[
    event.key
  ];
  if (event.key === 'Escape') setView(null);
  else if (by !== undefined) {
    const step = ((by * duration) / 100) * (event.shiftKey ? 10 : 1);
    const t0 = which === 'start' ? Math.min(frame.t0 + step, frame.t1 - duration / 200) : frame.t0;
    const t1 = which === 'end' ? Math.max(frame.t1 + step, frame.t0 + duration / 200) : frame.t1;
    setView(between(t0, t1, duration));
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

interface Drag {
  target: DragTarget;
  /** Time under the pointer when the drag began, and the visible span at that moment. */
  at: number;
  t0: number;
  t1: number;
  moved: boolean;
}

/** Maximum distance between a touch and its target, px. */
const TOUCH_SLOP = 22;

/** Minimum time between two seeks during a drag, ms, because the engine has to compute each one. */
const SEEK_INTERVAL_MS = 60;

/** Dragging moves the current time, the band or one of its ends, or selects a new span elsewhere. A click seeks to its time. */
function useBandDrag(
  root: { current: HTMLDivElement | null },
  { width, height }: { width: number; height: number },
  duration: number,
) {
  const scrubbed = useRef(0);
  const held = useRef<Drag | null>(null);
  const span = Math.max(1, width - INSET.left - INSET.right);
  const local = (event: PointerEvent) =>
    (event.clientX - (root.current?.getBoundingClientRect().left ?? 0)) / pageScale();
  const timeAt = (x: number) => Math.max(0, Math.min(duration, ((x - INSET.left) / span) * duration));
  return {
    down(event: PointerEvent) {
      const frame = latestFrame();
      if (event.button !== 0 || !frame) return;
      const x = local(event);
      const y = (event.clientY - (root.current?.getBoundingClientRect().top ?? 0)) / pageScale();
      const reach = event.pointerType === 'mouse' ? 7 : TOUCH_SLOP;
      const target = dragTargetAt(
        x,
        xOfTime(frame.t0, duration, width),
        xOfTime(frame.t1, duration, width),
        reach,
        y > height / 3 ? xOfTime(frame.now, duration, width) : Number.NaN,
      );
      // A band over the whole run cannot be moved, so dragging inside it selects a new span.
      const whole = frame.t0 <= 0 && frame.t1 >= duration;
      held.current = {
        target: target === 'band' && whole ? 'none' : target,
        at: timeAt(x),
        t0: frame.t0,
        t1: frame.t1,
        moved: false,
      };
      root.current?.setPointerCapture(event.pointerId);
    },
    move(event: PointerEvent) {
      const h = held.current;
      if (!h) return;
      const t = timeAt(local(event));
      if (h.target === 'now') {
        if (event.timeStamp - scrubbed.current < SEEK_INTERVAL_MS) return;
        scrubbed.current = event.timeStamp;
        seek(t);
        return;
      }
      h.moved ||= Math.abs(t - h.at) >= (3 / span) * duration;
      if (!h.moved) return;
      if (h.target === 'start') setView(between(Math.min(t, h.t1 - duration / 500), h.t1, duration));
      else if (h.target === 'end') setView(between(h.t0, Math.max(t, h.t0 + duration / 500), duration));
      else if (h.target === 'band') setView(clamp({ t0: h.t0 + t - h.at, t1: h.t1 + t - h.at }, duration));
      else setView(between(h.at, t, duration));
    },
    up(event: PointerEvent) {
      const h = held.current;
      held.current = null;
      if (h && event.type === 'pointerup' && (h.target === 'now' || !h.moved)) goTo(timeAt(local(event)));
    },
  };
}
