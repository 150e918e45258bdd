import type { CSSProperties } from 'react';
import { styleAt } from '../../store';
import type { Picture as Drawing } from '../../store/gallery';

/** A small drawing of a run with the colours of its flows, or an empty network if there is none yet. */
export function Picture({ picture, empty = false }: { picture?: Drawing; empty?: boolean }) {
  if (empty || !picture) {
    return (
      <svg
        className="picture hairline"
        viewBox="0 0 100 48"
        preserveAspectRatio="xMidYMid meet"
        aria-hidden="true"
      >
        <path d="M41 24h6.5M52.5 24H59" />
        <rect x="34" y="21" width="7" height="6" rx="1" />
        <circle cx="50" cy="24" r="3" />
        <rect x="59" y="21" width="7" height="6" rx="1" />
      </svg>
    );
  }
  return (
    <svg className="picture" viewBox="0 0 100 48" preserveAspectRatio="none" aria-hidden="true">
      {picture.curves.map((curve, i) => {
        const style = curve.flow === null ? null : styleAt(curve.flow);
        const color: CSSProperties | undefined = style ? { color: style.color } : undefined;
        return (
          <polyline
            // biome-ignore lint/suspicious/noArrayIndexKey: curves have no other identity and never change their order
            key={i}
            className={style ? 'curve' : 'curve plain'}
            style={color}
            strokeDasharray={style?.dash.join(' ') || undefined}
            points={curve.points}
          />
        );
      })}
    </svg>
  );
}
