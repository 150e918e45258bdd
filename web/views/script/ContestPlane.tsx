import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { useRef } from 'react';
import { formatTick } from '../../drawing/format';
import { useSize } from '../plots/drawing/use-size';
import { textWidth } from '../topology/labels';
import { namesBeside } from './beside';
import { contestTexts as t } from './texts';

interface Point {
  name: string;
  /** Whether it is the controller that is being written. */
  own: boolean;
  /** ms */
  delay: number;
  /** Mb/s */
  goodput: number;
}

const [HEIGHT, LEFT, RIGHT, BOTTOM, TOP] = [240, 40, 12, 38, 28];
const FONT = 12;
/** Space between two names, px. */
const APART = 6;

/** Goodput over delay. Better is up and to the left. */
export function ContestPlane({ points }: { points: readonly Point[] }) {
  const box = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  const right = width - RIGHT;
  const x = scaleLinear([0, (max(points, (p) => p.delay) ?? 1) * 1.15], [LEFT, right]);
  const y = scaleLinear([0, (max(points, (p) => p.goodput) ?? 1) * 1.1], [HEIGHT - BOTTOM, TOP]);
  const names = namesBeside(
    points.map((p) => ({ x: x(p.delay), y: y(p.goodput), width: textWidth(p.name, FONT) + APART })),
    { x: LEFT, y: TOP - 8, width: right - LEFT, height: HEIGHT - BOTTOM - TOP + 8 },
  );
  // The own dot is above the others.
  const drawn = [...points].sort((a, b) => Number(a.own) - Number(b.own));
  return (
    <div ref={box} className="contest-plane">
      {width > 0 ? (
        <svg width={width} height={HEIGHT} role="img" aria-label={t.plane}>
          {x.ticks(width < 480 ? 4 : 6).map((v) => (
            <text key={v} x={x(v)} y={HEIGHT - BOTTOM + 16} textAnchor="middle">
              {formatTick(v)}
            </text>
          ))}
          {y.ticks(4).map((v) => (
            <g key={v}>
              <path d={`M${LEFT} ${y(v)}H${right}`} className="grid" />
              <text x={LEFT - 6} y={y(v) + 4} textAnchor="end">
                {formatTick(v)}
              </text>
            </g>
          ))}
          <text x={right} y={HEIGHT - 4} textAnchor="end">
            {t.delay}
          </text>
          <text x={0} y={12}>
            {t.goodput}
          </text>
          {drawn.map((p) => {
            const name = names[points.indexOf(p)];
            return (
              <g key={p.own ? '' : p.name} className={p.own ? 'is-own' : ''}>
                {name?.line ? (
                  <path
                    d={`M${x(p.delay)} ${y(p.goodput)}L${name.line.b.x} ${name.line.b.y}`}
                    className="lead"
                  />
                ) : null}
                <circle cx={x(p.delay)} cy={y(p.goodput)} r={p.own ? 5 : 3.5} />
                {name ? (
                  <text x={name.box.x} y={name.box.y + 12}>
                    {p.name}
                  </text>
                ) : null}
              </g>
            );
          })}
        </svg>
      ) : null}
    </div>
  );
}
