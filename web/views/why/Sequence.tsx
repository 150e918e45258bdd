import './sequence.css';
import { precisionFixed } from 'd3-format';
import { scaleLinear } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';
import { formatTime, formatValue } from '../../drawing/format';
import type { Moment } from '../../generated/types';
import { sequenceOf } from './sequence';
import { sequenceTexts as t } from './texts';

const NARROW = { width: 312, height: 168 };
const LEFT = 46;
const BOTTOM = 20;

/** A byte's number in megabytes, with as many decimals as tell the ends of a span apart. */
function megabytes(seq: number, span: number): string {
  const decimals = Math.min(4, precisionFixed(Math.max(1, span) / 1e7));
  return formatValue(seq / 1e6, decimals);
}

/** Packets around a moment: when which bytes were sent, acknowledged and dropped. */
export function Sequence({
  moments,
  atS,
  spanS,
  size: { width, height } = NARROW,
}: {
  moments: readonly Moment[];
  atS: number;
  spanS: number;
  /** Of the drawing, px. */
  size?: { width: number; height: number };
}) {
  const found = sequenceOf(moments, atS, spanS);
  if (!found) return null;
  const { t0, t1, points, acks, low, high } = found;
  const x = scaleLinear([t0, t1], [LEFT, width - 4]);
  const y = scaleLinear([low, high], [height - BOTTOM - 6, 6]);
  const steps = line<(typeof acks)[number]>(
    (a) => x(a.t),
    (a) => y(a.ack),
  )
    .curve(curveStepAfter)
    .digits(1);
  const label = t.label(points.length, acks.length, formatTime(t0, spanS), formatTime(t1, spanS));
  return (
    <figure className="sequence">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        <line className="axis" x1={LEFT} x2={width - 4} y1={height - BOTTOM} y2={height - BOTTOM} />
        <line className="here" x1={x(atS)} x2={x(atS)} y1={2} y2={height - BOTTOM} />
        <path className="acks" d={steps(acks) ?? ''} />
        {points.map((p) => {
          const [px, py] = [x(p.t), y(p.seq)];
          const key = `${p.kind} ${p.t} ${p.seq}`;
          if (p.kind === 'sent') return <circle key={key} className="sent" cx={px} cy={py} r={1.5} />;
          if (p.kind === 'again')
            return <rect key={key} className="again" x={px - 3} y={py - 3} width={6} height={6} />;
          return <path key={key} className="dropped" d={`M${px - 3.5} ${py - 3.5}l7 7m0-7l-7 7`} />;
        })}
        <text x={LEFT} y={height - 6}>
          {formatTime(t0, 2)}
        </text>
        <text x={width - 4} y={height - 6} textAnchor="end">
          {formatTime(t1, 2)}
        </text>
        <text x={LEFT - 4} y={14} textAnchor="end">
          {megabytes(high, high - low)}
        </text>
        <text x={LEFT - 4} y={height - BOTTOM - 4} textAnchor="end">
          {megabytes(low, high - low)}
        </text>
      </svg>
      <figcaption className="secondary">
        {t.megabytes} {t.sent} <b className="key-sent">●</b>, {t.retransmitted} <b className="key-again">□</b>
        , {t.dropped} <b className="key-dropped">×</b>, {t.acknowledged} <b className="key-acks">—</b>
      </figcaption>
    </figure>
  );
}
