import type { Moment } from '../../generated/types';
import { formatTick, formatTime } from '../plots/format';

const WIDTH = 312;
const HEIGHT = 168;
const LEFT = 40;
const BOTTOM = 20;

interface Point {
  t: number;
  seq: number;
  kind: 'sent' | 'again' | 'dropped';
}

/** Packets around a moment: when which bytes were sent, acknowledged and dropped. */
export function Sequence({
  moments,
  atS,
  spanS,
}: {
  moments: readonly Moment[];
  atS: number;
  spanS: number;
}) {
  const t0 = atS - spanS;
  const t1 = atS + spanS;
  const shown = moments.filter((m) => m.atS >= t0 && m.atS <= t1);
  const points: Point[] = [];
  const acks: { t: number; ack: number }[] = [];
  for (const { atS: t, cause, effects } of shown) {
    if (cause.kind === 'ack') acks.push({ t, ack: cause.ack });
    for (const e of effects) {
      if (e.kind === 'sent' && e.len > 0) {
        points.push({ t, seq: e.seq, kind: e.packet === 'retransmission' ? 'again' : 'sent' });
      } else if (e.kind === 'dropped') points.push({ t, seq: e.seq, kind: 'dropped' });
    }
  }
  const numbers = [...points.map((p) => p.seq), ...acks.map((a) => a.ack)];
  if (numbers.length < 2) return null;
  const low = Math.min(...numbers);
  const high = Math.max(...numbers);
  const x = (t: number) => LEFT + ((t - t0) / (t1 - t0)) * (WIDTH - LEFT - 4);
  const y = (seq: number) => 6 + (1 - (seq - low) / (high - low || 1)) * (HEIGHT - BOTTOM - 12);
  const steps = acks.map(
    ({ t, ack }, i) => `${i === 0 ? 'M' : 'H'}${x(t).toFixed(1)}${i === 0 ? ' ' : 'V'}${y(ack).toFixed(1)}`,
  );
  const words = `Time–sequence: ${points.length} packets sent or dropped, ${acks.length} ACKs, ${formatTime(t0, spanS)} to ${formatTime(t1, spanS)}`;
  return (
    <figure className="sequence">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words}>
        <line className="axis" x1={LEFT} x2={WIDTH - 4} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} />
        <line className="here" x1={x(atS)} x2={x(atS)} y1={2} y2={HEIGHT - BOTTOM} />
        <path className="acks" d={steps.join('')} />
        {points.map((p) => {
          const [px, py] = [x(p.t), y(p.seq)];
          const key = `${p.kind} ${p.t} ${p.seq}`;
          if (p.kind === 'sent') return <circle key={key} className="sent" cx={px} cy={py} r={1.5} />;
          if (p.kind === 'again')
            return <rect key={key} className="again" x={px - 3} y={py - 3} width={6} height={6} />;
          return <path key={key} className="dropped" d={`M${px - 3.5} ${py - 3.5}l7 7m0-7l-7 7`} />;
        })}
        <text x={LEFT} y={HEIGHT - 6}>
          {formatTime(t0, spanS)}
        </text>
        <text x={WIDTH - 4} y={HEIGHT - 6} textAnchor="end">
          {formatTime(t1, spanS)}
        </text>
        <text x={LEFT - 4} y={14} textAnchor="end">
          {formatTick(high)}
        </text>
        <text x={LEFT - 4} y={HEIGHT - BOTTOM - 4} textAnchor="end">
          {formatTick(low)}
        </text>
      </svg>
      <figcaption className="secondary">
        Bytes over time: sent <b className="key-sent">●</b>, sent again <b className="key-again">□</b>,
        dropped <b className="key-dropped">×</b>, acknowledged <b className="key-acks">—</b>
      </figcaption>
    </figure>
  );
}
