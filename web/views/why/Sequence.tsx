import './sequence.css';
import { precisionFixed } from 'd3-format';
import { scaleLinear } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';
import type { CSSProperties } from 'react';
import { formatTime, formatValue } from '../../drawing/format';
import type { Moment } from '../../generated/types';
import { styleOfFlow } from '../../store';
import { droppedIn, packetNumber } from './explain';
import { type Sequence as Found, type Point, sequenceOf } from './sequence';
import { eventTexts, sequenceTexts as t } from './texts';
import { number } from './words';

const NARROW = { width: 312, height: 208 };
const LEFT = 46;
const BOTTOM = 20;
/** Room above, and below for the distance from drop to response, px. */
const TOP = 6;
const SPAN = 24;
/** What is shown before the drop and after the response, as a part of the time between them. */
const AROUND = 0.4;

/** What the picture tells: the drop that a response goes back to. */
export interface Story {
  drop: Moment | undefined;
  /** Payload of a full packet, bytes. */
  payload: number;
  /** Duplicate ACKs up to the response. */
  duplicates: number;
}

/** Packets around a moment: when which were sent, acknowledged and dropped. */
export function Sequence({
  moments,
  atS,
  spanS,
  flow,
  story,
  size: { width, height } = NARROW,
}: {
  moments: readonly Moment[];
  atS: number;
  spanS: number;
  /** Whose colour it has, by number. */
  flow: number;
  story?: Story;
  /** Of the drawing, px. */
  size?: { width: number; height: number };
}) {
  const dropS = story?.drop && story.drop.atS < atS ? story.drop.atS : null;
  const margin = dropS === null ? spanS : AROUND * (atS - dropS);
  const found = sequenceOf(moments, dropS === null ? atS - spanS : dropS - margin, atS + margin);
  if (!found) return null;
  const { t0, t1, points, acks, low, high } = found;
  const base = height - BOTTOM - (dropS === null ? 0 : SPAN);
  const x = scaleLinear([t0, t1], [LEFT, width - 4]);
  const y = scaleLinear([low, high], [base - 6, TOP + 8]);
  const steps = line<(typeof acks)[number]>(
    (a) => x(a.t),
    (a) => y(a.ack),
  )
    .curve(curveStepAfter)
    .digits(1);
  const label = t.label(points.length, acks.length, formatTime(t0, t1 - t0), formatTime(t1, t1 - t0));
  const written = (seq: number) =>
    story && story.payload > 0 ? number(packetNumber(seq, story.payload)) : megabytes(seq, high - low);
  return (
    <figure className="sequence" style={{ '--own': styleOfFlow(flow).color } as CSSProperties}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        <line className="axis" x1={LEFT} x2={width - 4} y1={base} y2={base} />
        <line className="here" x1={x(atS)} x2={x(atS)} y1={2} y2={base + (dropS === null ? 0 : 8)} />
        <path className="acks" d={steps(acks) ?? ''} />
        <path className="sent" d={ticks(points, 'sent', x, y)} />
        {points.map((p) => {
          const [px, py] = [x(p.t), y(p.seq)];
          const key = `${p.kind} ${p.t} ${p.seq}`;
          if (p.kind === 'again')
            return <rect key={key} className="again" x={px - 3} y={py - 3} width={6} height={6} />;
          if (p.kind === 'dropped')
            return <path key={key} className="dropped" d={`M${px - 3.5} ${py - 3.5}l7 7m0-7l-7 7`} />;
          return null;
        })}
        {dropS === null || !story?.drop ? null : (
          <Told {...{ found, dropS, atS, x, y, base, width }} story={story} drop={story.drop} />
        )}
        <text x={LEFT} y={height - 6}>
          {formatTime(t0, 2)}
        </text>
        <text x={width - 4} y={height - 6} textAnchor="end">
          {formatTime(t1, 2)}
        </text>
        <text x={LEFT - 4} y={TOP + 12} textAnchor="end">
          {written(high)}
        </text>
        <text x={LEFT - 4} y={base - 4} textAnchor="end">
          {written(low)}
        </text>
      </svg>
      <figcaption className="secondary">
        {story && story.payload > 0 ? t.packets : t.megabytes} {t.sent} <b className="key-sent">▮</b>,{' '}
        {t.retransmitted} <b className="key-again">□</b>, {t.dropped} <b className="key-dropped">×</b>,{' '}
        {t.acknowledged} <b className="key-acks">—</b>
      </figcaption>
    </figure>
  );
}

type Scale = (value: number) => number;

/** The words in the picture: what was lost, what answered it, and how long that took. */
function Told({
  found,
  story,
  drop,
  dropS,
  atS,
  x,
  y,
  base,
  width,
}: {
  found: Found;
  story: Story;
  drop: Moment;
  dropS: number;
  atS: number;
  x: Scale;
  y: Scale;
  base: number;
  width: number;
}) {
  const dropped = droppedIn(drop);
  const [a, b] = [x(dropS), x(atS)];
  const ack = found.acks.findLast((p) => p.t <= atS);
  const name = dropped ? t.lost(number(packetNumber(dropped.seq, story.payload))) : '';
  const answer = story.duplicates > 0 ? t.duplicate(eventTexts.ordinal(story.duplicates)) : '';
  const after = b + 8;
  const level = Math.min(base - 8, y(ack?.ack ?? found.low) + 14);
  return (
    <>
      {dropped ? (
        <text
          className="told bad"
          x={a - 7}
          y={y(dropped.seq) - 6}
          textAnchor={a - LEFT > 70 ? 'end' : 'start'}
        >
          {name}
        </text>
      ) : null}
      {ack ? <circle className="answer" cx={b} cy={y(ack.ack)} r={4.5} /> : null}
      {answer ? (
        <text
          className="told"
          x={width - after > 110 ? after : b - 8}
          y={level}
          textAnchor={width - after > 110 ? 'start' : 'end'}
        >
          {answer}
        </text>
      ) : null}
      <path className="distance" d={`M${a} ${base + 5}v8M${b} ${base + 5}v8M${a} ${base + 9}H${b}`} />
      <text className="told middle" x={(a + b) / 2} y={base + 13} textAnchor="middle">
        {t.later(formatValue((atS - dropS) * 1000, 0))}
      </text>
    </>
  );
}

/** Packets as short strokes, in one path. */
function ticks(points: readonly Point[], kind: Point['kind'], x: Scale, y: Scale): string {
  return points
    .filter((p) => p.kind === kind)
    .map((p) => `M${x(p.t).toFixed(1)} ${(y(p.seq) - 2.5).toFixed(1)}v5`)
    .join('');
}

/** A byte's number in megabytes, with as many decimals as tell the ends of a span apart. */
function megabytes(seq: number, span: number): string {
  const decimals = Math.min(4, precisionFixed(Math.max(1, span) / 1e7));
  return formatValue(seq / 1e6, decimals);
}
