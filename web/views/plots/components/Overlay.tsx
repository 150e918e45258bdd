import { precisionFixed } from 'd3-format';
import { overlayTexts as words } from './texts';
import './overlay.css';
import { type PointerEvent, useEffect, useRef } from 'react';
import { formatUpTo, formatValue, timeDecimals } from '../../../drawing/format';
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
import { setText } from '../../../ui/set-text';
import { BOLD, clearWidths, PLAIN, widthOf } from '../drawing/text-width';
import { pan, type Span } from '../model/window';
import { EditMarks } from './EditMarks';
import { firstTitle, forkRoom, forkText, measuredOnce, OUT, placeOf, put } from './overlay-place';

interface Props {
  left: number;
  width: number;
  theme: number;
}

/** The crosshair through all plots, and the label of the line of now. The plots draw that line themselves. */
export function Overlay({ left, width }: Props) {
  const cross = useRef<HTMLDivElement>(null);
  const flag = useRef<HTMLDivElement>(null);
  const pin = useRef<HTMLButtonElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const fork = useShownFork();
  const forkAt = fork?.atS ?? Number.NaN;

  useEffect(() => {
    const place = (t: number, frame: Frame) => placeOf(t, frame, left, width);
    const crosshair = redraw.register('marks', () => {
      const frame = latestFrame();
      const { cursor, cursorPinned } = sessionNow();
      if (!frame) return;
      const x = cursor === null ? Number.NaN : place(cursor, frame);
      put(cross.current, x, left, width);
      put(pin.current, cursorPinned ? x : Number.NaN, left, width);
    });
    // Measured when the words change, because measuring in each frame would force layout.
    const titleEnd = measuredOnce((title) => title.offsetLeft + title.offsetWidth + 2);
    const forkWidth = measuredOnce((words) => words.offsetWidth);
    /** Where the first plot's title ends, with the buttons that it has under a pointer. */
    const endOfTitle = () => titleEnd(firstTitle(line.current ?? flag.current));
    const forked = redraw.register('marks', () => {
      const frame = latestFrame();
      const mark = line.current;
      if (!frame || !mark) return;
      const at = place(forkAt, frame);
      // A fork before the span shown has no line here; only what the pale curves are stays in view.
      const x = Math.max(left, at);
      put(mark, x, left, width);
      const { late, from, most } = forkText(x, left, width, endOfTitle());
      mark.classList.toggle('is-before', at < left - 0.5);
      mark.classList.toggle('is-late', late);
      mark.style.setProperty('--from', `${from}px`);
      mark.style.setProperty('--most', `${most}px`);
    });
    const besideFork = (x: number, frame: Frame) => {
      const mark = line.current;
      if (!mark || mark.classList.contains(OUT)) return false;
      const at = Math.max(left, place(forkAt, frame));
      const text = forkText(at, left, width, endOfTitle());
      const [from, to] = forkRoom(at, text, forkWidth(mark.querySelector('span')));
      return x > from - NOW_WORD && x < to;
    };
    let at = Number.NaN;
    const now = redraw.register('marks', () => {
      const frame = latestFrame();
      if (!frame) return;
      const { cursor, cursorPinned } = sessionNow();
      const x = place(frame.now, frame);
      // In a window that follows the run, the line of now moves by less than a column.
      if (runNow().playing && Math.abs(x - at) < FLAG_SLACK) return;
      at = x;
      // The pin of a crosshair at the same place takes its stead.
      const pinned = cursor !== null && cursorPinned && Math.abs(place(cursor, frame) - x) < PIN;
      put(flag.current, pinned || frame.now === 0 ? Number.NaN : x, left, width);
      // The label is hidden where it would overlap others: the title on the left, the readout on the right, a fork's text.
      flag.current?.classList.toggle(
        'wordless',
        x < endOfTitle() || width - x < NOW_WORD || besideFork(x, frame),
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
        <EditMarks left={left} width={width} forkAtS={forkAt} />
        {fork && (
          <div className={`fork-line ${OUT}`} ref={line} data-testid="fork-line">
            <span>
              {fork.atS === 0 ? (
                words.lastRun(fork.change)
              ) : (
                <b>{words.fork(forkTime(fork.atS), fork.change)}</b>
              )}{' '}
              <small>
                {words.pale(fork.names.other)}
                {fork.fainter.length > 0 && `, ${words.fainter(fork.fainter.join(', '))}`}
              </small>
            </span>
          </div>
        )}
        <div className={`crosshair ${OUT}`} ref={cross} />
        <div className={`now-flag ${OUT}`} ref={flag}>
          <span>{words.now}</span>
        </div>
      </div>
      <div className="plots-pin">
        <button
          type="button"
          ref={pin}
          className={OUT}
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

/** With as many decimals as needed, at most two. */
const forkTime = (s: number) => `${formatUpTo(s, 2)} s`;

/** Width of the label. */
const NOW_WORD = 40;
/** Half the widths of the pin and of the triangle of now. */
const PIN = 17;
/** While the run moves, the label may be off its line by this many pixels. */
const FLAG_SLACK = 3;

const HEIGHT = 24;
/** Labels of the axis whose places are nearer than this overlap. */
const LABEL_ROOM = 36;

interface AxisProps extends Props {
  /** Whether no plot that it belongs to is in view. Its row stays, so that the plots keep their places. */
  unseen: boolean;
}

/** The time axis below the stack, with labels at the crosshair and at now. A drag moves the shown span. */
export function TimeAxis({ left, width, theme, unseen }: AxisProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const tag = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: colours change with the theme
  useEffect(() => {
    // A newly loaded font is reported as a change of theme.
    clearWidths();
    const handle = redraw.register('axis', () => {
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
      className={unseen ? 'time-axis is-unseen' : 'time-axis'}
      data-testid="time-axis"
      onPointerDown={hold}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <canvas ref={canvas} />
      <div className={`time-tag ${OUT}`} ref={tag} />
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
  // The last label may extend beyond the plots by half its width.
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
  const taken: [number, number][] = [];
  const crossed = cursor !== null && cursor >= frame.t0 && cursor <= frame.t1;
  const tagAt = crossed ? Math.max(left, Math.min(width - 28, x(cursor))) : Number.NaN;
  if (crossed) taken.push([tagAt - 36, tagAt + 36]);
  const free = (from: number, to: number) => !taken.some(([a, b]) => from < b && a < to);

  const ticks = timeTicks(frame.t0, frame.t1, width - left);
  const nowAt = x(frame.now);
  // The label of now takes the last tick's place, and its unit, if it is upon it.
  const isLast = Math.abs(nowAt - x(ticks.at(-1) ?? Number.NaN)) < LABEL_ROOM;
  const nowText = formatValue(frame.now, Math.min(2, decimals)) + (isLast ? ' s' : '');
  ctx.font = BOLD;
  const half = widthOf(ctx, BOLD, nowText) / 2;
  const now = Math.min(nowAt, full - half - 1);
  if (nowAt >= left && nowAt <= width && free(now - half, now + half)) {
    ctx.fillStyle = token.ink;
    ctx.fillText(nowText, now, 13);
    taken.push([now - half - 10, now + half + 10]);
  }

  ctx.font = PLAIN;
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

  if (!tag) return;
  tag.classList.toggle(OUT, !crossed);
  if (!crossed) return;
  setText(tag, `${formatValue(cursor, decimals)} s`);
  tag.style.transform = `translateX(${tagAt.toFixed(1)}px) translateX(-50%)`;
}

/** With as many decimals as the distance of ticks needs. */
function tickText(tick: number, ticks: readonly number[]): string {
  const step = (ticks[1] ?? tick + 1) - (ticks[0] ?? tick);
  // The difference of two ticks is a round number except for rounding errors.
  return formatValue(tick, Math.min(9, precisionFixed(Number(step.toPrecision(6)))));
}
