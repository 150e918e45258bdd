/** Actions on the run and the view. They do not change the document. */
import type { StepUnit } from '../worker/protocol';
import { app } from './app';
import { seekTo, send, sendView } from './connection';
import { flowIndexOf } from './flow-style';
import { type Frame, latestFrame } from './frames';
import { run } from './run';
import {
  type Portrait,
  type Selection,
  session,
  type ValueSpan,
  type WhyMarks,
  type WhySubject,
} from './session';

export type { StepUnit } from '../worker/protocol';

export function play(): void {
  const { ended, status } = run.getState();
  if (status !== 'ready') return;
  if (ended) seekTo(0);
  run.setState({ playing: true, ended: false });
  app.setState({ unanswered: null });
  send({ type: 'play', speed: session.getState().speed });
}

export function pause(): void {
  run.setState({ playing: false, measuredSpeed: 0 });
  send({ type: 'pause' });
}

/** Finishes the present moment of a run at a standstill, so that a link can lead to it and to its digest. */
export function finishMoment(): void {
  send({ type: 'settle' });
}

/** Back to the start, standing still. What was run stays known. */
export function reset(): void {
  seek(0);
}

/** To a moment of the run, standing still. */
export function seek(atS: number): void {
  if (run.getState().status === 'ready') seekTo(atS);
}

/** Simulated seconds a real second; Infinity: as fast as it goes. */
export function setSpeed(speed: number): void {
  session.setState({ speed });
  send({ type: 'speed', value: speed });
}

/** One event, one round trip of the selected flow, or up to its next loss. Without a selected flow: of any. */
export function stepBy(unit: StepUnit): void {
  const { selection } = session.getState();
  const flow = selection?.kind === 'flow' ? flowIndexOf(selection.id) : -1;
  run.setState({ playing: false });
  send({ type: 'step', unit, flow });
}

/** Back by one round trip of the selected flow, or of the first. */
export function backByRoundTrip(): void {
  const frame = latestFrame();
  if (!frame) return;
  const { selection } = session.getState();
  const flow = Math.max(0, selection?.kind === 'flow' ? flowIndexOf(selection.id) : 0);
  const smoothed = flow < frame.scene.flowCount ? frame.scene.srttMs(flow) : Number.NaN;
  const ms = smoothed > 0 ? smoothed : (frame.directory.flows[flow]?.baseRttMs ?? 100);
  seek(Math.max(0, frame.now - ms / 1000));
}

export function select(selection: Selection | null): void {
  const { selection: now, more } = session.getState();
  // Who selects something wants to see it, also where a lesson stands.
  if (selection) session.setState({ side: 'inspector' });
  if (now?.kind === selection?.kind && now?.id === selection?.id && more.length === 0) return;
  session.setState({ selection, more: [], why: null });
}

/** The span of time on screen; null follows the run. */
export function setView(view: { t0: number; t1: number } | null): void {
  session.setState({ view });
  sendView();
}

/** Width in s of the window that follows the run. */
export function setFollow(seconds: number): void {
  session.setState({ follow: seconds });
  sendView();
}

/** Asks why; null closes the question. */
export function setWhy(why: WhySubject | null): void {
  session.setState({ why, ...(why ? { inspectorOpen: true, side: 'inspector' } : {}) });
}

/** Marks the moment that is explained in plots and network; null: nothing. */
export function setWhyMarks(whyMarks: WhyMarks | null): void {
  session.setState({ whyMarks });
}

/** The flow of the mark that is nearest to a moment, within a round trip of it; −1: there is none. */
function flowNear({ marks, directory }: Frame, atS: number): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  const after = marks.firstAt(atS);
  // The marks of a moment stand together, and those of the sender after the drop that led to them.
  for (let i = Math.max(0, after - NEAR_MARKS); i < Math.min(marks.count, after + NEAR_MARKS); i += 1) {
    const flow = marks.flow(i);
    const distance = Math.abs(marks.time(i) - atS);
    if (distance < least && distance <= (directory.flows[flow]?.baseRttMs ?? 0) / 1000) {
      best = flow;
      least = distance;
    }
  }
  return best;
}

