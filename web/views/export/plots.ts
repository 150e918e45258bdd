/** The plots as currently shown, as pictures and as tables. */

import { fullName, type PlotSpec } from '../../drawing/spec';
import type { Directory } from '../../generated/types';
import { nodeName } from '../../scenario/names';
import { flowNotes, flowStyle, latestFrame, runNow, seriesCsv, sessionNow, trace } from '../../store';
import { documentStore } from '../../store/document';
import { flowIndexOf } from '../../store/flow-style';
import { measured } from '../../store/measured';
import { run } from '../../store/run';
import { palette } from '../../ui/palette';
import { textWidth } from '../experiment/figure/text';
import { MEASURED_DASHES } from '../plots/model/measured';
import { buildSpecs, DEFAULT_PLOTS } from '../plots/model/specs';
import { bandOf, linesOf, strokeOf } from '../plots/model/strokes';
import { csvCell } from '../results/csv';
import { branchBehind, branchKeys, branchLines, changesNow } from './forks';
import { caption, type Source } from './source';
import { stackSvgs } from './stack';
import { type Colours, pictureSvg } from './svg';
import { ownerNames, wideCsv } from './wide';

/** The plots that the page shows, without those that an open question of a lesson covers. */
export function shownPlots(): PlotSpec[] {
  const { directory, catalogue } = run.getState();
  if (!directory) return [];
  const { plots, hidden, hiddenFlows, hiddenProbes, measures, fluidLines, plotUnits, groupFlows, selection } =
    sessionNow();
  const { nodes } = documentStore.getState().shown;
  return buildSpecs({
    directory,
    catalogue,
    plots: (plots ?? DEFAULT_PLOTS).filter((id) => !hidden.includes(id)),
    hidden: new Set(hiddenFlows),
    hiddenProbes,
    measures,
    fluid: fluidLines,
    selected: selectedFlow(),
    link: selection?.kind === 'link' ? selection.id : '',
    name: (flow) => flowStyle(flow).label,
    notes: flowNotes(),
    nodeName: (id) => nodeName({ nodes }, id),
    units: plotUnits,
    grouped: groupFlows,
    branch: branchBehind(),
  });
}

/** Index of the selected flow; −1 if none is selected. */
export function selectedFlow(): number {
  const { selection } = sessionNow();
  return selection?.kind === 'flow' ? flowIndexOf(selection.id) : -1;
}

/** Maximum number of moments of a flow in a file. */
const MAX_MOMENTS = 50_000;

/** The flow whose events can be saved: the selected one, or the first. */
export function chosenFlow(): { index: number; name: string } | null {
  const index = Math.max(0, selectedFlow());
  return runNow().directory?.flows[index] ? { index, name: flowStyle(index).label } : null;
}

/** The events of a flow's sender in the visible time span; null if there are none, as in the fluid model. */
export async function flowQlog({ index, name }: { index: number; name: string }, source: Source) {
  const frame = latestFrame();
  if (!frame) return null;
  const { qlogOf } = await import('./qlog');
  const moments = await trace(
    { channel: false, number: index },
    Math.max(0, frame.t0),
    frame.t1,
    MAX_MOMENTS,
  );
  return moments.length === 0 ? null : qlogOf(moments, `${source.title}: ${name}`, caption(source).join(' '));
}

/** The theme's colours as plain values. */
export function coloursNow(): Colours {
  const { bg, ink, ink2, ink3, line, accent, bad } = palette().token;
  return { bg, ink, ink2, ink3, line, accent, bad };
}

/**
 * A plot over the visible time span; null before the first frame of a run.
 * @param captioned whether seed, digest and link are printed below it
 */
