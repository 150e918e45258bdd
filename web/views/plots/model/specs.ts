/** Which plots there are and what each shows; derived from the directory and the catalogue. */

import { groupsOf } from '../../../drawing/groups';
import {
  type Curve,
  inUnit,
  type PlotSpec,
  plot,
  type Reference,
  reference,
  round,
} from '../../../drawing/spec';
import { heldWithin, holdsAt, stepReferences, withLevels } from '../../../drawing/steps';
import { backlogUnits, rateUnits, sharedPacketBytes, type Unit, windowUnits } from '../../../drawing/units';
import type {
  Catalogue,
  Directory,
  DirectoryChannel,
  DirectorySeries,
  Levels,
  Variable,
} from '../../../generated/types';
import { unitName } from '../../../language/units';
import { bottlenecksOf } from '../../../scenario/bottlenecks';
import { usesThreshold } from '../../../scenario/rules';
import { nameWithStates } from '../../../scenario/variables';
import type { FlowNote } from '../../../store';
import { rateSeriesOf } from './flow-value';
import { chosenMeasures, measuresOf } from './measures';
import { MANY } from './strokes';
import { specsTexts as t } from './texts';

/** A plot offered in the menu. */
export interface PlotChoice {
  id: string;
  name: string;
  summary: string;
}

export const plotChoices = (): readonly PlotChoice[] => [
  {
    id: 'cwnd',
    name: 'cwnd',
    summary: t.cwndHelp,
  },
  { id: 'queue', name: t.queue, summary: t.queueHelp },
  { id: 'throughput', name: t.throughput, summary: t.throughputHelp },
  { id: 'rtt', name: 'RTT', summary: t.rttHelp },
  { id: 'fairness', name: t.fairness, summary: t.fairnessHelp },
  {
    id: 'variables',
    name: t.variables,
    summary: t.variablesHelp,
  },
  { id: 'flight', name: t.inFlight, summary: t.inFlightHelp },
  { id: 'phase', name: t.phasePortrait, summary: t.phaseHelp },
  { id: 'plane', name: t.plane, summary: t.planeHelp },
  { id: 'synchronization', name: t.synchronization, summary: t.synchronizationHelp },
  { id: 'sequence', name: t.timeSequence, summary: t.sequenceHelp },
  { id: 'covariance', name: t.covariance, summary: t.covarianceHelp },
];

export const DEFAULT_PLOTS: readonly string[] = [
  'cwnd',
  'queue',
  'throughput',
  'rtt',
  'fairness',
  'variables',
];

export interface SpecInput {
  directory: Directory;
  catalogue: Catalogue | null;
  /** Ids from `plotChoices`, in the order wanted. */
  plots: readonly string[];
  /** Flows that are hidden, by id. */
  hidden: ReadonlySet<string>;
  /** Variables that are left out, as `algorithm/variable`. */
  hiddenProbes: readonly string[];
  /** Kinds of series that the plot of fairness shows. */
  measures: readonly string[];
  /** Whether the fluid model's lines are shown beside those of packets. */
  fluid: boolean;
  /** The selected flow's index, or -1. */
  selected: number;
  /** The selected link's id, or ''. */
  link: string;
  name: (flow: number) => string;
  /** What the names of flows leave out, by id. */
  notes?: ReadonlyMap<string, FlowNote>;
  nodeName: (id: string) => string;
  /** Whether many flows are drawn as groups. */
  grouped: boolean;
  /** Units by id of plot, where they differ from the default. */
  units: Readonly<Record<string, string>>;
  /** The branch drawn behind, whose limits since the fork are drawn too. */
  branch?: { directory: Directory; fromS: number } | undefined;
}

/** The most queues in one plot: more would need more kinds of line. */
const MAX_QUEUES = 4;

export function buildSpecs(input: SpecInput): PlotSpec[] {
  const specs = withBranchReferences(withStepReferences(input), input).map((spec) =>
    input.grouped && spec.curves.length > MANY ? groupCurves(spec, input) : spec,
  );
  if (!input.fluid || !runsBoth(input.directory)) return specs;
  return specs.map((spec) => ({ ...spec, curves: spec.curves.map((c) => withFluid(input.directory, c)) }));
}