const NEAR_MARKS = 64;

/** Asks of the selected flow or link, else of the flow that something happened to, at the crosshair or now. */
export function askWhy(): void {
  const frame = latestFrame();
  // The answer would tell what a lesson covers.
  if (!frame || session.getState().hidden.length > 0) return;
  const { selection, cursor } = session.getState();
  const atS = Math.min(cursor ?? frame.now, frame.known);
  const { channels } = frame.directory;
  const channel = selection?.kind === 'link' ? channels.findIndex((c) => c.link === selection.id) : -1;
  if (channel >= 0) setWhy({ channel: true, number: channel, atS });
  else
    setWhy({
      channel: false,
      number: Math.max(0, selection?.kind === 'flow' ? flowIndexOf(selection.id) : flowNear(frame, atS)),
      atS,
    });
}

/** Moves a crosshair that is not pinned; null hides it. */
export function setCursor(cursor: number | null): void {
  const now = session.getState();
  if (!now.cursorPinned && now.cursor !== cursor) session.setState({ cursor });
}

/** Pins the crosshair at a moment in s. */
export function pinCursor(cursor: number): void {
  session.setState({ cursor, cursorPinned: true });
}

/** Removes a pinned crosshair. */
export function unpinCursor(): void {
  session.setState({ cursor: null, cursorPinned: false });
}

export function setPlots(plots: string[] | null): void {
  session.setState({ plots });
}

/** Pins a plot above the others, or unpins it. */
export function pinPlot(plot: string, on: boolean): void {
  const others = session.getState().pinnedPlots.filter((p) => p !== plot);
  session.setState({ pinnedPlots: on ? [...others, plot] : others });
}

/** A logarithmic scale of values, or a linear one; what was zoomed to is let go. */
export function setLogPlot(plot: string, on: boolean): void {
  const others = session.getState().logPlots.filter((p) => p !== plot);
  session.setState({ logPlots: on ? [...others, plot] : others });
  setValueZoom(plot, null);
}

/** The unit in which a plot's values are written; null: the usual one. */
export function setPlotUnit(plot: string, unit: string | null): void {
  const { [plot]: _, ...others } = session.getState().plotUnits;
  session.setState({ plotUnits: unit === null ? others : { ...others, [plot]: unit } });
}

/** Many flows as groups, or each for itself. */
export function setGroupFlows(groupFlows: boolean): void {
  session.setState({ groupFlows });
}

/** The values that a plot shows; null: all of them. */
export function setValueZoom(plot: string, zoom: ValueSpan | null): void {
  const { [plot]: _, ...others } = session.getState().valueZooms;
  session.setState({ valueZooms: zoom === null ? others : { ...others, [plot]: zoom } });
}

/** Follows the run again, with all values. */
export function resetZoom(): void {
  session.setState({ valueZooms: {}, cursor: null, cursorPinned: false });
  setView(null);
}

/** Shows a variable of an algorithm in the plots, or leaves it out; showing one brings the plot with it. */
export function plotProbe(algorithm: string, probe: string, on: boolean, usual: readonly string[]): void {
  const key = `${algorithm}/${probe}`;
  const { hiddenProbes, plots } = session.getState();
  const others = hiddenProbes.filter((k) => k !== key);
  const shown = plots ?? usual;
  session.setState({
    hiddenProbes: on ? others : [...others, key],
    ...(on && !shown.includes('variables') ? { plots: [...shown, 'variables'] } : {}),
  });
}

/** What the phase portrait shows. */
export function setPortrait(portrait: Portrait): void {
  session.setState({ portrait });
}

/** Measures of fairness to plot, as kinds of series. */
export function setMeasures(measures: string[]): void {
  session.setState({ measures });
}

/** The fluid model's lines beside those of packets. */
export function setFluidLines(fluidLines: boolean): void {
  session.setState({ fluidLines });
}

export function setExplain(explain: boolean): void {
  session.setState({ explain });
}

export function setHiddenFlows(hiddenFlows: string[]): void {
  session.setState({ hiddenFlows });
}
