import { type PointerEvent, useEffect, useRef } from 'react';
import { latestFrame, sessionNow, setView } from '../../store';
import { resolution } from '../../store/scale';
import { formatValue, timeDecimals } from './format';
import type { Painter } from './painter';
import { palette } from './palette';
import { timeTicks } from './ticks';
import { pan, type Span } from './window';

interface Props {
  painter: Painter;
  left: number;
  width: number;
  theme: number;
}

/** Crosshair and playhead: one line each through all plots. */
export function Overlay({ painter, left, width }: Props) {
  const cross = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const handle = painter.register(() => {
      const frame = latestFrame();
      if (!frame) return;
      const x = (t: number) => left + ((t - frame.t0) / (frame.t1 - frame.t0)) * (width - left);
      const { cursor } = sessionNow();
      put(cross.current, cursor === null ? Number.NaN : x(cursor), left, width);
      put(head.current, x(frame.now), left, width);
    }, false);
    return handle.dispose;
  }, [painter, left, width]);

  return (
    <div className="plots-overlay" aria-hidden="true">
      <div className="crosshair" ref={cross} hidden />
      <div className="playhead" ref={head} hidden>
        <span>now</span>
      </div>
    </div>
  );
}

/** Up to here the first plot has its title, which a pointer makes longer. */
const TITLE_WORDS = 190;

/** Moves a mark by transform, which lays nothing out anew; hides it outside the plots. */
function put(element: HTMLElement | null, x: number, left: number, right: number): void {
  if (!element) return;
  const visible = x >= left - 0.5 && x <= right + 0.5;
  if (element.hidden === visible) element.hidden = !visible;
  if (!visible) return;
  element.style.transform = `translateX(${x.toFixed(1)}px)`;
  // At either end its word would run into others: the title's at the left, the readout's at the right.
  element.classList.toggle('wordless', x < TITLE_WORDS || right - x < 40);
}

const HEIGHT = 24;

/** The time axis under the stack, with the crosshair's time inverted and now's in bold. A drag moves the span that is shown. */
export function TimeAxis({ painter, left, width, theme }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const tag = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a theme brings new colours
  useEffect(() => {
    const handle = painter.register(() => {
      const frame = latestFrame();
      if (canvas.current && frame) drawAxis(canvas.current, tag.current, left, width, frame);
    }, false);
    return handle.dispose;
  }, [painter, left, width, theme]);

  const held = useRef<{ x: number; span: Span } | null>(null);
  const hold = (event: PointerEvent) => {
    const frame = latestFrame();
    if (!frame || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { x: event.clientX, span: { t0: frame.t0, t1: frame.t1 } };
  };
  const drag = (event: PointerEvent) => {
    const frame = latestFrame();
    if (!frame || !held.current) return;
    const share = (held.current.x - event.clientX) / Math.max(1, width - left);
    setView(pan(held.current.span, share, frame.directory.durationS));
  };
  const release = () => {
    held.current = null;
  };
  return (
    <div
      className="time-axis"
      data-testid="time-axis"
      onPointerDown={hold}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <canvas ref={canvas} />
      <div className="time-tag" ref={tag} hidden />
    </div>
  );
}

function drawAxis(
  canvas: HTMLCanvasElement,
  tag: HTMLElement | null,
  left: number,
  width: number,
  frame: { t0: number; t1: number; now: number },
): void {
  const r = resolution();
  // The last tick's label may reach past the plots by half its width.
  const full = width + 16;
  if (canvas.width !== Math.round(full * r) || canvas.height !== Math.round(HEIGHT * r)) {
    canvas.width = Math.round(full * r);
    canvas.height = Math.round(HEIGHT * r);
    canvas.style.width = `${full}px`;
    canvas.style.height = `${HEIGHT}px`;
  }
  const ctx = canvas.getContext('2d');
  if (!ctx) return;
  const { token } = palette();
  const span = frame.t1 - frame.t0;
  const x = (t: number) => left + ((t - frame.t0) / span) * (width - left);
  ctx.setTransform(r, 0, 0, r, 0, 0);
  ctx.clearRect(0, 0, full, HEIGHT);
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  const family = "'Inter Variable', Inter, system-ui, sans-serif";

  const { cursor } = sessionNow();
  const decimals = timeDecimals(span);
  const crossed = cursor !== null && cursor >= frame.t0 && cursor <= frame.t1;
  const taken: [number, number][] = [];
  if (tag) {
    if (tag.hidden === crossed) tag.hidden = !crossed;
    if (crossed) {
      const text = `${formatValue(cursor, decimals)} s`;
      if (tag.textContent !== text) tag.textContent = text;
      const at = Math.max(left, Math.min(width - 28, x(cursor)));
      tag.style.transform = `translateX(${at.toFixed(1)}px) translateX(-50%)`;
      taken.push([at - 36, at + 36]);
    }
  }
  const free = (from: number, to: number) => !taken.some(([a, b]) => from < b && a < to);

  const nowAt = x(frame.now);
  const nowText = formatValue(frame.now, Math.min(2, decimals));
  ctx.font = `600 12px ${family}`;
  const half = ctx.measureText(nowText).width / 2;
  const now = Math.min(nowAt, full - half - 1);
  if (nowAt >= left && nowAt <= width && free(now - half, now + half)) {
    ctx.fillStyle = token.ink;
    ctx.fillText(nowText, now, 13);
    taken.push([now - half - 10, now + half + 10]);
  }

  ctx.font = `400 12px ${family}`;
  const ticks = timeTicks(frame.t0, frame.t1, width - left);
  ticks.forEach((tick, i) => {
    const at = x(tick);
    ctx.fillStyle = token.line2;
    ctx.fillRect(Math.round(at * r) / r, 0, 1, 4);
    const text = tickText(tick, ticks) + (i === ticks.length - 1 ? ' s' : '');
    const wide = ctx.measureText(text).width / 2;
    const middle = Math.min(at, full - wide - 1);
    if (!free(middle - wide - 4, middle + wide + 4)) return;
    ctx.fillStyle = token.ink2;
    ctx.fillText(text, middle, 13);
  });
}

/** As many decimals as the ticks' own distance needs. */
function tickText(tick: number, ticks: readonly number[]): string {
  const step = (ticks[1] ?? tick + 1) - (ticks[0] ?? tick);
  return formatValue(tick, Math.max(0, Math.min(9, Math.ceil(-Math.log10(step) - 1e-9))));
}
