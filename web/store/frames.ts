/** Passes frames from the worker to the views that draw them. Frames bypass React. */
import type { Directory } from '../generated/types';
import type { MarkList, PlotSection, PresentValue, SceneSection } from '../worker/sections';

/** One frame of the run. Sections are valid until the next frame. */
export interface Frame {
  run: number;
  /** Simulated time in s. */
  now: number;
  /** How far the run has been simulated, s: beyond `now` if it has gone back. */
  known: number;
  /** Other branches, drawn behind: each with the same series. */
  others: readonly BranchPlot[];
  ended: boolean;
  /** The shown span, s. */
  t0: number;
  t1: number;
  directory: Directory;
  plot: PlotSection;
  /** Values at `now`: exact, where the curves of the plot are thinned. */
  value: PresentValue;
  scene: SceneSection;
  /** All marks since the start of the run. */
  marks: MarkList;
}

/** The curves of another branch. */
export interface BranchPlot {
  run: number;
  /** It is the one that the branch on screen left: texts beside the plots name it. */
  named: boolean;
  /** Its present time, s. */
  now: number;
  known: number;
  plot: PlotSection;
  /** Values at its present time. */
  value: PresentValue;
  /** Its channels at its present time, without flows and packets. */
  scene: SceneSection;
}

/** What the plots need from the worker. */
export interface PlotRequest {
  /** Columns of 2 px each over the plot's width. */
  columns: number;
  /** Series numbers; null: all but the algorithms' internal variables. */
  series: readonly number[] | null;
  /** Minimum time between two frames of a moving run, ms; 0: as often as the screen can show them. */
  everyMs: number;
}

const listeners = new Set<(frame: Frame) => void>();
let latest: Frame | null = null;
let request: PlotRequest = { columns: 400, series: null, everyMs: 0 };
/** Series that other views read, one list for each view. */
const extra = new Set<readonly number[]>();
let onRequest: (request: PlotRequest) => void = () => undefined;

/** Calls `draw` with each frame, and at once with the last one. Returns a function that ends this. */
export function subscribeFrame(draw: (frame: Frame) => void): () => void {
  listeners.add(draw);
  if (latest) draw(latest);
  return () => {
    listeners.delete(draw);
  };
}

/** The frame on screen, to draw again after a resize, a change of theme or a move of the crosshair. */
export function latestFrame(): Frame | null {
  return latest;
}

/** Sets how many columns the plots have, which series they show and how often they need them, from the next frame on. */
export function requestPlot(columns: number, series: readonly number[] | null = null, everyMs = 0): void {
  const whole = Math.max(16, Math.min(4096, Math.round(columns)));
  const same = request.columns === whole && request.everyMs === everyMs;
  if (same && sameNumbers(request.series, series)) return;
  request = { columns: whole, series, everyMs };
  onRequest(request);
}

/** Requests series in addition to those of the plots. Returns a function that ends this. */
export function requestSeries(series: readonly number[]): () => void {
  extra.add(series);
  onRequest(request);
  return () => {
    extra.delete(series);
    onRequest(request);
  };
}

export function plotRequest(): PlotRequest {
  if (request.series === null || extra.size === 0) return request;
  const all = new Set([...request.series, ...[...extra].flat()]);
  return { ...request, series: [...all].sort((a, b) => a - b) };
}

/** For the store: calls back when the request changes. */
export function onPlotRequest(listen: (request: PlotRequest) => void): void {
  onRequest = listen;
}

/** For the store: publishes a new frame, or null after a crash. */
export function publishFrame(frame: Frame | null): void {
  latest = frame;
  if (frame) for (const draw of listeners) draw(frame);
}

function sameNumbers(a: readonly number[] | null, b: readonly number[] | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((x, i) => x === b[i]);
}
