import { precisionFixed } from 'd3-format';
import { overlayTexts as words } from './texts';
import './overlay.css';
import { type PointerEvent, useEffect, useRef } from 'react';
import { formatValue, timeDecimals } from '../../../drawing/format';
import { timeTicks } from '../../../drawing/ticks';
import {
  type Frame,
  latestFrame,
  runNow,
  sessionNow,
  setView,
  unpinCursor,
  useShownFork,
} from '../../../store';
import { resolution } from '../../../store/scale';
import { Icon } from '../../../ui/Icon';
import { palette } from '../../../ui/palette';
import { redraw } from '../../../ui/redraw';
import { BOLD, forgetWidths, PLAIN, widthOf } from '../drawing/text-width';
import { pan, type Span } from '../model/window';

interface Props {
  left: number;
  width: number;
  theme: number;
}

/** The crosshair through all plots, and the flag over the line of now, which the plots draw themselves. */
export function Overlay({ left, width }: Props) {
  const cross = useRef<HTMLDivElement>(null);
  const flag = useRef<HTMLDivElement>(null);
  const pin = useRef<HTMLButtonElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const fork = useShownFork();
  const forkAt = fork?.atS ?? Number.NaN;

  useEffect(() => {
    const placeOf = (t: number, { t0, t1 }: Frame) => left + ((t - t0) / (t1 - t0)) * (width - left);
    const crosshair = redraw.register('marks', () => {
      const frame = latestFrame();
      const { cursor, cursorPinned } = sessionNow();
      if (!frame) return;
      const x = cursor === null ? Number.NaN : placeOf(cursor, frame);
      put(cross.current, x, left, width);
      put(pin.current, cursorPinned ? x : Number.NaN, left, width);
    });
    const forked = redraw.register('marks', () => {
      const frame = latestFrame();
      if (!frame) return;
      const x = placeOf(forkAt, frame);
      put(line.current, x, left, width);
      line.current?.classList.toggle('is-late', x > (left + width) / 2);
    });
    // The end of the words beside the fork's line, from the line. Read when they change: in each frame it would lay out the page.
    let measured = { words: '', end: 0 };
    const besideFork = (x: number, frame: Frame) => {
      const mark = line.current;
      if (!mark || mark.hidden || mark.classList.contains('is-late')) return false;
      const words = mark.textContent ?? '';
      if (measured.words !== words)
        measured = { words, end: FORK_GAP + (mark.querySelector('span')?.offsetWidth ?? 0) };
      const from = x - placeOf(forkAt, frame);
      return from > -NOW_WORD && from < measured.end;
    };
    let at = Number.NaN;
    const now = redraw.register('marks', () => {
      const frame = latestFrame();
      if (!frame) return;
      const x = placeOf(frame.now, frame);
      // In a window that follows the run, now stays where it is but for a column.
      if (runNow().playing && Math.abs(x - at) < FLAG_SLACK) return;
      at = x;
      put(flag.current, x, left, width);
      // Its word would run into others at either end, the title's at the left and the readout's at the right, and beside a fork.
      flag.current?.classList.toggle(
        'wordless',
        x < TITLE_WORDS || width - x < NOW_WORD || besideFork(x, frame),
      );
    });
    return () => {
      crosshair.dispose();
      forked.dispose();
      now.dispose();
    };
  }, [left, width, forkAt]);

  return (
    <>
      <div className="plots-overlay" aria-hidden="true">
        {fork && (
          <div className="fork-line" ref={line} data-testid="fork-line" hidden>
            <span>
              {fork.atS === 0 ? words.lastRun(fork.change) : words.fork(forkTime(fork.atS), fork.change)}{' '}
              <small>{words.pale(fork.names.other)}</small>
            </span>
          </div>
        )}
        <div className="crosshair" ref={cross} hidden />
        <div className="now-flag" ref={flag} hidden>
          <span>{words.now}</span>
        </div>
      </div>
      <div className="plots-pin">
        <button
          type="button"
          ref={pin}
          hidden
          aria-label={words.unpin}
          title={words.unpinHint}
          onClick={unpinCursor}
        >
          <Icon name="pin" />
        </button>
      </div>
    </>
  );
}

/** With the decimals that it needs, at most two. */
const forkTime = (s: number) => `${Number(s.toFixed(2))} s`;

/** Up to here the first plot has its title, which a pointer makes longer. */
const TITLE_WORDS = 190;
/** The width of the flag's word. */
const NOW_WORD = 40;
/** Between the fork's line and its words. */
const FORK_GAP = 16;
/** The flag may stand beside its line by so many pixels while the run moves. */
const FLAG_SLACK = 3;

/** Moves a mark by transform, which lays nothing out anew; hides it outside the plots. */
function put(element: HTMLElement | null, x: number, left: number, right: number): void {
  if (!element) return;
  const visible = x >= left - 0.5 && x <= right + 0.5;
  if (element.hidden === visible) element.hidden = !visible;
  if (visible) element.style.transform = `translateX(${x.toFixed(1)}px)`;
}

const HEIGHT = 24;

/** The time axis under the stack, with the crosshair's time inverted and now's in bold. A drag moves the span that is shown. */
export function TimeAxis({ left, width, theme }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const tag = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a theme brings new colours
  useEffect(() => {
    // Another font comes as another theme does.
    forgetWidths();
    const handle = redraw.register('marks', () => {
      const frame = latestFrame();
      if (canvas.current && frame) drawAxis(canvas.current, tag.current, left, width, frame);
    });
    return handle.dispose;
  }, [left, width, theme]);

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
  ctx.font = BOLD;
  const half = widthOf(ctx, BOLD, nowText) / 2;
  const now = Math.min(nowAt, full - half - 1);
  if (nowAt >= left && nowAt <= width && free(now - half, now + half)) {
    ctx.fillStyle = token.ink;
    ctx.fillText(nowText, now, 13);
    taken.push([now - half - 10, now + half + 10]);
  }

  ctx.font = PLAIN;
  const ticks = timeTicks(frame.t0, frame.t1, width - left);
  ticks.forEach((tick, i) => {
    const at = x(tick);
    ctx.fillStyle = token.line2;
    ctx.fillRect(Math.round(at * r) / r, 0, 1, 4);
    const text = tickText(tick, ticks) + (i === ticks.length - 1 ? ' s' : '');
    const wide = widthOf(ctx, PLAIN, text) / 2;
    const middle = Math.min(at, full - wide - 1);
    if (!free(middle - wide - 4, middle + wide + 4)) return;
    ctx.fillStyle = token.ink2;
    ctx.fillText(text, middle, 13);
  });
}

/** As many decimals as the ticks' own distance needs. */
function tickText(tick: number, ticks: readonly number[]): string {
  const step = (ticks[1] ?? tick + 1) - (ticks[0] ?? tick);
  // A difference of two ticks is a round number but for the last digits.
  return formatValue(tick, Math.min(9, precisionFixed(Number(step.toPrecision(6)))));
}
