/** Passes frames from the worker to the views that draw them. Frames bypass React. */
import type { Directory } from '../generated/types';
import type { MarkList, PlotSection, SceneSection } from '../worker/sections';

/** One picture of the run. Sections are valid until the next frame. */
export interface Frame {
  run: number;
  /** Simulated time in s. */
  now: number;
  /** Up to where the run is known, s: later than now, if it has gone back. */
  known: number;
  /** Other branches, whose curves stand behind: of each the same series. */
  others: readonly BranchPlot[];
  ended: boolean;
  /** Shown span of time in s. */
  t0: number;
  t1: number;
  directory: Directory;
  plot: PlotSection;
  scene: SceneSection;
  /** All marks since the start of the run. */
  marks: MarkList;
}

/** The curves of another branch. */
export interface BranchPlot {
  run: number;
  /** Place of the branch's colour. */
  colour: number;
  known: number;
  plot: PlotSection;
}

/** Which curves the plots want. */
export interface PlotRequest {
  /** Columns of 2 px each over the plot's width. */
  columns: number;
  /** Series numbers; null: all but the algorithms' own variables. */
  series: readonly number[] | null;
  /** Least time between two frames of a moving run, ms; 0: they come as often as they can be seen. */
  everyMs: number;
}

const listeners = new Set<(frame: Frame) => void>();
let latest: Frame | null = null;
let request: PlotRequest = { columns: 400, series: null, everyMs: 0 };
/** Series that others than the plots read, a list for each of them. */
const extra = new Set<readonly number[]>();
let onRequest: (request: PlotRequest) => void = () => undefined;

/** Calls `draw` with each frame, and at once with the last one. Returns a function that stops this. */
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

/** Says how many columns the plots have, which series they show and how often they need them; the next frame has them. */
export function requestPlot(columns: number, series: readonly number[] | null = null, everyMs = 0): void {
  const whole = Math.max(16, Math.min(4096, Math.round(columns)));
  const same = request.columns === whole && request.everyMs === everyMs;
  if (same && sameNumbers(request.series, series)) return;
  request = { columns: whole, series, everyMs };
  onRequest(request);
}

/** Asks for series beside those of the plots, until the function that it gives is called. */
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

/** For the store: who hears of a new request. */
export function whenRequested(listen: (request: PlotRequest) => void): void {
  onRequest = listen;
}

/** For the store: a new picture, or none after a crash. */
export function publishFrame(frame: Frame | null): void {
  latest = frame;
  if (frame) for (const draw of listeners) draw(frame);
}

function sameNumbers(a: readonly number[] | null, b: readonly number[] | null): boolean {
  if (a === null || b === null) return a === b;
  return a.length === b.length && a.every((x, i) => x === b[i]);
}