/** Draws reference lines only at the times at which they applied. */
function withStepReferences(input: SpecInput): PlotSpec[] {
  const of = (directory: Directory) =>
    packetSpecs({ ...input, directory }, input.directory).map((spec) => inUnit(spec, input.units[spec.id]));
  const specs = of(input.directory);
  const { before = [], after = [] } = input.directory;
  if (before.length + after.length === 0) return specs;
  const at = (levels: Levels) => of(withLevels(input.directory, levels));
  const intervals = [
    ...before.map((levels) => ({ untilS: levels.untilS, specs: at(levels) })),
    { untilS: after[0]?.fromS, specs },
    // The levels after the last edit are known for as long as the run is.
    ...after.map((levels, i) => ({ untilS: after[i + 1]?.fromS, specs: at(levels) })),
  ];
  const nowFromS = before.at(-1)?.untilS ?? 0;
  return specs.map((spec) => {
    const own = (all: readonly PlotSpec[]) => all.find((s) => s.id === spec.id)?.references ?? [];
    const lines = stepReferences(
      intervals.map(({ untilS, specs }) => ({ untilS, references: own(specs) })),
      before[0]?.fromS || undefined,
    );
    const present = spec.references.flatMap(
      ({ kind, label }) =>
        lines.find((line) => line.kind === kind && line.label === label && holdsAt(line, nowFromS)) ?? [],
    );
    return { ...spec, references: [...present, ...lines.filter((line) => !present.includes(line))] };
  });
}

/** Adds the reference lines of the other branch since the fork, as far as they differ. */
function withBranchReferences(specs: PlotSpec[], { branch, ...input }: SpecInput): PlotSpec[] {
  if (!branch) return specs;
  const { directory, fromS } = branch;
  const theirs = withStepReferences({ ...input, directory });
  return specs.map((spec) => {
    const own = spec.references;
    const same = (a: Reference, b: Reference) =>
      a.kind === b.kind && a.value === b.value && a.untilS === b.untilS;
    const pale = (theirs.find((s) => s.id === spec.id)?.references ?? [])
      .filter((ref) => heldWithin(ref, fromS, Number.POSITIVE_INFINITY) && !own.some((o) => same(o, ref)))
      .map((ref) => ({ ...ref, pale: true, fromS: Math.max(fromS, ref.fromS ?? fromS) }));
    return pale.length > 0 ? { ...spec, references: [...own, ...pale] } : spec;
  });
}

function groupCurves(spec: PlotSpec, { directory, catalogue }: SpecInput): PlotSpec {
  return { ...spec, groups: groupsOf(spec.curves, directory, catalogue) };
}

/** Whether the run has lines of both models. */
export function runsBoth(directory: Directory | null): boolean {
  return directory?.series.some((s) => s.fluid) ?? false;
}

function withFluid({ series }: Directory, curve: Curve): Curve {
  const own = series[curve.series];
  const fluid = series.findIndex(
    (s) => s.fluid && s.kind === own?.kind && s.owner === own.owner && s.variable === own.variable,
  );
  return fluid < 0 ? curve : { ...curve, fluid };
}

/**
 * The plots of the model that runs; if both run, of packets.
 * @param now decides which queues are drawn: before an edit another link may have been the bottleneck
 */
function packetSpecs(input: SpecInput, now: Directory): PlotSpec[] {
  return input.plots.flatMap((id): PlotSpec[] => {
    switch (id) {
      case 'cwnd':
        return [...cwndPlot(input), ...ratePlot(input)];
      case 'queue':
        return queuePlot(input, queuesOf(now, input.link));
      case 'throughput':
        return [throughputPlot(input, now)];
      case 'rtt':
        return [rttPlot(input)];
      case 'flight':
        return flightPlot(input);
      case 'fairness':
        return fairnessPlot(input);
      case 'variables':
        return variablePlots(input);
      default:
        return [];
    }
  });
}

function find(directory: Directory, kind: DirectorySeries['kind'], owner: string): number {
  return directory.series.findIndex((s) => s.kind === kind && s.owner === owner && !s.fluid);
}

/** One curve for each flow that is not hidden; the selected flow last, so that it is drawn on top. */
function flowCurves(input: SpecInput, kind: DirectorySeries['kind']): Curve[] {
  const curves: Curve[] = [];
  input.directory.flows.forEach((flow, index) => {
    const series = find(input.directory, kind, flow.id);
    if (series < 0 || input.hidden.has(flow.id)) return;
    curves.push(flowCurve(input, series, index));
  });
  return curves;
}

function flowCurve({ directory, name, notes }: SpecInput, series: number, flow: number): Curve {
  const note = notes?.get(directory.flows[flow]?.id ?? '');
  return {
    series,
    flow,
    name: name(flow),
    role: 'line',
    place: 0,
    ...(note ? { note: note.text, help: note.help } : {}),
  };
}

/** The fluid model has no packets in flight. */
function flightPlot(input: SpecInput): PlotSpec[] {
  const curves = flowCurves(input, 'flight');
  if (curves.length === 0) return [];
  return [plot('flight', t.inFlight, unitName('packets'), curves, windowLimits(input, curves))];
}

