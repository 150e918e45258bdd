import './figures.css';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { formatValue } from '../../../drawing/format';
import type { Statistic } from '../../../generated/types';
import { flowIndexOf, flowStyle, select, useCatalogue, useDocument, useRun } from '../../../store';
import { useEnsemble, useEnsembleFits } from '../../../store/experiment/ensemble';
import { flowColour, palette } from '../../../ui/palette';
import { clip, drawHaloedText, INSETS, sideOf, sizeAround, square } from '../drawing/square';
import { AXIS_NAME, arrangeFigure, controlHeight, type Room } from '../model/figure-room';
import { type Box, type Delay, type Dot, dotsOf, endsOf, nearest, overlap, within } from '../model/plane';
import { FigureHead } from './FigureHead';
import { throughputDelayTexts as t } from './figures-texts';

interface Props {
  theme: number;
  /** Width of the figure, px. */
  width: number;
  /** Visible height of the plots, px. */
  height: number;
}

/** The least and the largest side of the plane, px. */
const SIDE = { least: 96, most: 560 };
/** Height of the words below the plane, and minimum width of the text beside it, with the gaps, px. */
const WORDS = 72;
const BESIDE = 180;

/** A pointer within this distance of a dot points at it, px. */
const REACH = 24;

/** Throughput against delay: a dot for each flow, and an ellipse for its spread over the seeds of the ensemble. */
export function ThroughputDelay({ theme, width, height }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // Names depend on these.
  useDocument((d) => d.flows);
  useCatalogue();
  const results = useRun((r) => r.results);
  const statistics = useSpread();
  const [delay, setDelay] = useState<Delay>('queueingMs');
  const [active, setActive] = useState<string | null>(null);
  const ends = useRef<readonly [number, number]>([0, 0]);
  const dots = results ? dotsOf(results, delay, statistics) : [];
  const control = controlHeight();
  const text = { stacked: control + WORDS, head: control, beside: BESIDE };
  const sideIn = ({ width, height }: Room) =>
    Math.min(SIDE.most, sideOf({ width, height: height - 2 * AXIS_NAME }));
  const { arrangement, room } = arrangeFigure({ width, height }, text, sideIn);
  const side = Math.max(SIDE.least, sideIn(room));
  const shown = dots.length > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another axis has a scale of its own
  useEffect(() => {
    ends.current = [0, 0];
  }, [delay]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: dots change with the results, colours with the theme
  useEffect(() => {
    if (canvas.current && shown) ends.current = draw(canvas.current, dots, side, ends.current, active);
  }, [results, statistics, delay, side, theme, active, shown]);

  const at = (event: PointerEvent): Dot | undefined => {
    const box = event.currentTarget.getBoundingClientRect();
    const [endX, endY] = ends.current;
    const places = dots.map((dot): [number, number] => [
      INSETS.left + (side * dot.delay) / endX,
      INSETS.top + side * (1 - dot.throughput / endY),
    ]);
    return dots[nearest(places, [event.clientX - box.left, event.clientY - box.top], REACH)];
  };
  const named = dots.find((dot) => dot.id === active);
  const runs = Math.max(0, ...dots.map((dot) => dot.spread?.runs ?? 0));
  return (
    <figure className={`plot-figure is-${arrangement}`} style={{ width }} aria-label={t.label}>
      <FigureHead id="plane" title={t.title}>
        <select aria-label={t.delay} value={delay} onChange={(e) => setDelay(e.target.value as Delay)}>
          <option value="queueingMs">{t.queueingMs}</option>
          <option value="rttMeanMs">{t.rttMeanMs}</option>
        </select>
      </FigureHead>
      {shown ? (
        <div className="figure-picture">
          <span className="axis-name" style={{ marginLeft: INSETS.left }}>
            {t.throughput}
          </span>
          <canvas
            ref={canvas}
            style={sizeAround(side)}
            role="img"
            aria-label={[t.label, ...dots.map(words)].join('. ')}
            onPointerMove={(event) => setActive(at(event)?.id ?? null)}
            onPointerLeave={() => setActive(null)}
            onPointerDown={(event) => {
              const dot = at(event);
              if (dot) select({ kind: 'flow', id: dot.id });
            }}
          />
          <span className="axis-name is-horizontal" style={{ marginRight: INSETS.right }}>
            {t[delay]}
          </span>
        </div>
      ) : (
        <p className="figure-picture quiet">{t.empty}</p>
      )}
      {shown && (
        <p className="figure-words is-quiet">
          {named ? words(named) : `${t.better} ${delay === 'queueingMs' ? t.queueingHelp : t.rttHelp}`}
          {runs > 1 && !named ? ` ${t.ellipses(runs)}` : ''}
        </p>
      )}
    </figure>
  );
}

/** Statistics of the ensemble, if it belongs to the scenario as it is now. */
function useSpread(): ReadonlyMap<string, Statistic> | null {
  const statistics = useEnsemble((s) => s.statistics);
  return useEnsembleFits() && statistics.size > 0 ? statistics : null;
}

function words({ id, delay, throughput, spread }: Dot): string {
  const name = flowStyle(flowIndexOf(id)).label;
  const own = t.flow(name, `${formatValue(throughput, 2)} Mb/s`, `${formatValue(delay, 1)} ms`);
  if (!spread) return own;
  const { throughput: y, delay: x, runs } = spread;
  const mean = (of: { mean: number; sd: number }, decimals: number, unit: string) =>
    `${formatValue(of.mean, decimals)} ± ${formatValue(of.sd, decimals)} ${unit}`;
  return `${own}; ${t.overRuns(runs, mean(y, 2, 'Mb/s'), mean(x, 1, 'ms'))}`;
}

/** Draws the plane. Returns the ends of its axes, so that they can be kept. */
function draw(
  canvas: HTMLCanvasElement,
  dots: readonly Dot[],
  side: number,
  before: readonly [number, number],
  active: string | null,
): readonly [number, number] {
  const ends = endsOf(dots, before);
  const drawing = square(canvas, side, ends);
  if (!drawing) return before;
  const { ctx, x, y } = drawing;
  const { token } = palette();
  clip(ctx, side);
  for (const { id, spread } of dots) {
    if (!spread) continue;
    ctx.fillStyle = flowColour(flowIndexOf(id));
    ctx.strokeStyle = ctx.fillStyle;
    ctx.beginPath();
    ctx.ellipse(
      x(spread.delay.mean),
      y(spread.throughput.mean),
      x(spread.delay.sd) - x(0),
      y(0) - y(spread.throughput.sd),
      0,
      0,
      2 * Math.PI,
    );
    ctx.globalAlpha = 0.16;
    ctx.fill();
    ctx.globalAlpha = 1;
    ctx.lineWidth = 1.25;
    ctx.stroke();
  }
  ctx.restore();
  for (const dot of dots) {
    ctx.fillStyle = flowColour(flowIndexOf(dot.id));
    ctx.strokeStyle = token.bg;
    ctx.lineWidth = 2;
    ctx.beginPath();
    ctx.arc(x(dot.delay), y(dot.throughput), dot.id === active ? 7.5 : 5.5, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  }
  // Names are beside, above or below their dots. Those without room are left out and shown under the pointer.
  const ground: Box = [INSETS.left, INSETS.top, side, side];
  const taken: Box[] = dots.map((dot) => [x(dot.delay) - 6, y(dot.throughput) - 6, 12, 12]);
  for (const dot of dots) {
    const label = flowStyle(flowIndexOf(dot.id)).label;
    const wide = ctx.measureText(label).width;
    const [px, py] = [x(dot.delay), y(dot.throughput)];
    const places: [number, number][] = [
      [px + 10, py],
      [px - 10 - wide, py],
      [px - wide / 2, py - 16],
      [px - wide / 2, py + 16],
    ];
    const box = places
      .map(([left, middle]): Box => [left, middle - 8, wide, 16])
      .find((place) => within(place, ground) && !taken.some((other) => overlap(place, other)));
    if (!box) continue;
    taken.push(box);
    ctx.textAlign = 'left';
    drawHaloedText(ctx, label, box[0], box[1] + 12, token.ink, token.bg);
  }
  return ends;
}
