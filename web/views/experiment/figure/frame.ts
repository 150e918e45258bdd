/** The common parts of all panels: margins, axes, grid lines, the title row, and values under the pointer. */
import * as Plot from '@observablehq/plot';
import { formatPlain, formatTick } from '../../../drawing/format';
import type { AxisValue } from '../../../generated/types';
import type { FigureData, Panel, Point } from './data';
import { heading, valueText } from './data';
import type { Look } from './look';
import { type Domain, type NameLayout, SLANT } from './scale';
import { element, FONT, text } from './svg';
import { estimateText, textWidth, truncateText } from './text';
import { figureTexts as t } from './texts';

export interface Frame {
  doc: Document;
  /** px */
  width: number;
  height: number;
  look: Look;
  logX: boolean;
  logY: boolean;
  /** Put the names of lines at their ends if they fit. */
  labels: boolean;
  /** Show values under the pointer; off in files. */
  live: boolean;
}

export interface Margins {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export const TOP = 34;
export const BOTTOM = 42;
const TICKS = { fontSize: 12, tickSize: 0 } as const;

/** Space for the widest tick label. */
export function leftMargin(domain: Domain): number {
  return Math.max(28, Math.max(0, ...domain.ticks.map((tick) => textWidth(formatTick(tick)))) + 14);
}

/** A plot without Plot's own style sheet, which a content security policy would block. */
export function makePlot(
  frame: Frame,
  margins: Margins,
  options: Plot.PlotOptions,
): SVGSVGElement & Plot.Plot {
  const { doc, width, height, look } = frame;
  const made = Plot.plot({
    document: doc,
    className: 'figure-plot',
    width,
    height,
    marginTop: margins.top,
    marginRight: margins.right,
    marginBottom: margins.bottom,
    marginLeft: margins.left,
    ...options,
  } as Plot.PlotOptions) as SVGSVGElement & Plot.Plot;
  for (const style of [...made.querySelectorAll('style')]) style.remove();
  made.removeAttribute('class');
  made.setAttribute('overflow', 'visible');
  made.setAttribute('font-family', FONT);
  made.setAttribute('font-size', '12');
  made.setAttribute('fill', look.ink);
  if (frame.live) {
    // A nested SVG receives pointer events only over what is drawn in it.
    made.prepend(element(doc, 'rect', { width, height, fill: 'none', 'pointer-events': 'all' }));
  }
  return made;
}

/** Grid lines and numbers of the vertical axis. */
export function valueAxis(look: Look, domain: Domain): Plot.Markish[] {
  return [
    Plot.gridY(domain.ticks, { stroke: look.line, strokeOpacity: 1 }),
    Plot.axisY(domain.ticks, {
      ...TICKS,
      tickFormat: formatTick,
      fill: look.ink2,
      label: null,
      tickPadding: 8,
    }),
  ];
}

export function yScale(frame: Frame, domain: Domain): Plot.ScaleOptions {
  return { type: frame.logY ? 'log' : 'linear', domain: [domain.lo, domain.hi], label: null };
}

/** Options for an axis of names along x. */
export const nameAxisOptions = (look: Look, names: NameLayout) => ({
  ...xAxisOptions(look),
  text: (v: AxisValue) => names.text(valueText(v)),
  lineHeight: 1.2,
  ...(names.slanted ? { rotate: (-SLANT * 180) / Math.PI, textAnchor: 'end' as const } : {}),
});

export const xAxisOptions = (look: Look) => ({ ...TICKS, fill: look.ink2, label: null, tickPadding: 7 });

/** The name in bold, followed by the unit and notes on the scale. */
export function titleRow(
  frame: Frame,
  panel: Pick<Panel, 'title' | 'unit'>,
  more: readonly string[],
): SVGElement {
  const { look, doc, width } = frame;
  const unit = [panel.unit, ...more].filter(Boolean).join(', ');
  const title = truncateText(heading(panel.title), width * 0.75, 13.5);
  const rest = truncateText(unit, Math.max(0, width - textWidth(title, 13.5) - 16));
  return text(
    doc,
    0,
    13,
    [
      { text: title, 'font-weight': 600, fill: look.ink, 'font-size': 13 },
      ...(rest ? [{ text: rest, fill: look.ink2, dx: title ? 8 : 0 }] : []),
    ],
    { 'font-family': FONT },
  );
}

export const scaleNotes = (domain: Domain, log: boolean): string[] =>
  log ? [t.logarithmic] : domain.cut ? [t.from(formatTick(domain.lo))] : [];

/** The name of the horizontal axis, below its middle. */
export function xAxisTitle(
  frame: Frame,
  margins: Margins,
  name: string,
  unit: string,
  y: number,
): SVGElement | null {
  if (!name) return null;
  const middle = margins.left + (frame.width - margins.left - margins.right) / 2;
  const parts = [
    { text: truncateText(heading(name), frame.width - 40), fill: frame.look.ink2, 'font-weight': 500 },
    ...(unit ? [{ text: unit, fill: frame.look.ink2, dx: 6 }] : []),
  ];
  return text(frame.doc, middle, y, parts, { 'text-anchor': 'middle', 'font-family': FONT });
}

/** A point with the text of its tooltip. */
export interface LabelledPoint extends Point {
  label: string;
}

export function labelledPoints(data: FigureData, panel: Panel): LabelledPoint[] {
  const at = (x: Point['x']) => {
    const unit = data.x.unit ? ` ${data.x.unit}` : '';
    return typeof x === 'number' ? `${data.x.name} ${valueText(x)}${unit}` : x;
  };
  return panel.points
    .filter((p) => p.value !== null)
    .map((p) => {
      const unit = panel.unit ? ` ${panel.unit}` : '';
      const name = panel.series.length > 1 ? panel.series[p.series]?.name : '';
      const by = name && data.by && /^[−\d.]/.test(name) ? `${data.by.name} ${name}` : name;
      const published = panel.marks
        .filter((m) => m.x === p.x && m.series === p.series)
        .map((m) => t.publishedValue(`${formatPlain(m.value)}${unit}${m.source ? `, ${m.source}` : ''}`));
      const lines = [
        [by, at(p.x)].filter(Boolean).join(', '),
        `${estimateText(p.value as number, p.halfWidth)}${unit}`,
        t.runs(p.n),
        ...published,
      ];
      return { ...p, label: lines.filter(Boolean).join('\n') };
    });
}

/** Options for the tooltip of a point. */
export function tipOptions(look: Look) {
  return {
    fill: look.bg,
    stroke: look.line2,
    fontSize: 12,
    fontFamily: FONT,
    lineWidth: 26,
    lineHeight: 1.35,
    textPadding: 8,
    pathFilter: 'none',
    maxRadius: 60,
    title: 'label',
  } as const;
}
