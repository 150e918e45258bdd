/** Figures of experiments: one picture in SVG, with all that it needs in itself, so that it is the same in the page and without one. */
import type { Experiment, ExperimentTable } from '../../generated/types';
import { barPanel } from './figure/bars';
import { axesOf, capital, type FigureData, figureData, offWords, type Panel } from './figure/data';
import type { Frame } from './figure/frame';
import { heatHeight, heatPanel } from './figure/heat';
import { commonSeries, drawKey, type Key } from './figure/legend';
import { labelsFit, linePanel } from './figure/lines';
import { DARK, LIGHT } from './figure/look';
import { valueDomain } from './figure/scale';
import { element, FONT, text } from './figure/svg';
import { wrapped } from './figure/text';
import { type TracePanel, traceData, traceDomain } from './figure/trace-data';
import { tracePanel } from './figure/traces';
import { extremes, leaves } from './figure/whiskers';

export interface FigureOptions {
  /** px */
  width: number;
  dark: boolean;
  /** What makes the elements; absent: the page. */
  doc?: Document;
  /** Runs that a variant shall have: those with fewer are pale. Absent: none is. */
  runs?: number;
  /** Values under the pointer, and `onPick`. Off: a picture. */
  live?: boolean;
  /** A point was pressed: the number of its variant. */
  onPick?: (row: number) => void;
  /** Stands above, for pictures that leave the page. */
  title?: string;
  /** Stands below, line by line. */
  foot?: readonly string[];
}

/** A figure is drawn of all but tables. */
export const hasFigure = (document: Experiment): boolean => document.chart?.kind !== 'table';

const GAP = { x: 32, y: 20 };
const PAD = 4;

/** Draws what an experiment's table says, as its document wants it drawn. What has not run is left out and said. */
export function drawFigure(
  document: Experiment,
  table: ExperimentTable,
  options: FigureOptions,
): SVGSVGElement {
  const { width, dark, doc = globalThis.document, runs = 0, live = false } = options;
  const look = dark ? DARK : LIGHT;
  const kind = kindOf(document);
  const data = figureData(document, table, runs);
  const root = element(doc, 'svg', {
    width,
    'font-family': FONT,
    'font-size': 12,
    fill: look.ink,
  }) as SVGSVGElement;
  const background = element(doc, 'rect', { width, fill: look.bg });
  root.append(background);
  describe(root, doc, document, data);
  let y = 0;
  const say = (words: string, weight: number, size: number, color: string, height: number) => {
    for (const line of wrapped(words, width, size)) {
      root.append(
        text(doc, 0, y + size, [{ text: line, fill: color, 'font-weight': weight }], { 'font-size': size }),
      );
      y += height;
    }
  };
  if (options.title) say(options.title, 600, 15, look.ink, 26);
  const parts = kind === 'trace' ? traceParts(document, table) : cellParts(kind, data);
  const grid = gridOf(parts.count, width, kind === 'heat');
  const height = parts.height(grid);
  const key = drawKey(doc, parts.key(grid, height), look, width);
  if (key.height > 0) {
    key.group.setAttribute('transform', `translate(0 ${y})`);
    root.append(key.group);
    y += key.height;
  }
  const frame: Frame = {
    doc,
    width: grid.width,
    height,
    look,
    logX: document.chart?.logX ?? false,
    logY: document.chart?.logY ?? false,
    labels: parts.labels(grid, height),
    live,
  };
  for (let i = 0; i < parts.count; i++) {
    const made = parts.draw(i, frame);
    // The figure as a whole has a name; its parts would be read as a heap of numbers.
    made.setAttribute('aria-hidden', 'true');
    made.setAttribute('x', String((i % grid.columns) * (grid.width + GAP.x)));
    made.setAttribute('y', String(y + Math.floor(i / grid.columns) * (height + GAP.y)));
    if (live && options.onPick) listen(made, options.onPick);
    root.append(made);
  }
  const rows = Math.ceil(parts.count / grid.columns);
  y += rows * height + Math.max(0, rows - 1) * GAP.y + PAD;
  const said = footOf(document, table, data, runs);
  for (const line of [said, ...(options.foot ?? [])].filter(Boolean)) say(line, 400, 11, look.ink2, 16);
  root.setAttribute('height', String(y));
  root.setAttribute('viewBox', `0 0 ${width} ${y}`);
  background.setAttribute('height', String(y));
  return root;
}

type Kind = 'line' | 'bar' | 'heat' | 'trace';

/** Without an axis there is nothing for a line to run along, and with one nothing for a second side of a map. */
function kindOf(document: Experiment): Kind {
  const kind = document.chart?.kind ?? 'line';
  const axes = axesOf(document).length;
  if (kind === 'trace' && (document.traces ?? []).length > 0) return 'trace';
  if (axes === 0 || kind === 'bar') return 'bar';
  return kind === 'heat' && axes === 2 ? 'heat' : 'line';
}

interface Grid {
  columns: number;
  /** Width of a panel, px. */
  width: number;
}

/** The panels of a figure, whatever they show. */
interface Parts {
  count: number;
  height: (grid: Grid) => number;
  labels: (grid: Grid, height: number) => boolean;
  key: (grid: Grid, height: number) => Key;
  draw: (panel: number, frame: Frame) => SVGElement;
}

const DRAWERS = { line: linePanel, bar: barPanel, heat: heatPanel };

