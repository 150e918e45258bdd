import { line } from 'd3-shape';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { formatTick, formatTrimmed } from '../../drawing/format';
import type { LessonStep, Sketch } from '../../generated/types';
import { useSize } from '../plots/drawing/use-size';
import { watchCurve } from './curve';
import { drawnShare, ENOUGH_DRAWN, firstToDraw, POINTS, timesOf } from './judge';
import { guess, lessonStore } from './state';
import { lessonTexts, questionTexts as t } from './texts';

const HEIGHT = 176;
const MARGIN_LEFT = 34;
const MARGIN_BOTTOM = 20;
const MARGIN_TOP = 6;
const EMPTY_SKETCH: (number | null)[] = new Array(POINTS).fill(null);
/** Key presses from the bottom of the axis to its top. */
const KEY_STEPS = 40;

const units = (): Record<string, string> => ({
  cwnd: t.packets,
  flight: t.packets,
  queue: t.packets,
  throughput: 'Mb/s',
  rtt: 'ms',
});

interface Props {
  step: LessonStep;
  sketch: Sketch;
  asked: string;
}

/** A plot for sketching: the known part of the curve, the reader's sketch of the rest, and after the answer the simulated curve. */
export function SketchPad({ step, sketch, asked }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const { width } = useSize(root);
  const help = useId();
  const own = useStore(lessonStore, (s) => s.guesses[step.id]);
  const curve = useStore(lessonStore, (s) => s.curves[step.id]);
  const answered = useStore(lessonStore, (s) => s.answered[step.id] !== undefined);
  const untilS = Math.min(step.stage?.runToS ?? 0, sketch.toS);
  const [known, setKnown] = useState<readonly number[]>([]);
  const times = timesOf(sketch);
  const first = firstToDraw(step, sketch);
  const [at, setAt] = useState(Math.max(0, first));
  const before = useRef<{ place: number; value: number } | null>(null);
  const values = own?.kind === 'sketch' ? own.values : EMPTY_SKETCH;

  useEffect(
    () => (untilS > sketch.fromS ? watchCurve(sketch, untilS, setKnown) : undefined),
    [sketch, untilS],
  );

  const plotWidth = Math.max(1, width - MARGIN_LEFT - 6);
  const plotHeight = HEIGHT - MARGIN_TOP - MARGIN_BOTTOM;
  const x = (i: number) => MARGIN_LEFT + (plotWidth * i) / (POINTS - 1);
  const y = (v: number) => MARGIN_TOP + plotHeight * (1 - Math.min(1, Math.max(0, v / sketch.max)));

  const draw = (place: number, value: number, from: { place: number; value: number } | null) => {
    const next = [...values];
    const start = from ?? { place, value };
    const span = Math.abs(place - start.place);
    for (let k = 0; k <= span; k += 1) {
      const i = start.place + Math.sign(place - start.place) * k;
      if (i >= first && i < POINTS) next[i] = start.value + ((value - start.value) * k) / Math.max(1, span);
    }
    guess(step.id, { kind: 'sketch', values: next });
  };

  const pointer = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const place = Math.round(((event.clientX - box.left - MARGIN_LEFT) / plotWidth) * (POINTS - 1));
    const share = 1 - (event.clientY - box.top - MARGIN_TOP) / plotHeight;
    const point = {
      place: Math.min(POINTS - 1, Math.max(0, place)),
      value: sketch.max * Math.min(1, Math.max(0, share)),
    };
    draw(point.place, point.value, before.current);
    before.current = point;
    setAt(Math.max(first, point.place));
  };

  const valueAtKey = values[at] ?? lastDrawnBefore(values, at) ?? lastKnown(known) ?? sketch.max / 2;
  const keys = (event: KeyboardEvent) => {
    if (answered) return;
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key] ?? 0;
    const along = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
    if (by !== 0) {
      const step = (sketch.max / KEY_STEPS) * (event.shiftKey ? 4 : 1);
      draw(at, Math.min(sketch.max, Math.max(0, valueAtKey + by * step)), null);
    } else if (along !== 0) {
      const to = Math.min(POINTS - 1, Math.max(first, at + along * (event.shiftKey ? 4 : 1)));
      // Points without a value continue the curve at the same level.
      if (values[to] === null || values[to] === undefined)
        draw(to, valueAtKey, { place: at, value: valueAtKey });
      setAt(to);
    } else if (event.key === 'Delete' || event.key === 'Backspace')
      guess(step.id, { kind: 'sketch', values: EMPTY_SKETCH });
    else return;
    event.preventDefault();
  };

  const drawn = drawnShare(values, first);
  const real = answered ? curve : known;
  const pending = untilS > sketch.fromS && !answered && known.length === 0;
  const unit = units()[sketch.series] ?? '';
  return (
    <div className="sketch" ref={root}>
      <div
        className="sketch-pad"
        role="slider"
        tabIndex={answered ? -1 : 0}
        aria-labelledby={asked}
        aria-describedby={help}
        aria-disabled={answered}
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={sketch.max}
        aria-valuenow={Math.round(valueAtKey * 100) / 100}
        aria-valuetext={t.sketchValue(formatTrimmed(valueAtKey), unit, formatTrimmed(times[at] ?? 0))}
        onKeyDown={keys}
      >
        {width > 0 ? (
          <svg
            width={width}
            height={HEIGHT}
            aria-hidden="true"
            data-open={answered ? undefined : ''}
            onPointerDown={(event) => {
              if (answered) return;
              event.currentTarget.setPointerCapture(event.pointerId);
              before.current = null;
              pointer(event);
            }}
            onPointerMove={(event) => {
              if (!answered && event.currentTarget.hasPointerCapture(event.pointerId)) pointer(event);
            }}
          >
            {[0, 0.5, 1].map((share) => (
              <g key={share}>
                <line
                  className="sketch-grid"
                  x1={MARGIN_LEFT}
                  x2={width - 6}
                  y1={y(share * sketch.max)}
                  y2={y(share * sketch.max)}
                />
                <text x={MARGIN_LEFT - 6} y={y(share * sketch.max) + 4} textAnchor="end">
                  {formatTick(share * sketch.max)}
                </text>
              </g>
            ))}
            {[0, 0.5, 1].map((share) => (
              <text
                key={share}
                x={x(share * (POINTS - 1))}
                y={HEIGHT - 4}
                textAnchor={share === 0 ? 'start' : share === 1 ? 'end' : 'middle'}
              >
                {formatTick(Math.round((sketch.fromS + share * (sketch.toS - sketch.fromS)) * 100) / 100)} s
              </text>
            ))}
            {first > 0 ? (
              <rect
                className="sketch-known"
                x={MARGIN_LEFT}
                y={MARGIN_TOP}
                width={x(first - 1) - MARGIN_LEFT}
                height={plotHeight}
              />
            ) : null}
            {pending ? (
              <text x={x(Math.max(0, first - 1) / 2)} y={MARGIN_TOP + plotHeight / 2} textAnchor="middle">
                {lessonTexts.running}
              </text>
            ) : null}
            <path className="sketch-real" d={path(real ?? [], x, y)} />
            <path className="sketch-own" d={path(values, x, y)} />
            {answered ? null : <circle className="sketch-at" cx={x(at)} cy={y(valueAtKey)} r="5" />}
          </svg>
        ) : null}
      </div>
      <p className="sketch-key secondary">
        <span className="sketch-line own" /> {t.yourSketch}
        {answered || first > 0 ? (
          <>
            <span className="sketch-line" /> {answered ? t.run : t.runSoFar}
          </>
        ) : null}
        <span className="sketch-unit">{unit}</span>
      </p>
      <p id={help} className="secondary" hidden={answered}>
        {t.sketchHelp}
      </p>
      <p className="secondary" role="status" hidden={answered || drawn === 0 || drawn >= ENOUGH_DRAWN}>
        {t.drawOn}
      </p>
    </div>
  );
}

function lastDrawnBefore(values: readonly (number | null)[], at: number): number | null {
  return values.slice(0, at).findLast((v) => v !== null) ?? null;
}

function lastKnown(known: readonly number[]): number | null {
  return known.findLast((v) => !Number.isNaN(v)) ?? null;
}

/** A path through the points that have a value. */
function path(
  values: readonly (number | null)[],
  x: (i: number) => number,
  y: (value: number) => number,
): string {
  const through = line<number | null>(
    (_, i) => x(i),
    (v) => y(v ?? 0),
  )
    .defined((v) => v !== null && !Number.isNaN(v))
    .digits(1);
  return through(values) ?? '';
}
