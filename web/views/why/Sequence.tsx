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
import { groupedNumber } from './words';

const NARROW_SIZE = { width: 312, height: 154 };
const MARGIN_LEFT = 46;
const MARGIN_BOTTOM = 20;
const MARGIN_TOP = 6;
/** Time shown before the drop and after the response, as shares of the time between them: what follows takes another round trip. */
const SHARE_BEFORE = 0.3;
const SHARE_AFTER = 0.75;
/** Distance of two lines of words, and a letter's width, px. */
const LINE_PX = 12;
const LETTER_PX = 6;

/** The drop that a response goes back to. */
export interface LossStory {
  drop: Moment | undefined;
  /** Payload of a full packet, bytes. */
  payload: number;
  /** Duplicate ACKs up to the response. */
  duplicates: number;
}

/** The packets sent, acknowledged and dropped around a moment, over time. */
export function Sequence({
  moments,
  atS,
  spanS,
  flow,
  story,
  size: { width, height } = NARROW_SIZE,
}: {
  moments: readonly Moment[];
  atS: number;
  spanS: number;
  /** Index of the flow, which gives the colour. */
  flow: number;
  story?: LossStory;
  /** px */
  size?: { width: number; height: number };
}) {
  const dropS = story?.drop && story.drop.atS < atS ? story.drop.atS : null;
  const responseS = dropS === null ? 0 : atS - dropS;
  const found =
    dropS === null
      ? sequenceOf(moments, atS - spanS, atS + spanS)
      : sequenceOf(moments, dropS - SHARE_BEFORE * responseS, atS + SHARE_AFTER * responseS);
  if (!found) return null;
  const { t0, t1, points, acks, low, high } = found;
  const base = height - MARGIN_BOTTOM;
  const x = scaleLinear([t0, t1], [MARGIN_LEFT, width - 4]);
  const y = scaleLinear([low, high], [base - 6, MARGIN_TOP + 8]);
  const steps = line<(typeof acks)[number]>(
    (a) => x(a.t),
    (a) => y(a.ack),
  )
    .curve(curveStepAfter)
    .digits(1);
  const label = t.label(points.length, acks.length, formatTime(t0, t1 - t0), formatTime(t1, t1 - t0));
  const payload = story?.payload ?? 0;
  const numbered = payload > 0;
  const formatSeq = (seq: number) =>
    numbered ? groupedNumber(packetNumber(seq, payload)) : megabytes(seq, high - low);
  return (
    <figure className="sequence" style={{ '--own': styleOfFlow(flow).color } as CSSProperties}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        <line className="axis" x1={MARGIN_LEFT} x2={width - 4} y1={base} y2={base} />
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
          <Annotations {...{ found, dropS, atS, x, y, base }} story={story} drop={story.drop} />
        )}
        <text x={MARGIN_LEFT} y={height - 6} textAnchor="middle">
          {formatTime(t0, 2)}
        </text>
        <text x={width - 4} y={height - 6} textAnchor="end">
          {formatTime(t1, 2)}
        </text>
        <text x={MARGIN_LEFT + 4} y={MARGIN_TOP + 12}>
          {numbered ? t.packets : t.megabytes}
        </text>
        <text x={MARGIN_LEFT - 4} y={MARGIN_TOP + 12} textAnchor="end">
          {formatSeq(high)}
        </text>
        <text x={MARGIN_LEFT - 4} y={base - 4} textAnchor="end">
          {formatSeq(low)}
        </text>
      </svg>
      <figcaption className="secondary">
        <b className="key-sent">▮</b> {t.sent} <b className="key-again">□</b> {t.retransmitted}{' '}
        <b className="key-dropped">×</b> {t.dropped} <b className="key-acks">—</b> {t.acknowledged}
      </figcaption>
    </figure>
  );
}

type Scale = (value: number) => number;

/** Labels in the picture: what was lost, what the response was, and how long it took. */
function Annotations({
  found,
  story,
  drop,
  dropS,
  atS,
  x,
  y,
  base,
}: {
  found: Found;
  story: LossStory;
  drop: Moment;
  dropS: number;
  atS: number;
  x: Scale;
  y: Scale;
  base: number;
}) {
  const dropped = droppedIn(drop);
  const [a, b] = [x(dropS), x(atS)];
  const ack = found.acks.findLast((p) => p.t <= atS);
  const name = dropped ? t.lost(groupedNumber(packetNumber(dropped.seq, story.payload))) : '';
  const answer = story.duplicates > 0 ? t.duplicate(eventTexts.ordinal(story.duplicates)) : [];
  // Packets lie above the line of ACKs, which goes on level: below it there is room.
  const level = Math.min(base - LINE_PX, y(ack?.ack ?? found.low) + 16);
  return (
    <>
      {dropped ? (
        <text
          className="told bad"
          x={a - 7}
          y={y(dropped.seq) - 6}
          textAnchor={a > LETTER_PX * name.length ? 'end' : 'start'}
        >
          {name}
        </text>
      ) : null}
      {ack ? <circle className="answer" cx={b} cy={y(ack.ack)} r={4.5} /> : null}
      <text className="told" y={level}>
        {answer.map((words, i) => (
          <tspan key={words} x={b + 8} dy={LINE_PX * i}>
            {words}
          </tspan>
        ))}
      </text>
      <path className="distance" d={`M${a} ${base + 5}v8M${b} ${base + 5}v8M${a} ${base + 9}H${b}`} />
      <text className="told middle" x={(a + b) / 2} y={base + 13} textAnchor="middle">
        {t.later(formatValue((atS - dropS) * 1000, 0))}
      </text>
    </>
  );
}

/** Packets as short strokes in one path. */
function ticks(points: readonly Point[], kind: Point['kind'], x: Scale, y: Scale): string {
  return points
    .filter((p) => p.kind === kind)
    .map((p) => `M${x(p.t).toFixed(1)} ${(y(p.seq) - 2.5).toFixed(1)}v5`)
    .join('');
}

/** A sequence number in megabytes, with enough decimals to distinguish the ends of a range. */
function megabytes(seq: number, span: number): string {
  const decimals = Math.min(4, precisionFixed(Math.max(1, span) / 1e7));
  return formatValue(seq / 1e6, decimals);
}