export function plotSvg(spec: PlotSpec, source: Source, captioned = true): string | null {
  const frame = latestFrame();
  if (!frame) return null;
  const { logPlots, valueZooms } = sessionNow();
  const selected = selectedFlow();
  // Values are in the chosen unit.
  const converted = (value: number) => value * spec.factor;
  const lines = linesOf(spec).flatMap(({ curve, series, fluid }) => {
    const y = frame.plot.y(series);
    if (!y) return [];
    const own = strokeOf(curve, spec.curves.length, selected);
    const stroke = fluid ? bandOf(own) : own;
    // A threshold has no meaning before the first loss, so it does not affect the scale.
    const unscaled = curve.role === 'ssthresh';
    return [{ name: fullName(curve), ...stroke, unlisted: fluid || unscaled, unscaled, y: y.map(converted) }];
  });
  const over = measured.getState().list.flatMap(({ name, curves, shiftS }, place) =>
    curves
      .filter((curve) => curve.plot === spec.id)
      .map((curve) => ({
        name: `${name}: ${curve.name}`,
        colour: palette().token.ink,
        width: 1.5,
        dash: MEASURED_DASHES[place % MEASURED_DASHES.length] ?? [],
        alpha: 1,
        x: curve.t.map((t) => t + shiftS),
        y: curve.y.map(converted),
      })),
  );
  const zoom = valueZooms[spec.id];
  return pictureSvg(
    {
      title: spec.title,
      unit: spec.unit,
      t0: frame.t0,
      t1: frame.t1,
      x: frame.plot.x,
      lines: [...branchLines(spec, frame, selected, converted), ...lines, ...over, ...branchKeys()],
      changes: changesNow(),
      references: spec.references.map(({ kind, name, ...ref }) => ({
        ...ref,
        value: converted(ref.value),
        limit: kind === 'buffer',
        kind,
      })),
      max: spec.max === null ? null : converted(spec.max),
      log: logPlots.includes(spec.id),
      zoom: zoom ? { low: converted(zoom.low), end: converted(zoom.end) } : null,
      colours: coloursNow(),
      caption: captioned ? caption(source) : [],
      link: source.link,
    },
    textWidth,
  );
}

/** Series in full recorded detail from the start of the run, with a row for each interval of each series. */
export async function seriesTable(numbers: readonly number[]): Promise<string> {
  const { directory } = runNow();
  const names = namesOfOwners(directory);
  const texts = await seriesCsv(numbers);
  const rows = numbers.flatMap((number, i) => {
    const info = directory?.series[number];
    const [head = '', ...lines] = (texts[i] ?? '').trim().split('\n');
    if (!info || head === '') return [];
    const unit = head.split(',')[1]?.replace(/^min_/, '') ?? '';
    const quantity = info.variable ? `${info.kind} ${info.variable}` : info.kind;
    const owner = names.get(info.owner) ?? info.owner;
    const name = [owner, info.fluid ? `${quantity} (fluid)` : quantity, unit].map(csvCell).join(',');
    return lines.map((line) => `${name},${line}`);
  });
  return ['owner,series,unit,time_s,min,max,last', ...rows, ''].join('\r\n');
}

/** The names of flows and queues in tables, by their ids. */
function namesOfOwners(directory: Directory | null): ReadonlyMap<string, string> {
  const { nodes } = documentStore.getState().shown;
  return directory
    ? ownerNames(
        directory,
        (flow) => flowStyle(flow).label,
        (id) => nodeName({ nodes }, id),
      )
    : new Map();
}

/** All plots, stacked vertically, with one caption. */
export function allPlotsSvg(specs: readonly PlotSpec[], source: Source): string | null {
  const pictures = specs.flatMap((spec, place) => plotSvg(spec, source, place === specs.length - 1) ?? []);
  return pictures.length === 0 ? null : stackSvgs(pictures, source.title);
}

/** The same series side by side, with a column for each, named by flow and quantity. */
export async function wideSeriesTable(numbers: readonly number[]): Promise<string> {
  const { directory } = runNow();
  const names = namesOfOwners(directory);
  const texts = await seriesCsv(numbers);
  const columns = numbers.flatMap((number, i) => {
    const info = directory?.series[number];
    const text = texts[i] ?? '';
    if (!info || text === '') return [];
    const unit = text.slice(0, text.indexOf('\n')).split(',')[1]?.replace(/^min_/, '') ?? '';
    const owner = names.get(info.owner) ?? info.owner;
    const words = [owner, info.kind, info.variable, info.fluid ? '(fluid)' : '', unit ? `[${unit}]` : ''];
    return [{ name: words.filter(Boolean).join(' '), text }];
  });
  return wideCsv(columns);
}

/** Indices of a plot's series. */
export function seriesOf(spec: PlotSpec): number[] {
  return [...new Set(spec.curves.flatMap((c) => [c.series, ...(c.fluid === undefined ? [] : [c.fluid])]))];
}
