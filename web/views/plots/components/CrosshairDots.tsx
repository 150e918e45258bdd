import { useEffect, useRef } from 'react';
import { redraw } from '../../../ui/redraw';
import { type CrossedStack, crossings } from './crossings';

interface Props extends CrossedStack {
  height: number;
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
function draw(svg: SVGSVGElement, stack: CrossedStack): void {
  const byColour = new Map<string, string>();
  let all = '';
  for (const { x, y, colour } of crossings(stack)) {
    const dot = `M${x.toFixed(1)} ${y.toFixed(1)}h0`;
    byColour.set(colour, (byColour.get(colour) ?? '') + dot);
    all += dot;
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
