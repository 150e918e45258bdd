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
import { followStart } from '../../../worker/window';
import { indexAt } from '../drawing/labels';
import { clip, drawHaloedText, frameOf, INSETS, sideOf, sizeAround, square, stroke } from '../drawing/square';
import { BOLD, PLAIN } from '../drawing/text-width';
import { AXIS_NAME, arrangeFigure, controlHeight, type Room } from '../model/figure-room';
import { besideOf, densify, type Ends, lineOf, nameOf } from '../model/line-labels';
import { momentIn } from '../model/moment';
import {
  type Course,
  coursesOf,
  fade,
  findingOf,
  type Intercepts,
  isSum,
  type Line,
  limitsOf,
  pastOf,
  portraitData,
  portraitOf,
  seriesOfPair,
  timeOf,
} from '../model/phase';
import { FigureHead } from './FigureHead';
import { phasePortraitTexts as words } from './figures-texts';
import { useSamples } from './use-samples';

interface Props {
  theme: number;
  /** Width of the figure, px. */
  width: number;
  /** Visible height of the plots, px. */
  height: number;
}

type Quantity = Portrait['quantity'];

/** The least and the largest side of the portrait, px. */
const SIDE = { least: 96, most: 640 };
/** Space between the parts of its text, and the lines of its finding, px. */
const GAPS = 12;
const FINDING = 64;
/** Minimum width of the text beside the portrait, with the gap, px. */
const BESIDE = 160;
/** From this height of the plots on the axes have names at their ends, px. */
const NAMED_FROM = 320;

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
  const control = controlHeight();
  const text = {
    stacked: 2 * control + GAPS + (embed ? 0 : FINDING),
    head: 2 * control + GAPS,
    beside: BESIDE,
  };
  const named = height >= NAMED_FROM;
  const sideIn = ({ width, height }: Room) =>
    Math.min(SIDE.most, sideOf({ width, height: height - (named ? 2 * AXIS_NAME : 0) }));
  const { arrangement, room } = arrangeFigure({ width, height }, text, sideIn);
  const side = Math.max(SIDE.least, sideIn(room));

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
  const choose = (axis: string, label: string, value: string, other: string, set: (id: string) => void) => (
    <label>
      <span aria-hidden="true">{axis}</span>
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
  const unit = quantity === 'cwnd' ? unitName('packets') : 'Mb/s';
  const paler = <span className="quiet">{words.palerIsEarlier}</span>;
  return (
    <figure
      className={`plot-figure is-${arrangement}`}
      style={{ width }}
      aria-label={words.phasePortraitOfTwoFlows(quantity)}
    >
      <FigureHead id="phase" title={words.phasePortrait}>
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
      </FigureHead>
      <div className="figure-axes">
        {choose('↑', words.vertical, pair[1], pair[0], (id) => setWanted([pair[0], id]))}
        {choose('→', words.horizontal, pair[0], pair[1], (id) => setWanted([id, pair[1]]))}
        {named ? null : paler}
      </div>
      <div className="figure-picture">
        {named ? (
          <span className="axis-name" style={{ marginLeft: INSETS.left }}>
            <FlowName flow={b} />
          </span>
        ) : null}
        <canvas
          ref={canvas}
          style={sizeAround(side)}
          role="img"
          aria-label={words.axes(quantity, unit, flowStyle(a).label, flowStyle(b).label)}
        />
        {named ? (
          <span className="axis-name is-both" style={{ marginInline: `${INSETS.left}px ${INSETS.right}px` }}>
            <FlowName flow={a} />
            {paler}
          </span>
        ) : null}
      </div>
      {embed ? null : <Finding quantity={quantity} pair={[a, b]} />}
      {embed ? null : <Reading quantity={quantity} pair={[a, b]} />}
    </figure>
  );
}

/** A flow with the sample of its line, at the end of its axis. */
function FlowName({ flow }: { flow: number }) {
  const style = flowStyle(flow);
  return (
    <span className="axis-flow">
      <LineSample style={style} />
      {style.label}
    </span>
  );
}

/** What the second half of the trajectory shows, as a sentence. */
function Finding({ quantity, pair: [a, b] }: { quantity: Quantity; pair: readonly [number, number] }) {
  // Updated with the page's texts, a few times a second.
  useRun((r) => r.now);
  useSession((s) => s.cursor);
  const directory = useRun((r) => r.directory);
  const [first, second] = directory ? seriesOfPair(directory, quantity, [a, b]) : [-1, -1];
  const read = useSamples(first, second);
  const frame = latestFrame();
  if (!frame || read?.run !== frame.run) return null;
  const { view, follow } = sessionNow();
  // The frame's span is rounded to columns, which differ with the width of the plots.
  const from = view ? view.t0 : followStart(frame.now, frame.directory.durationS, follow);
  const { full, alone } = limitsOf(frame.directory, quantity, [a, b]);
  const found = findingOf(read.samples, [from, momentIn(frame)], full, quantity);
  if (!found) return null;
  const [x, y] = [flowStyle(a).label, flowStyle(b).label];
  const windows = quantity === 'cwnd';
  const more = found.meanX >= found.meanY ? x : y;
  const less = more === x ? y : x;
  return (
    <p className="figure-words">
      <b>
        {found.ratio < FAIR
          ? words.alike(x, y)
          : words.times(more, formatValue(found.ratio, 1), less, windows)}
      </b>{' '}
      {full && found.full !== null && (alone || !windows)
        ? (windows ? (isSum(full) ? words.aboveBdp : words.aboveFull) : words.ofRate)(
            formatValue(100 * found.full, 0),
          )
        : ''}
    </p>
  );
}

