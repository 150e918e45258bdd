import './values.css';
import { useEffect, useRef } from 'react';
import { formatValue, formatVariable } from '../../../drawing/format';
import { redraw } from '../../../ui/redraw';
import { setText } from '../../../ui/set-text';
import { type CrossedStack, type Crossing, crossings } from './crossings';
import { apart } from './values-apart';

interface Props extends CrossedStack {
  heights: readonly number[];
  /** Changes with the theme: the colours have to be read again. */
  theme: number;
}

/** More than this many values in one plot would cover its curves. */
const MOST = 6;
/** Distance of two values in a plot, and from its upper and lower edges, px. */
const LINE = 12;
const EDGE = { top: 12, bottom: 8 };
/** From the crosshair to the values, px. */
const GAP = 8;
/** Width of the widest value, px. */
const ROOM = 48;

/** The values at the crosshair, beside its dots, where the page has no column for them. */
export function CrosshairValues({ specs, heights, charts, width, insets, selected, theme }: Props) {
  const svg = useRef<SVGSVGElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `theme` stands for the colours
  useEffect(() => {
    const root = svg.current;
    if (!root) return;
    const stack = { specs, charts, width, insets, selected };
    const handle = redraw.register('marks', () => draw(root, stack, heights));
    return handle.dispose;
  }, [specs, heights, charts, width, insets, selected, theme]);
  const height = heights.reduce((sum, one) => sum + one, 0);
  return <svg className="plot-values" ref={svg} width={width} height={height} aria-hidden="true" />;
}

function draw(svg: SVGSVGElement, stack: CrossedStack, heights: readonly number[]): void {
  const all = crossings(stack);
  let shown = 0;
  let top = 0;
  stack.specs.forEach((spec, i) => {
    const height = heights[i] ?? 0;
    const found = all.filter((one) => one.spec === spec);
    const few = found.length > MOST ? found.filter((one) => one.curve.flow === stack.selected) : found;
    const ys = apart(
      few.map(({ y }) => y),
      LINE,
      top + EDGE.top,
      top + height - EDGE.bottom,
    );
    few.forEach((one, k) => {
      write(textAt(svg, shown), one, ys[k] ?? one.y, one.x + GAP + ROOM > stack.width);
      shown += 1;
    });
    top += height;
  });
  while (svg.childElementCount > shown) svg.lastElementChild?.remove();
}

function textAt(svg: SVGSVGElement, place: number): Element {
  return (
    svg.children[place] ?? svg.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'text'))
  );
}

function write(text: Element, { spec, value, colour, x }: Crossing, y: number, late: boolean): void {
  setText(text, spec.group === 'variables' ? formatVariable(value) : formatValue(value, spec.decimals));
  text.setAttribute('x', (late ? x - GAP : x + GAP).toFixed(1));
  text.setAttribute('y', (y + 4).toFixed(1));
  text.setAttribute('text-anchor', late ? 'end' : 'start');
  text.setAttribute('fill', colour);
}
