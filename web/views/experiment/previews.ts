/** Previews of experiments that ran in this browser, for their cards. They can be recreated from the tables. */
import type { Experiment, ExperimentTable } from '../../generated/types';
import type { Picture } from '../../store/gallery';
import { figureData } from './figure/data';
import { traceData } from './figure/trace-data';

const STORAGE_KEY = 'droptail-previews';
/** Limits for a card of 100 × 48. */
const MAX_CURVES = 6;
const MAX_POINTS = 40;
const HEIGHT = 48;

/** The lines of the first panel of a table; null if there is nothing to draw yet. */
export function previewOf(document: Experiment, table: ExperimentTable): Picture | null {
  const kind = document.chart?.kind ?? 'line';
  // Heat maps and tables have no preview.
  if (kind === 'heat' || kind === 'table') return null;
  const lines = kind === 'trace' ? traceLines(document, table) : pointLines(document, table);
  const bars = kind === 'bar' || (document.axes ?? []).length === 0;
  const all = lines.flatMap((l) => l.points);
  if (all.length < (bars ? 1 : 2)) return null;
  const log = (on: boolean | undefined) => (v: number) => (on ? Math.log(Math.max(v, 1e-12)) : v);
  const [ofX, ofY] = [log(document.chart?.logX), log(document.chart?.logY)];
  const [x0, x1] = extentOf(all.map(([x]) => ofX(x)));
  const [low, y1] = extentOf(all.map(([, y]) => ofY(y)));
  const y0 = document.chart?.logY || (low > y1 / 2 && !bars) ? low : Math.min(0, low);
  const at = (v: number, from: number, to: number) => (to > from ? (v - from) / (to - from) : 0.5);
  const toY = (y: number) => HEIGHT * (1 - at(ofY(y), y0, y1));
  const shown = lines.slice(0, MAX_CURVES);
  const flow = (style: number) => (lines.length > 1 ? style : null);
  if (bars) {
    const places = [...new Set(all.map(([x]) => x))].sort((a, b) => a - b);
    const group = 100 / places.length;
    const barWidth = (0.7 * group) / shown.length;
    const baseline = round(HEIGHT * (1 - Math.min(1, Math.max(0, at(0, y0, y1)))));
    const curves = shown.flatMap(({ style, points }, i) =>
      points.map(([x, y]) => {
        const left = (places.indexOf(x) + 0.15) * group + i * barWidth;
        const [from, to, top] = [round(left), round(left + 0.8 * barWidth), round(toY(y))];
        return {
          flow: flow(style),
          points: `${from},${baseline} ${from},${top} ${to},${top} ${to},${baseline}`,
        };
      }),
    );
    return { curves };
  }
  const curves = shown.map(({ style, points }) => ({
    flow: flow(style),
    points: decimated(points)
      .map(([x, y]) => `${round(100 * at(ofX(x), x0, x1))},${round(toY(y))}`)
      .join(' '),
  }));
  return { curves };
}

interface Line {
  style: number;
  points: [number, number][];
}

function pointLines(document: Experiment, table: ExperimentTable): Line[] {
  const data = figureData(document, table);
  const panel = data.panels[0];
  if (!panel) return [];
  return panel.series.map((series, i) => ({
    style: series.style,
    points: panel.points
      .filter((p) => p.series === i && p.value !== null)
      .map((p): [number, number] => [
        typeof p.x === 'number' ? p.x : data.x.values.indexOf(p.x),
        p.value as number,
      ])
      .sort(([a], [b]) => a - b),
  }));
}

function traceLines(document: Experiment, table: ExperimentTable): Line[] {
  const panel = traceData(document, table).panels[0];
  return (panel?.lines ?? []).map(({ series, line }) => ({
    style: series.style,
    points: line.times.flatMap((t, i): [number, number][] => {
      const value = line.values[i];
      return typeof value === 'number' ? [[t, value]] : [];
    }),
  }));
}

const extentOf = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)];
const round = (x: number) => Math.round(x * 10) / 10;

function decimated<T>(points: readonly T[]): readonly T[] {
  const every = Math.ceil(points.length / MAX_POINTS);
  return every > 1 ? points.filter((_, i) => i % every === 0) : points;
}

type Previews = Record<string, Picture>;

export function readPreviews(): Previews {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Previews;
  } catch {
    return {};
  }
}

/** Stores the preview of a published experiment; null removes it. */
export function storePreview(id: string, picture: Picture | null): void {
  const { [id]: _before, ...others } = readPreviews();
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(picture ? { ...others, [id]: picture } : others));
  } catch {
    // Without storage the card has no preview.
  }
}
