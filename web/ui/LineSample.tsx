import type { CSSProperties } from 'react';
import type { FlowStyle } from '../store';

/** A sample of a flow's line, beside its name. */
export function LineSample({ style, width = 24 }: { style: FlowStyle; width?: number }) {
  const color: CSSProperties = { color: style.color };
  return (
    <svg className="line-sample" width={width} height="8" aria-hidden="true" style={color}>
      <line x1="0" x2={width} y1="4" y2="4" strokeDasharray={style.dash.join(' ') || undefined} />
    </svg>
  );
}