/**
 * Limits of a single flow's window: at the bandwidth-delay product the link is full, with the buffer added it overflows. For several flows
 * these are limits of the sum, which no curve shows.
 */
function windowLimits({ directory }: SpecInput, curves: readonly Curve[]): Partial<PlotSpec> {
  const flow =
    curves.length > 0 && directory.flows.filter((f) => !f.removed).length === 1 ? curves[0]?.flow : -1;
  const units = windowUnits({ ...packets(), decimals: 1 }, sharedPacketBytes(directory, flowsOf(curves)));
  const own = directory.flows[flow ?? -1];
  if (!own || !(own.bdpPackets > 0) || own.window === 'none') return { units };
  const held = bottlenecksOf(directory);
  const limits = own.path.filter((c) => held.has(c)).map((c) => directory.channels[c]?.limitPackets ?? 0);
  const references = [reference('bdp', 'BDP', own.bdpPackets)];
  const [limit = 0] = limits;
  if (limits.length === 1 && limit > 0)
    references.push(reference('buffer', t.bdpAndBuffer, own.bdpPackets + limit));
  return { units, references };
}

function cwndPlot(input: SpecInput): PlotSpec[] {
  // A rate controller may have replaced a window controller, whose series still exists.
  const windowOf = (flow: number) => input.directory.flows[flow]?.window;
  const curves = flowCurves(input, 'cwnd')
    .filter((c) => windowOf(c.flow) !== 'none')
    .map((c) => (windowOf(c.flow) === 'sum' ? { ...c, name: `Σ ${c.name}`, help: t.sumOfWindows } : c));
  if (curves.length === 0 && input.directory.flows.some((f) => !f.removed && f.window === 'none')) return [];
  // At most one threshold: more would be confusing.
  const flow = curves.length === 1 ? (curves[0]?.flow ?? -1) : input.selected;
  const owner = input.directory.flows[flow];
  if (owner?.window === 'one' && curves.some((c) => c.flow === flow)) {
    const series = find(input.directory, 'ssthresh', owner.id);
    const row = input.catalogue?.algorithms.find((a) => a.id === owner.algorithm);
    if (series >= 0 && (!row || usesThreshold(row)))
      curves.push({ series, flow, name: 'ssthresh', role: 'ssthresh', place: 0 });
  }
  return [plot('cwnd', 'cwnd', unitName('packets'), curves, { weight: 1.5, ...windowLimits(input, curves) })];
}

/** For flows without a window: the rate that their controllers set. */
function ratePlot(input: SpecInput): PlotSpec[] {
  const { directory, catalogue, hidden } = input;
  const curves = directory.flows.flatMap((f, flow): Curve[] => {
    const series = hidden.has(f.id) ? -1 : rateSeriesOf(directory, flow, catalogue);
    return series < 0 ? [] : [flowCurve(input, series, flow)];
  });
  if (curves.length === 0) return [];
  return [plot('rate', t.rate, unitName('packets/s'), curves, { group: 'cwnd', decimals: 0 })];
}

/** The channels of interest with a queue: those of the selected link, else the bottlenecks. */
function queuesOf(directory: Directory, link: string): number[] {
  const all = directory.channels.flatMap((c, i) => (!c.removed && queueSeries(directory, i) >= 0 ? [i] : []));
  const ofLink = all.filter((i) => directory.channels[i]?.link === link);
  // The backward channel of a link hardly ever queues, and would crowd out the label of the bottleneck's buffer.
  const held = bottlenecksOf(directory);
  const narrow = ofLink.filter((i) => held.has(i));
  if (ofLink.length > 0) return narrow.length > 0 ? narrow : ofLink;
  const bottlenecks = all.filter((i) => held.has(i));
  if (bottlenecks.length > 0) return bottlenecks;
  const former = formerBottlenecks(directory);
  return former.length > 0 ? former : all.slice(0, 1);
}

/** What was the bottleneck of flows that have no route any more: its queue up to then stays in view. */
function formerBottlenecks({ channels, flows, ...rest }: Directory): number[] {
  const before = { ...rest, channels, flows: flows.map((f) => ({ ...f, removed: false })) };
  const held = bottlenecksOf(before);
  const withQueue = channels.flatMap((_, i) => (queueSeries(before, i) >= 0 ? [i] : []));
  const former = withQueue.filter((i) => held.has(i));
  // Flows that stay without a route have forgotten theirs.
  if (former.length > 0) return former;
  const removed = withQueue.filter((i) => channels[i]?.removed);
  const rateOf = (i: number) => channels[i]?.rateMbps ?? Number.POSITIVE_INFINITY;
  // The slowest of them, which the flows had most likely filled.
  return removed.sort((a, b) => rateOf(a) - rateOf(b)).slice(0, 1);
}

