/** Figures of experiments as SVG without style sheets, so that they look the same in the page and in a file. */
import type { Experiment, ExperimentTable } from '../../generated/types';
import { capital } from '../../language/field-words';
import { barPanel } from './figure/bars';
import { axesOf, estimateDescription, type FigureData, figureData, type Panel } from './figure/data';
import type { Frame } from './figure/frame';
import { heatHeight, heatPanel } from './figure/heat';
import { commonSeries, drawKey, type Key } from './figure/legend';
import { labelsFit, linePanel } from './figure/lines';
import { DARK, LIGHT } from './figure/look';
import { valueDomain } from './figure/scale';
import { element, FONT, text } from './figure/svg';
import { wrapText } from './figure/text';
import { figureTexts as t } from './figure/texts';
import { type TracePanel, traceData, traceDomain } from './figure/trace-data';
import { tracePanel } from './figure/traces';
import { exceedsFrame, valueExtent } from './figure/whiskers';

export interface FigureOptions {
  /** px */
  width: number;
  /** The height in which a row of panels with its key fits, px, as far as it stays readable; by default any. */
  height?: number;
  dark: boolean;
  /** The document in which elements are created; by default the page's. */
  doc?: Document;
  /** The planned runs of each variant: variants with fewer are drawn pale. */
  runs?: number;
  /** Interactive: shows values under the pointer, and calls `onPick`. */
  live?: boolean;
  /** Called with the number of a variant when its point is pressed. */
  onPick?: (row: number) => void;
  /** A title above, for files. */
  title?: string;
  /** Lines below. */
  foot?: readonly string[];
}

/** Every chart except a table has a figure. */
export const hasFigure = (document: Experiment): boolean => document.chart?.kind !== 'table';

const GAP = { x: 32, y: 20 };
const PADDING = 4;
/** Height of a panel that can still be read, and of a key of one row, px. */
const LEAST_HEIGHT = 180;
const KEY_HEIGHT = 28;

/** Draws an experiment's table as the chart that its document declares. Variants that have not run are left out; a note gives their number. */
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
  const write = (words: string, weight: number, size: number, color: string, height: number) => {
    for (const line of wrapText(words, width, size)) {
      root.append(
        text(doc, 0, y + size, [{ text: line, fill: color, 'font-weight': weight }], { 'font-size': size }),
      );
      y += height;
    }
  };
  if (options.title) write(options.title, 600, 15, look.ink, 26);
  const parts = kind === 'trace' ? tracePanels(document, table) : measurePanels(kind, data);
  const grid = gridOf(parts.count, width, kind === 'heat');
  const usual = parts.height(grid);
  // A map has a height for each of its rows.
  const height =
    kind === 'heat' || !options.height
      ? usual
      : Math.min(usual, Math.max(LEAST_HEIGHT, options.height - KEY_HEIGHT - PADDING));
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
    // The figure as a whole has a name; screen readers would read its parts as a list of numbers.
    made.setAttribute('aria-hidden', 'true');
    made.setAttribute('x', String((i % grid.columns) * (grid.width + GAP.x)));
    made.setAttribute('y', String(y + Math.floor(i / grid.columns) * (height + GAP.y)));
    if (live && options.onPick) reportPresses(made, options.onPick);
    root.append(made);
  }
  const rows = Math.ceil(parts.count / grid.columns);
  y += rows * height + Math.max(0, rows - 1) * GAP.y + PADDING;
  const legend = footnotesOf(document, table, data, options);
  for (const line of [legend, ...(options.foot ?? [])].filter(Boolean)) write(line, 400, 11, look.ink2, 16);
  root.setAttribute('height', String(y));
  root.setAttribute('viewBox', `0 0 ${width} ${y}`);
  background.setAttribute('height', String(y));
  return root;
}

type Kind = 'line' | 'bar' | 'heat' | 'trace';

/** Lines need an axis, and heat maps two. */
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

