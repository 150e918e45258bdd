/** Actions on the run and the view. They do not change the document. */
import type { StepUnit } from '../worker/protocol';
import { app } from './app';
import { seekTo, send, sendView, setPlayingNext } from './connection';
import { documentStore } from './document';
import { flowIndexOf } from './flow-style';
import { type Frame, latestFrame } from './frames';
import { run } from './run';
import {
  type Portrait,
  type Selection,
  type SessionState,
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
  run.setState({ playing: true, ended: false, noMark: null });
  app.setState({ unanswered: null });
  setPlayingNext(true);
  send({ type: 'play', speed: session.getState().speed });
}

export function pause(): void {
  run.setState({ playing: false, measuredSpeed: 0 });
  setPlayingNext(false);
  send({ type: 'pause' });
}

/** Finishes the present instant of a run at a standstill, so that a link can lead to it and to its digest. */
export function finishInstant(): void {
  send({ type: 'settle' });
}

/** Goes back to the start and stands still. What was simulated stays known. */
export function reset(): void {
  seek(0);
}

/** Goes to a moment of the run and stands still there. */
export function seek(atS: number): void {
  // A pinned crosshair would keep another moment on screen.
  unpinCursor();
  if (run.getState().status === 'ready') seekTo(atS);
}

/** In simulated seconds per real second; Infinity: full speed. */
export function setSpeed(speed: number): void {
  session.setState({ speed });
  send({ type: 'speed', value: speed });
}

/** Goes on by one event, one round trip of the selected flow, or to its next loss. Without a selected flow: to any flow's. If there is none, the run stays where it is, and the page says so. */
export function stepBy(unit: StepUnit): void {
  const { selection } = session.getState();
  const flow = selection?.kind === 'flow' ? flowIndexOf(selection.id) : -1;
  unpinCursor();
  // After the end there is nothing to look for.
  const over = run.getState().ended && unit !== 'event' && unit !== 'rtt';
  run.setState({ playing: false, noMark: over ? { unit, flow } : null });
  send({ type: 'step', unit, flow });
}

/** Goes back by one round trip of the selected flow, or of the first. */
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
  // A selection opens the inspector, even over a lesson.
  if (selection) session.setState({ side: 'inspector' });
  if (now?.kind === selection?.kind && now?.id === selection?.id && more.length === 0) return;
  session.setState({ selection, more: [], why: null });
}

/** Sets the shown span of time; null follows the run. */
export function setView(view: { t0: number; t1: number } | null): void {
  session.setState({ view });
  sendView();
}

/** Sets the width in s of the window that follows the run. */
export function setFollow(seconds: number): void {
  session.setState({ follow: seconds });
  sendView();
}

/** Asks *Why?* about something; null closes the panel. */
export function setWhy(why: WhySubject | null): void {
  session.setState({ why, ...(why ? { inspectorOpen: true } : {}) });
}

/** Shows the lesson or the inspector beside the plots. A *Why?* question is answered in the inspector. */
export function showSide(side: SessionState['side']): void {
  session.setState({ side, ...(side === 'lesson' ? { why: null } : {}) });
}

/** Marks the explained moment in plots and network; null: no mark. */
export function setWhyMarks(whyMarks: WhyMarks | null): void {
  session.setState({ whyMarks });
}

/** The flow of the mark nearest to a moment, within a round trip of it; −1: there is none. */
function flowNearMark({ marks, directory }: Frame, atS: number): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  const after = marks.firstAt(atS);
  // Marks of one instant are adjacent, and those of the sender follow the drop that caused them.
  for (
    let i = Math.max(0, after - MARKS_TO_SEARCH);
    i < Math.min(marks.count, after + MARKS_TO_SEARCH);
    i += 1
  ) {
    const flow = marks.flow(i);
    const distance = Math.abs(marks.time(i) - atS);
    if (distance < least && distance <= (directory.flows[flow]?.baseRttMs ?? 0) / 1000) {
      best = flow;
      least = distance;
    }
  }
  return best;
}

const MARKS_TO_SEARCH = 64;

/** Asks *Why?* about the selected flow or link, else about the flow with the nearest mark, at the crosshair or now. */
export function askWhy(at: number | null = null): void {
  const frame = latestFrame();
  // The answer would give away what a lesson hides. The fluid model has no single events to explain.
  if (!frame || session.getState().hidden.length > 0 || documentStore.getState().shown.engine === 'fluid')
    return;
  const { selection, cursor, why } = session.getState();
  const atS = Math.min(at ?? cursor ?? frame.now, frame.known);
  const { channels } = frame.directory;
  const channel = selection?.kind === 'link' ? channels.findIndex((c) => c.link === selection.id) : -1;
  if (channel >= 0) setWhy({ channel: true, number: channel, atS });
  else if (selection?.kind === 'flow')
    setWhy({ channel: false, number: Math.max(0, flowIndexOf(selection.id)), atS });
  else {
    const marked = flowNearMark(frame, atS);
    const first = frame.directory.flows.findIndex((f) => !f.removed);
    // Another question is about the same flow or queue, unless something happened to another flow there.
    if (marked < 0 && why) setWhy({ channel: why.channel, number: why.number, atS });
    else if (first >= 0) setWhy({ channel: false, number: marked < 0 ? first : marked, atS });
  }
}

/** Goes to a time in s; an open answer to *Why?* is then about it. */
export function goTo(atS: number): void {
  seek(atS);
  if (session.getState().why) askWhy(atS);
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

/** Gives a plot a logarithmic or linear scale, and ends its zoom. */
export function setLogPlot(plot: string, on: boolean): void {
  const others = session.getState().logPlots.filter((p) => p !== plot);
  session.setState({ logPlots: on ? [...others, plot] : others });
  setValueZoom(plot, null);
}

/** Sets the unit of a plot; null: the default. */
export function setPlotUnit(plot: string, unit: string | null): void {
  const { [plot]: _, ...others } = session.getState().plotUnits;
  session.setState({ plotUnits: unit === null ? others : { ...others, [plot]: unit } });
}

/** Draws many flows as groups, or each flow by itself. */
export function setGroupFlows(groupFlows: boolean): void {
  session.setState({ groupFlows });
}

/** Zooms a plot to a range of values; null: all values. */
export function setValueZoom(plot: string, zoom: ValueSpan | null): void {
  const { [plot]: _, ...others } = session.getState().valueZooms;
  session.setState({ valueZooms: zoom === null ? others : { ...others, [plot]: zoom } });
}

/** Follows the run again, with all values. */
export function resetZoom(): void {
  session.setState({ valueZooms: {}, cursor: null, cursorPinned: false });
  setView(null);
}

/** Shows or hides an algorithm's variable in the plots. Showing one also adds the plot of variables. */
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

/** Sets what the phase portrait shows. */
export function setPortrait(portrait: Portrait): void {
  session.setState({ portrait });
}

/** Sets which measures of fairness are plotted, as kinds of series. */
export function setMeasures(measures: string[]): void {
  session.setState({ measures });
}

/** Shows or hides the fluid model's lines beside those of packets. */
export function setFluidLines(fluidLines: boolean): void {
  session.setState({ fluidLines });
}

export function setExplain(explain: boolean): void {
  session.setState({ explain });
}

export function setHiddenFlows(hiddenFlows: string[]): void {
  session.setState({ hiddenFlows });
}