/** The channels whose queues are shown: at most the first few. */
export const watchedChannels = (directory: Directory, link: string): number[] =>
  queuesOf(directory, link).slice(0, MAX_QUEUES);

/** The channels without those that were removed, which have no limits any more. */
function present(directory: Directory, channels: readonly number[]): DirectoryChannel[] {
  return channels.flatMap((c) => directory.channels[c] ?? []).filter((c) => !c.removed);
}

function queueSeries(directory: Directory, channel: number): number {
  return find(directory, 'queue', directory.channels[channel]?.id ?? '');
}

function queuePlot(input: SpecInput, all: readonly number[]): PlotSpec[] {
  const { directory } = input;
  const channels = all.slice(0, MAX_QUEUES);
  const curves = channels.map((c, place): Curve => {
    const channel = directory.channels[c];
    const name =
      channels.length === 1 && !directory.channels.some((c) => c.removed)
        ? t.backlog
        : t.fromTo(input.nodeName(channel?.from ?? ''), input.nodeName(channel?.to ?? ''));
    const note = channel?.removed ? t.removed : undefined;
    return { series: queueSeries(directory, c), flow: -1, name, role: 'line', place, ...(note && { note }) };
  });
  if (curves.length === 0) return [];
  const references: Reference[] = [];
  const limits = [...new Set(present(directory, channels).map((c) => c.limitPackets))];
  const limit = limits.length === 1 ? (limits[0] ?? 0) : 0;
  if (limit > 0) references.push(reference('buffer', t.buffer, limit));
  const bdp = channels.length === 1 ? bdpOf(directory, channels[0] ?? -1) : 0;
  if (bdp > 0) references.push(reference('bdp', 'BDP', bdp));
  const channel = channels.length === 1 ? (channels[0] ?? -1) : -1;
  const rates = new Set(channels.map((c) => directory.channels[c]?.rateMbps ?? 0));
  const bytes = sharedPacketBytes(directory, flowsThrough(directory, channels));
  // Packets of one size at one rate take the same time each.
  const units = backlogUnits(packets(), bytes, rates.size === 1 ? ([...rates][0] ?? 0) : 0);
  return [
    plot('queue', t.queue, unitName('packets'), curves, {
      references,
      weight: 1.15,
      decimals: 0,
      channel,
      units,
      ...(all.length > channels.length ? { part: t.partOfQueues(channels.length, all.length) } : {}),
    }),
  ];
}

/** Whole packets. */
const packets = (): Unit => ({ id: 'packets', name: unitName('packets'), factor: 1, decimals: 0 });

function flowsThrough(directory: Directory, channels: readonly number[]): number[] {
  return directory.flows.flatMap((f, i) =>
    !f.removed && f.path.some((c) => channels.includes(c)) ? [i] : [],
  );
}

const flowsOf = (curves: readonly Curve[]) => curves.map((c) => c.flow).filter((f) => f >= 0);

/** The largest bandwidth-delay product, in packets, of the flows that pass a channel; 0 when none is known. */
export function bdpOf(directory: Directory, channel: number): number {
  const through = directory.flows.filter((f) => !f.removed && f.path.includes(channel));
  return Math.max(0, ...through.map((f) => f.bdpPackets).filter(Number.isFinite));
}

function throughputPlot(input: SpecInput, now: Directory): PlotSpec {
  // Levels do not have routes, so what a removed link was to its flows is known of the present only.
  const watched = watchedChannels(now, '');
  const gone = watched.some((c) => now.channels[c]?.removed);
  const channels = gone ? watched : watchedChannels(input.directory, '');
  const rates = [...new Set(present(input.directory, channels).map((c) => c.rateMbps))].filter((r) => r > 0);
  const references = rates.map((value) => reference('link', t.link, value));
  const fast = Math.max(0, ...rates) >= 1000;
  const curves = flowCurves(input, 'throughput');
  const decimals = fast ? 0 : 2;
  const usual = { id: 'Mb/s', name: 'Mb/s', factor: 1, decimals };
  const units = rateUnits(usual, sharedPacketBytes(input.directory, flowsOf(curves)));
  return plot('throughput', t.throughput, 'Mb/s', curves, { references, decimals, units });
}