/** The panels of a figure, whatever its kind. */
interface PanelSource {
  count: number;
  height: (grid: Grid) => number;
  labels: (grid: Grid, height: number) => boolean;
  key: (grid: Grid, height: number) => Key;
  draw: (panel: number, frame: Frame) => SVGElement;
}

const DRAWERS = { line: linePanel, bar: barPanel, heat: heatPanel };

function measurePanels(kind: 'line' | 'bar' | 'heat', data: FigureData): PanelSource {
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

function tracePanels(document: Experiment, table: ExperimentTable): PanelSource {
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

/** Two panels side by side if each stays wide enough to read. */
function gridOf(panels: number, width: number, heat: boolean): Grid {
  const columns = panels > 1 && width >= (heat ? 860 : 760) ? 2 : 1;
  return { columns, width: Math.floor((width - (columns - 1) * GAP.x) / columns) };
}

function heightOf(panels: number, { columns, width }: Grid): number {
  if (columns === 2) return 264;
  return Math.round(Math.min(panels === 1 ? 380 : 240, Math.max(220, width * 0.62)));
}

/** Notes that explain the marks and list what is missing. */
function footnotesOf(
  document: Experiment,
  table: ExperimentTable,
  data: FigureData,
  { runs = 0, live = false }: FigureOptions,
): string {
  const counts = table.rows.map((row) => row.runs).filter((n) => n > 0);
  const most = Math.max(0, ...counts);
  const parts: string[] = [];
  if (kindOf(document) === 'trace') parts.push(...traceNotes(document, table));
  else if (most > 1) parts.push(t.over(capital(estimateDescription(document, table)), most));
  else if (most === 1) parts.push(t.oneRun);
  if (data.missing > 0 && data.missing < data.variants) parts.push(t.missing(data.missing, data.variants));
  // The page says itself that nothing has run, and what to do.
  if (!live && data.missing === data.variants && data.variants > 0) parts.push(t.nothing);
  if (['line', 'bar'].includes(kindOf(document)) && hasCutInterval(document, data)) parts.push(t.cut);
  if (data.partial && kindOf(document) !== 'trace') parts.push(t.partial(runs));
  return parts.length > 0 ? `${parts.join('; ')}.` : '';
}

/** Whether the frame cuts off any interval. */
function hasCutInterval(document: Experiment, data: FigureData): boolean {
  const zero = kindOf(document) === 'bar';
  return data.panels.some((panel) => {
    const domain = valueDomain(valueExtent(panel), { log: document.chart?.logY ?? false, zero });
    return panel.points.some((p) => exceedsFrame(p, domain));
  });
}

function traceNotes(document: Experiment, table: ExperimentTable): string[] {
  const { panels, all } = traceData(document, table);
  if (panels.length === 0) return [];
  const first = table.rows.length > 1 ? t.firstSeeds : t.firstSeed;
  return panels.length < all ? [t.someDrawn(first, panels.length, all)] : [first];
}

let descriptions = 0;

/** Accessible name and description; the table has the values. */
function describe(root: SVGSVGElement, doc: Document, document: Experiment, data: FigureData): void {
  const what = data.panels.map((p) => [p.title, p.unit].filter(Boolean).join(', ')).join('; ');
  const over = data.x.name && data.by ? t.both(data.x.name, data.by.name) : data.x.name;
  root.setAttribute('role', 'img');
  root.setAttribute(
    'aria-label',
    [document.title, over ? t.measuresOver(what, over) : what].filter(Boolean).join(': '),
  );
  const series = data.by
    ? `${t.lines(data.by.name, data.panels[0]?.series.map((s) => s.name).join(', ') ?? '')} `
    : '';
  const words = element(doc, 'desc', { id: `figure-${++descriptions}` });
  words.textContent = `${series}${t.inTable}`;
  root.append(words);
  root.setAttribute('aria-describedby', `figure-${descriptions}`);
}

/** Pressing a point selects its variant. Plot reports the point under the pointer. */
function reportPresses(panel: SVGElement, onPick: (row: number) => void): void {
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