/** What the lines and directions of the portrait mean. */
function Reading({ quantity, pair }: { quantity: Quantity; pair: readonly [number, number] }) {
  const directory = useRun((r) => r.directory);
  if (!directory) return null;
  const windows = quantity === 'cwnd';
  const { full, loss, alone } = limitsOf(directory, quantity, pair);
  const sentences = [
    words.equalOn(windows),
    ...(full ? linesOf(windows, full, loss !== null, alone) : []),
    words.moves(flowStyle(pair[0]).label, flowStyle(pair[1]).label),
  ];
  return <p className="figure-words is-quiet">{sentences.filter(Boolean).join(' ')}</p>;
}

/** What the lines of the link and of its buffer mean. */
function linesOf(windows: boolean, full: Intercepts, loss: boolean, alone: boolean): string[] {
  if (!windows) return [words.linkUsed];
  if (!alone) return [loss ? words.withOthers : words.withOthersFull];
  return [isSum(full) ? words.beyondBdp : words.beyondFull, loss ? words.bufferFull : ''];
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
  const last = xs.length - 1;
  const points = [0, last].map((i): [number, number] => [x(xs[i] ?? Number.NaN), y(ys[i] ?? Number.NaN)]);
  const [first, present] = points as [[number, number], [number, number]];
  const apart = last > 0 && Math.hypot(present[0] - first[0], present[1] - first[1]) > 2 * DOT;
  if (last > 0) dot(ctx, first, 4, token.bg, token.accent);
  if (last >= 0) dot(ctx, present, 5.5, token.accent, token.bg);
  // Labels come last, where they cover the least of the trajectory, of the other lines and of each other.
  ctx.font = PLAIN;
  const taken: Ends[] =
    last < 0 ? [] : points.map(([px, py]) => ({ x0: px - DOT, y0: py, x1: px + DOT, y1: py }));
  lines.forEach((line, i) => {
    const others = [...ends.filter((_, j) => j !== i), ...taken];
    const widths = [line.label, line.short].map((text) => ctx.measureText(text).width);
    const { place, text } = nameOf(
      ends[i] as Ends,
      others,
      widths,
      trace,
      frameOf(side),
      line.id === 'fairness',
    );
    taken.push(lineOf(place, widths[text] as number));
    ctx.save();
    ctx.translate(place.x, place.y);
    ctx.rotate(place.angle);
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    const name = text === 0 ? line.label : line.short;
    drawHaloedText(ctx, name, 0, 0, line.id === 'loss' ? token.bad : token.ink, token.bg);
    ctx.restore();
  });
  /** Writes a text beside a point; `optional`: only where it covers nothing. */
  const label = (point: [number, number], text: string, font: string, ink: string, optional = false) => {
    ctx.font = font;
    const wide = ctx.measureText(text).width;
    const place = besideOf(point, wide, [...ends, ...taken], trace, frameOf(side));
    if (optional && !place.isClear) return;
    taken.push(lineOf(place, wide));
    ctx.save();
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    drawHaloedText(ctx, text, place.x, place.y, ink, token.bg);
    ctx.restore();
  };
  if (last >= 0) label(present, `${formatValue(t, 1)} s`, BOLD, token.ink);
  for (const course of coursesOf(xs, ys, end)) {
    const [from, to] = [course.from, course.to].map((i) => [x(xs[i] as number), y(ys[i] as number)]) as [
      [number, number],
      [number, number],
    ];
    const middle: [number, number] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    arrow(ctx, middle, Math.atan2(to[1] - from[1], to[0] - from[0]), token.accent, token.bg);
    label(middle, courseWords(course, pair), PLAIN, token.ink, true);
  }
  if (apart) label(first, `${formatValue(timeOf(frame.plot.x, a, b), 1)} s`, PLAIN, token.ink2, true);
  ctx.restore();
  return end;
}

/** An arrowhead in a direction. */
function arrow(
  ctx: CanvasRenderingContext2D,
  [x, y]: [number, number],
  angle: number,
  fill: string,
  edge: string,
): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(angle);
  ctx.beginPath();
  ctx.moveTo(6, 0);
  ctx.lineTo(-4, 5);
  ctx.lineTo(-4, -5);
  ctx.closePath();
  ctx.strokeStyle = edge;
  ctx.lineWidth = 2;
  ctx.stroke();
  ctx.fillStyle = fill;
  ctx.fill();
  ctx.restore();
}

/** A direction of the trajectory in words. */
function courseWords({ kind }: Course, [a, b]: readonly [number, number]): string {
  if (kind === 'grow') return words.bothGrow;
  return kind === 'both' ? words.bothBackOff : words.backsOff(flowStyle(kind === 'first' ? a : b).label);
}

/** Half the width that a dot keeps free of labels, px. */
const DOT = 8;

function dot(
  ctx: CanvasRenderingContext2D,
  [x, y]: [number, number],
  radius: number,
  fill: string,
  edge: string,
): void {
  ctx.fillStyle = fill;
  ctx.strokeStyle = edge;
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fill();
  ctx.stroke();
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