function rttPlot(input: SpecInput): PlotSpec {
  const curves = flowCurves(input, 'rtt');
  const shown = input.directory.flows.filter(
    (f) => !f.removed && !input.hidden.has(f.id) && f.path.length > 0,
  );
  const own = input.directory.flows[input.selected];
  const bases = [...new Set((own && shown.includes(own) ? [own] : shown).map((f) => round(f.baseRttMs)))];
  // Many different base RTTs would be lines that cannot be told apart.
  const few = bases.length <= 2 ? bases : [];
  const references = few.map(Number).filter((v) => v > 0);
  return plot('rtt', 'RTT', 'ms', curves, {
    references: references.map((value) => reference('base', t.base, value)),
    decimals: 1,
  });
}

function fairnessPlot(input: SpecInput): PlotSpec[] {
  const { directory } = input;
  if (directory.flows.length < 2) return [];
  const measures = chosenMeasures(measuresOf(directory), input.measures);
  const curves: Curve[] = [];
  for (const { kind, name, sign = name } of measures) {
    directory.series.forEach((s, series) => {
      if (s.kind !== kind || s.fluid) return;
      // A value for each algorithm has the algorithm's name; one without flows is constant and left out.
      const of = s.variable;
      if (of && !directory.flows.some((f) => !f.removed && f.algorithm === of)) return;
      const label = of ? `${sign}, ${algorithmName(input, of)}` : name;
      curves.push({ series, flow: -1, name: label, role: 'line', place: curves.length });
    });
  }
  if (curves.length === 0) return [];
  const unit = measures.map((m) => m.name).join(', ');
  // A measure without a fixed end sets the scale of all, and a line shows the value of perfect fairness.
  const open = measures.some((m) => m.max === null);
  const fair = new Set(open ? measures.filter((m) => m.fair > 0).map((m) => m.fair) : []);
  return [
    plot('fairness', t.fairness, unit, curves, {
      max: open ? null : Math.max(...measures.map((m) => m.max ?? 0)),
      references: [...fair].map((value) => reference('base', t.fair, value)),
      weight: 0.75,
      decimals: 2,
    }),
  ];
}

function algorithmName({ catalogue }: SpecInput, id: string): string {
  return catalogue?.algorithms.find((a) => a.id === id)?.name ?? id;
}

/** One plot for each unit, since curves of different units cannot share an axis. */
function variablePlots(input: SpecInput): PlotSpec[] {
  const { directory, catalogue } = input;
  const flow = directory.flows[input.selected];
  if (flow) {
    const row = catalogue?.algorithms.find((a) => a.id === flow.algorithm);
    return variablesOf(
      input,
      flow.id,
      () => flow.algorithm,
      row?.variables,
      t.variablesOf(input.name(input.selected)),
    );
  }
  const channel = input.link
    ? directory.channels[watchedChannels(directory, input.link)[0] ?? -1]
    : undefined;
  if (!channel) return [];
  const row = catalogue?.queues.find((q) => q.id === channel.discipline);
  const on = channel.behaviours ?? [];
  const behaviours = on.length > 0 ? (catalogue?.behaviours.filter((b) => on.includes(b.id)) ?? []) : [];
  const behaviourOf = (id: string) => behaviours.find((b) => b.variables.some((v) => v.id === id))?.id;
  return variablesOf(
    input,
    channel.id,
    (id) => behaviourOf(id) ?? channel.discipline,
    row && [row, ...behaviours].flatMap((r) => r.variables),
    t.variablesOf(row?.name ?? channel.discipline),
  );
}

function variablesOf(
  input: SpecInput,
  owner: string,
  hiddenBy: (variable: string) => string,
  probes: readonly Variable[] | undefined,
  title: string,
): PlotSpec[] {
  const byUnit = new Map<string, Curve[]>();
  input.directory.series.forEach((s, series) => {
    if (s.kind !== 'probe' || s.owner !== owner || s.fluid) return;
    const probe = probes?.find((p) => p.id === s.variable);
    // A variable of the algorithm or discipline before: it is constant and does not belong here.
    if (probes && !probe) return;
    if (input.hiddenProbes.includes(`${hiddenBy(s.variable ?? '')}/${s.variable}`)) return;
    const unit = probe?.unit ?? '';
    const curves = byUnit.get(unit) ?? [];
    const symbol = Boolean(probe?.symbol);
    const name = probe?.symbol || probe?.name || s.variable || '';
    const help = probe ? nameWithStates(probe) : '';
    const place = curves.length;
    curves.push({ series, flow: input.selected, name, help, symbol, role: 'variable', place });
    byUnit.set(unit, curves);
  });
  return [...byUnit].map(([unit, curves]) =>
    plot(`variables:${unit}`, title, unitName(unit), curves, { group: 'variables', decimals: 2 }),
  );
}
