import { useEffect, useRef } from 'react';
import type { PlotSpec } from '../../../drawing/spec';
import { cursorIn, latestFrame } from '../../../store';
import { redraw } from '../../../ui/redraw';
import type { Charts, Insets } from '../drawing/chart';
import { readingOf, valueIn } from '../model/moment';
import { MAX_AT_CROSSHAIR, strokeOf } from '../model/strokes';

interface Props {
  specs: readonly PlotSpec[];
  charts: Charts;
  width: number;
  height: number;
  insets: Insets;
  selected: number;
  /** Changes with the theme: the colours have to be read again. */
  theme: number;
}

/** Hollow dots where the crosshair meets the curves of a stack; none without a crosshair. */
export function CrosshairDots({ specs, charts, width, height, insets, selected, theme }: Props) {
  const svg = useRef<SVGSVGElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `theme` stands for the colours
  useEffect(() => {
    const root = svg.current;
    if (!root) return;
    const handle = redraw.register('marks', () => draw(root, { specs, charts, width, insets, selected }));
    return handle.dispose;
  }, [specs, charts, width, insets, selected, theme]);
  return (
    <svg className="plot-dots" ref={svg} width={width} height={height} aria-hidden="true">
      <path className="inside" />
    </svg>
  );
}

/**
 * Draws all dots of a colour as one path, and the insides of all as another: the browser spends a millisecond of every frame on
 * the style and layout of an element for each of forty dots.
 */
function draw(
  svg: SVGSVGElement,
  { specs, charts, width, insets, selected }: Omit<Props, 'height' | 'theme'>,
): void {
  const byColour = new Map<string, string>();
  let all = '';
  const frame = latestFrame();
  const cursor = frame ? cursorIn(frame) : null;
  const reading = frame ? readingOf(frame) : null;
  if (frame && reading && cursor !== null) {
    const x = insets.left + ((cursor - frame.t0) / (frame.t1 - frame.t0)) * (width - insets.left);
    for (const { id, curves, groups } of specs) {
      const chart = charts.get(id);
      if (!chart) continue;
      let dots = 0;
      for (const curve of curves) {
        if (curve.role === 'ssthresh' || dots >= MAX_AT_CROSSHAIR) continue;
        if (groups.length > 0 && curve.flow >= 0 && curve.flow !== selected) continue;
        if (curves.length > MAX_AT_CROSSHAIR && curve.flow !== selected && selected >= 0) continue;
        const y = chart.onStack(valueIn(frame, curve.series, reading));
        if (Number.isNaN(y)) continue;
        dots += 1;
        const dot = `M${x.toFixed(1)} ${y.toFixed(1)}h0`;
        const { colour } = strokeOf(curve, curves.length, selected);
        byColour.set(colour, (byColour.get(colour) ?? '') + dot);
        all += dot;
      }
    }
  }
  const inside = svg.lastElementChild;
  while (svg.childElementCount < byColour.size + 1)
    svg.prepend(document.createElementNS('http://www.w3.org/2000/svg', 'path'));
  const paths = [...svg.children].slice(0, -1);
  const rings = [...byColour];
  paths.forEach((path, i) => {
    const [colour, d] = rings[i] ?? ['', ''];
    setAttribute(path, 'stroke', colour);
    setAttribute(path, 'd', d);
  });
  if (inside) setAttribute(inside, 'd', all);
}

/** Setting an attribute costs style and layout, even if it has the value already. */
function setAttribute(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
