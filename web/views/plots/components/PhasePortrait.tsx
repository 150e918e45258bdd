import { unitName } from '../../../language/units';
import './figures.css';
import { range } from 'd3-array';
import { line } from 'd3-shape';
import { useEffect, useRef } from 'react';
import { formatValue } from '../../../drawing/format';
import {
  flowStyle,
  latestFrame,
  sessionNow,
  setPlots,
  setPortrait,
  styleOfFlow,
  useCatalogue,
  useDocument,
  useRun,
  useSession,
} from '../../../store';
import type { Portrait } from '../../../store/session';
import { LineSample } from '../../../ui/LineSample';
import { palette } from '../../../ui/palette';
import { redraw } from '../../../ui/redraw';
import { indexAt } from '../drawing/labels';
import { clip, drawHaloedText, INSETS, sizeAround, square, stroke } from '../drawing/square';
import { densify, EDGE, type Ends, lineOf, placeOf } from '../model/line-labels';
import { momentIn } from '../model/moment';
import { fade, findingOf, type Line, pastOf, portraitData, portraitOf, timeOf } from '../model/phase';
import { DEFAULT_PLOTS } from '../model/specs';
import { phasePortraitTexts as words } from './figures-texts';

interface Props {
  theme: number;
  width: number;
  /** Visible height of the plots, px. */
  height: number;
}

type Quantity = Portrait['quantity'];

/** Space around the portrait, and its minimum side, px. */
const SURROUNDINGS = {
  page: { above: 140, beside: 32, least: 200 },
  embed: { above: 76, beside: 32, least: 140 },
  /** In a wide embed, whose choices are to the left of the portrait. */
  wide: { above: 16, beside: 180, least: 100 },
};
/** The maximum side, which it also has on the page if the panel is too low to show it whole, px. */
const MOST = 456;
const LARGE = 340;
/** The width from which an embed is wide, px. */
const WIDE = 340;

/** Two flows against each other: their trajectory, and how far it is from fair and from efficient. */
export function PhasePortrait({ theme, width, height }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // The names and choices depend on these.
  useDocument((d) => d.flows);
  useCatalogue();
  const flows = useRun((r) => r.directory?.flows) ?? [];
  const selected = useSession((s) => (s.selection?.kind === 'flow' ? s.selection.id : ''));
  const embed = useSession((s) => s.embed);
  const { quantity: wish, pair: wanted } = useSession((s) => s.portrait);
  const setQuantity = (to: Quantity) => setPortrait({ quantity: to, pair: wanted });
  const setWanted = (to: readonly [string, string]) => setPortrait({ quantity: wish, pair: to });
  const chosen = portraitOf({ flows }, { quantity: wish, pair: wanted }, selected);
  const present = flows.flatMap((f, index) => (f.removed ? [] : [{ id: f.id, index }]));
  const [a, b] = chosen?.flows ?? [-1, -1];
  const quantity = chosen?.quantity ?? wish;
  // Scrolls until the whole portrait with its choices is visible.
  const wide = embed && width >= WIDE;
  const { above, beside, least } = wide ? SURROUNDINGS.wide : embed ? SURROUNDINGS.embed : SURROUNDINGS.page;
  const room = {
    width: width - beside - INSETS.left - INSETS.right,
    height: height - above - INSETS.top - INSETS.bottom,
  };
  const side = Math.max(least, Math.min(MOST, room.width, Math.max(embed ? 0 : LARGE, room.height)));

  // biome-ignore lint/correctness/useExhaustiveDependencies: colours change with the theme
  useEffect(() => {
    if (a < 0 || b < 0) return;
    let end = 0;
    let drawn: number | null = null;
    const paint = () => {
      drawn = sessionNow().cursor;
      if (canvas.current) end = draw(canvas.current, quantity, [a, b], side, end);
    };
    const frames = redraw.register('curves', paint);
    const moment = redraw.register('marks', () => {
      if (sessionNow().cursor !== drawn) paint();
    });
    return () => {
      frames.dispose();
      moment.dispose();
    };
  }, [quantity, a, b, side, theme]);

  if (!chosen) return null;
  const { ids: pair, windows } = chosen;
  const choose = (label: string, value: string, other: string, set: (id: string) => void) => (
    <label>
      <LineSample style={styleOfFlow(flows.findIndex((f) => f.id === value))} />
      <select aria-label={label} value={value} onChange={(e) => set(e.target.value)}>
        {present.map((f) => (
          <option key={f.id} value={f.id} disabled={f.id === other}>
            {flowStyle(f.index).label}
          </option>
        ))}
      </select>
    </label>
  );
  const hide = () => setPlots((sessionNow().plots ?? DEFAULT_PLOTS).filter((p) => p !== 'phase'));
  const unit = quantity === 'cwnd' ? unitName('packets') : 'Mb/s';
  return (
    <figure className={wide ? 'phase is-wide' : 'phase'} aria-label={words.phasePortraitOfTwoFlows(quantity)}>
      <figcaption>
        <b>{words.phasePortrait}</b>
        <select
          aria-label={words.quantity}
          value={quantity}
          onChange={(e) => setQuantity(e.target.value as Quantity)}
        >
          <option value="cwnd" disabled={!windows}>
            {words.cwndPackets}
          </option>
          <option value="throughput">{words.throughputMbS}</option>
        </select>
        {embed ? null : (
          <button type="button" className="quiet-button" onClick={hide} aria-label={words.hidePhasePortrait}>
            {words.hide}
          </button>
        )}
      </figcaption>
      <div className="phase-axis">
        {choose(words.vertical, pair[1], pair[0], (id) => setWanted([pair[0], id]))}
      </div>
      <canvas
        ref={canvas}
        style={sizeAround(side)}
        role="img"
        aria-label={words.axes(quantity, unit, flowStyle(a).label, flowStyle(b).label)}
      />
      <div className="phase-axis">
        {choose(words.horizontal, pair[0], pair[1], (id) => setWanted([id, pair[1]]))}
        <span className="quiet">{words.palerIsEarlier}</span>
      </div>
      {embed ? null : <Finding quantity={quantity} pair={[a, b]} />}
    </figure>
  );
}