function cellParts(kind: 'line' | 'bar' | 'heat', data: FigureData): Parts {
  const labels = (grid: Grid, height: number) =>
    kind === 'line' && data.panels.every((p) => labelsFit(p, grid.width, height));
  const several = data.panels.filter((p) => p.series.length > 1).map((p) => p.series);
  return {
    count: data.panels.length,
    height: (grid) =>
      kind === 'heat' ? heatHeight(data.by?.values.length ?? 1) : heightOf(data.panels.length, grid),
    labels,
    key: (grid, height) => {
      const needed = kind !== 'heat' && !labels(grid, height);
      return {
        name: needed && several.length > 0 ? (data.by?.name ?? '') : '',
        series: needed ? (commonSeries(several) ?? several.flat()) : [],
        sample: kind === 'line' ? 'line' : 'bar',
        published: data.panels.some((p) => p.marks.length > 0),
      };
    },
    draw: (i, frame) => DRAWERS[kind](data, data.panels[i] as Panel, frame),
  };
}

function traceParts(document: Experiment, table: ExperimentTable): Parts {
  const data = traceData(document, table);
  const several = data.panels.filter((p) => p.lines.length > 1).map((p) => p.lines.map((l) => l.series));
  return {
    count: data.panels.length,
    height: (grid) => heightOf(data.panels.length, grid),
    labels: () => false,
    key: () => ({
      name: '',
      series: commonSeries(several) ?? several.flat(),
      sample: 'trace',
      published: false,
    }),
    draw: (i, frame) => {
      const panel = data.panels[i] as TracePanel;
      return tracePanel(panel, traceDomain(data, panel, frame.logY, frame.height), frame);
    },
  };
}

/** Two panels beside each other where each stays wide enough to read. */
function gridOf(panels: number, width: number, heat: boolean): Grid {
  const columns = panels > 1 && width >= (heat ? 860 : 760) ? 2 : 1;
  return { columns, width: Math.floor((width - (columns - 1) * GAP.x) / columns) };
}

function heightOf(panels: number, { columns, width }: Grid): number {
  if (columns === 2) return 264;
  return Math.round(Math.min(panels === 1 ? 380 : 240, Math.max(220, width * 0.62)));
}

/** What the marks mean, and what is missing. */
function footOf(document: Experiment, table: ExperimentTable, data: FigureData, runs: number): string {
  const counts = table.rows.map((row) => row.runs).filter((n) => n > 0);
  const most = Math.max(0, ...counts);
  const parts: string[] = [];
  if (kindOf(document) === 'trace') parts.push(...tracesSaid(document, table));
  else if (most > 1) parts.push(`${capital(offWords(document, table))} over ${most} runs of each variant`);
  else if (most === 1) parts.push('One run of each variant');
  if (data.missing > 0 && data.missing < data.variants)
    parts.push(`${data.missing} of ${data.variants} variants have not run yet`);
  if (data.missing === data.variants && data.variants > 0) parts.push('Nothing has run yet');
  if (['line', 'bar'].includes(kindOf(document)) && cut(document, data))
    parts.push('intervals go on beyond the frame');
  if (data.partial && kindOf(document) !== 'trace') parts.push(`pale: fewer than ${runs} runs so far`);
  return parts.length > 0 ? `${parts.join('; ')}.` : '';
}

/** Whether some interval is wider than what is drawn of it. */
function cut(document: Experiment, data: FigureData): boolean {
  const zero = kindOf(document) === 'bar';
  return data.panels.some((panel) => {
    const domain = valueDomain(extremes(panel), { log: document.chart?.logY ?? false, zero });
    return panel.points.some((p) => leaves(p, domain));
  });
}

function tracesSaid(document: Experiment, table: ExperimentTable): string[] {
  const { panels, all } = traceData(document, table);
  if (panels.length === 0) return [];
  const first = table.rows.length > 1 ? 'The first seed of each variant' : 'The first seed';
  return panels.length < all ? [`${first}; ${panels.length} of ${all} are drawn`] : [first];
}

let descriptions = 0;

/** Name and description for those who do not see it; the table has the values. */
function describe(root: SVGSVGElement, doc: Document, document: Experiment, data: FigureData): void {
  const what = data.panels.map((p) => [p.title, p.unit].filter(Boolean).join(', ')).join('; ');
  const over = [data.x.name, data.by?.name].filter(Boolean).join(' and ');
  root.setAttribute('role', 'img');
  root.setAttribute(
    'aria-label',
    [document.title, over ? `${what} over ${over}` : what].filter(Boolean).join(': '),
  );
  const series = data.by
    ? `A line for each ${data.by.name}: ${data.panels[0]?.series.map((s) => s.name).join(', ')}. `
    : '';
  const words = element(doc, 'desc', { id: `figure-${++descriptions}` });
  words.textContent = `${series}All values are in the table.`;
  root.append(words);
  root.setAttribute('aria-describedby', `figure-${descriptions}`);
}

/** A press on a point picks its variant; Plot says which point the pointer is at. */
function listen(panel: SVGElement, onPick: (row: number) => void): void {
  const plot = panel as SVGElement & { value?: { row?: number } | null };
  panel.addEventListener('click', () => {
    const row = plot.value?.row;
    if (typeof row === 'number') onPick(row);
  });
  panel.style.cursor = 'default';
  panel.addEventListener('input', () => {
    panel.style.cursor = plot.value ? 'pointer' : 'default';
  });
}
