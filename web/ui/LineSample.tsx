import type { CSSProperties } from 'react';
import type { FlowStyle } from '../store';

interface Props {
  /** The colour and dash of a flow; null: a line without a flow, in the colour of text. */
  style: Pick<FlowStyle, 'color' | 'dash'> | null;
  /** px */
  width?: number;
  /** Replaces the flow's dash, px. */
  dash?: readonly number[] | undefined;
  thin?: boolean;
}

/**
 * A sample of a line, in the colour and dash that it has in all views.
 *
 * It is a background, not an SVG: browsers composite each SVG on its own, and a page with fifty flows has hundreds of
 * samples. As SVGs they took 2.6 ms of each painted frame.
 */
export function LineSample({ style, width = 24, dash, thin = false }: Props) {
  const color = style?.color ?? 'var(--ink)';
  const thickness = thin ? 1.25 : style ? 2.5 : 1.5;
  const image: CSSProperties = {
    width,
    backgroundImage: gradientOf(color, dash ?? style?.dash ?? []),
    backgroundSize: `100% ${thickness}px`,
  };
  return <span className="line-sample" style={image} aria-hidden="true" />;
}

/** A dashed line as a CSS image. */
function gradientOf(color: string, dash: readonly number[]): string {
  let at = 0;
  const stops = dash.map((length, i) => {
    const from = at;
    at += length;
    return `${i % 2 ? 'transparent' : color} ${from}px ${at}px`;
  });
  return stops.length > 0
    ? `repeating-linear-gradient(90deg, ${stops.join(', ')})`
    : `linear-gradient(${color}, ${color})`;
}