/** What the second half of the trajectory shows, as a sentence. */
function Finding({ quantity, pair: [a, b] }: { quantity: Quantity; pair: readonly [number, number] }) {
  // Updated with the page's texts, a few times a second.
  useRun((r) => r.now);
  useSession((s) => s.cursor);
  const frame = latestFrame();
  if (!frame) return null;
  const data = portraitData(frame, quantity, [a, b]);
  const { xs, ys } = pastOf(data.a, data.b, indexAt(frame.plot.x, momentIn(frame)));
  const found = findingOf(xs, ys, data.full, quantity);
  if (!found) return null;
  const [x, y] = [flowStyle(a).label, flowStyle(b).label];
  const more = found.meanX >= found.meanY ? x : y;
  const less = more === x ? y : x;
  return (
    <p className="phase-finding">
      <b>
        {found.ratio < FAIR
          ? words.alike(x, y)
          : words.times(more, formatValue(found.ratio, 1), less, quantity === 'cwnd')}
      </b>{' '}
      {found.full === null
        ? ''
        : (quantity === 'cwnd' ? words.aboveBdp : words.ofRate)(formatValue(100 * found.full, 0))}
    </p>
  );
}

/** Means with a smaller ratio count as equal. */
const FAIR = 1.1;

/** Draws the portrait of the shown span up to the page's time. Returns the end of its scale, so that it can be kept. */
function draw(
  canvas: HTMLCanvasElement,
  quantity: Quantity,
  pair: readonly [number, number],
  side: number,
  before: number,
): number {
  const frame = latestFrame();
  if (!frame) return before;
  const { a, b, end, lines } = portraitData(frame, quantity, pair, before);
  const drawing = square(canvas, side, [end, end]);
  if (!drawing) return before;
  const { ctx, x, y } = drawing;
  const { token } = palette();
  clip(ctx, side);
  const t = momentIn(frame);
  const { xs, ys } = pastOf(a, b, indexAt(frame.plot.x, t));
  const trace = densify(xs.map(x), ys.map(y));
  const ends = lines.map((l) => ({ x0: x(l.x0), y0: y(l.y0), x1: x(l.x1), y1: y(l.y1) }));
  // A small square has no room for text along each line.
  const crowded = lines.some((line) => {
    const long = Math.hypot(x(line.x1) - x(line.x0), y(line.y1) - y(line.y0));
    return line.id !== 'fairness' && long < ctx.measureText(line.label).width + 2 * EDGE;
  });
  for (const line of lines) drawLine(ctx, line, x, y, token);
  const path = line<number>(
    (i) => x(xs[i] as number),
    (i) => y(ys[i] as number),
  ).context(ctx);
  ctx.strokeStyle = token.accent;
  ctx.lineJoin = 'round';
  for (const { from, to, alpha, recent } of fade(xs.length)) {
    ctx.globalAlpha = alpha;
    ctx.lineWidth = recent ? 2 : 1.25;
    ctx.beginPath();
    path(range(from, to + 1));
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
  // Labels come last, where they cover the least of the trajectory.
  ctx.font = "12px 'Inter Variable', Inter, system-ui, sans-serif";
  const named: Ends[] = [];
  lines.forEach((line, i) => {
    if (crowded) {
      nameLevel(ctx, line, x, y, token, end);
      return;
    }
    const wide = ctx.measureText(line.label).width;
    const others = [...ends.filter((_, j) => j !== i), ...named];
    const place = placeOf(ends[i] as (typeof ends)[number], others, wide, trace);
    named.push(lineOf(place, wide));
    ctx.save();
    ctx.translate(place.x, place.y);
    ctx.rotate(place.angle);
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    drawHaloedText(ctx, line.label, 0, 0, line.id === 'loss' ? token.bad : token.ink, token.bg);
    ctx.restore();
  });
  const last = xs.length - 1;
  /** There a label stands before its point: the frame would cut it off. */
  const isNearEnd = (px: number) => px > INSETS.left + side - 64;
  if (last > 0) {
    ctx.fillStyle = token.bg;
    ctx.strokeStyle = token.accent;
    ctx.lineWidth = 2;
    const [px, py] = [x(xs[0] as number), y(ys[0] as number)];
    ctx.beginPath();
    ctx.arc(px, py, 4, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
    const before = isNearEnd(px);
    ctx.textAlign = before ? 'right' : 'left';
    const apart = Math.hypot(x(xs[last] as number) - px, y(ys[last] as number) - py) > 64;
    if (apart)
      drawHaloedText(
        ctx,
        `${formatValue(timeOf(frame.plot.x, a, b), 1)} s`,
        px + (before ? -9 : 9),
        Math.max(INSETS.top + 12, py - 7),
        token.ink2,
        token.bg,
      );
  }
  if (last >= 0) {
    ctx.fillStyle = token.accent;
    ctx.strokeStyle = token.bg;
    ctx.lineWidth = 2;
    const [px, py] = [x(xs[last] as number), y(ys[last] as number)];
    ctx.beginPath();
    ctx.arc(px, py, 5.5, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
    const text = `${formatValue(t, 1)} s`;
    const left = isNearEnd(px);
    ctx.textAlign = left ? 'right' : 'left';
    ctx.font = "600 12px 'Inter Variable', Inter, system-ui, sans-serif";
    drawHaloedText(
      ctx,
      text,
      px + (left ? -10 : 10),
      Math.max(INSETS.top + 12, py + 16),
      token.ink,
      token.bg,
    );
  }
  ctx.restore();
  return end;
}

function drawLine(
  ctx: CanvasRenderingContext2D,
  line: Line,
  x: (v: number) => number,
  y: (v: number) => number,
  token: { ink: string; bad: string },
): void {
  ctx.lineWidth = 1.25;
  ctx.strokeStyle = line.id === 'loss' ? token.bad : token.ink;
  ctx.setLineDash(line.id === 'fairness' ? [6, 3] : []);
  stroke(ctx, x(line.x0), y(line.y0), x(line.x1), y(line.y1));
  ctx.setLineDash([]);
}

/** Writes the name of a line horizontally, in a square too small for text along lines. */
function nameLevel(
  ctx: CanvasRenderingContext2D,
  line: Line,
  x: (v: number) => number,
  y: (v: number) => number,
  token: { ink: string; bad: string; bg: string },
  end: number,
): void {
  ctx.save();
  const wide = ctx.measureText(line.label).width;
  const right = x(end) - 1;
  const [dx, dy] = [x(line.x1) - x(line.x0), y(line.y1) - y(line.y0)];
  const colour = line.id === 'loss' ? token.bad : token.ink;
  const write = (at: [number, number], align: CanvasTextAlign) => {
    ctx.textAlign = align;
    drawHaloedText(ctx, line.label, ...at, colour, token.bg);
  };
  if (line.id === 'fairness') {
    // At its upper end, or below the sums if those are named at the upper edge.
    const share = Math.max(0.6, Math.min(0.97, (wide + 12) / Math.hypot(dx, dy)));
    ctx.translate(x(line.x0) + dx * share, y(line.y0) + dy * share);
    ctx.rotate(Math.atan2(dy, dx));
    write([0, -6], 'right');
  } else if (line.id === 'loss') {
    // Beside its upper end, below the edge of the frame that cuts it off.
    write([Math.min(x(line.x0) + 18, right - wide), Math.max(y(line.y0), INSETS.top + 12)], 'left');
  } else {
    // Beside its lower end, inside the frame.
    write([Math.min(Math.max(x(line.x1) - 10, INSETS.left + 4 + wide), right), y(line.y1) - 8], 'right');
  }
  ctx.restore();
}
