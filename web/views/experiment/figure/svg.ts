/** Helpers for the SVG around the plots of Observable Plot. */
import {
  symbol as d3Symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  symbolWye,
} from 'd3-shape';
import type { SymbolName } from './look';

export const FONT = '"Inter Variable", Inter, system-ui, sans-serif';
const SVG = 'http://www.w3.org/2000/svg';

/** Makes an SVG element in the given document. */
export function element(
  doc: Document,
  name: string,
  attributes: Record<string, string | number> = {},
): SVGElement {
  const made = doc.createElementNS(SVG, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** A text of several parts, each with its own attributes. */
export function text(
  doc: Document,
  x: number,
  y: number,
  parts: readonly { text: string; [attribute: string]: string | number }[],
  attributes: Record<string, string | number> = {},
): SVGElement {
  const made = element(doc, 'text', { x, y, 'font-size': 12, 'text-anchor': 'start', ...attributes });
  parts.forEach(({ text: words, ...own }) => {
    const part = element(doc, 'tspan', own);
    part.textContent = words;
    made.append(part);
  });
  return made;
}

const SHAPES = {
  circle: symbolCircle,
  square: symbolSquare,
  triangle: symbolTriangle,
  diamond: symbolDiamond,
  wye: symbolWye,
  star: symbolStar,
  cross: symbolCross,
};

/** The outline of a symbol as Plot draws it at a radius. */
export function symbolPath(name: SymbolName, r: number): string {
  return d3Symbol(SHAPES[name], Math.PI * r * r)() ?? '';
}
