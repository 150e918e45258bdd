import './plots.css';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { PlotSpec } from '../../drawing/spec';
import type { Unit } from '../../drawing/units';
import {
  askWhy,
  branches,
  flowIndexOf,
  flowNotes,
  flowStyle,
  requestPlot,
  resetZoom,
  runNow,
  setGroupFlows,
  setHiddenFlows,
  useCatalogue,
  useDocument,
  useRun,
  useSession,
  useShownFork,
  useWhollyHidden,
} from '../../store';
import { app } from '../../store/app';
import { useEnsemble } from '../../store/experiment/ensemble';
import { measured } from '../../store/measured';
import { resolution } from '../../store/scale';
import { later } from '../../ui/later';
import { onTheme } from '../../ui/palette';
import { redraw } from '../../ui/redraw';
import { Branches } from '../branches/Branches';
import { AddMenu } from './components/AddMenu';
import { Chips } from './components/Chips';
import { ManyRuns } from './components/Ensemble';
import { FluidKey } from './components/FluidKey';
import { Header } from './components/Header';
import { MoreBelow } from './components/MoreBelow';
import { Overlay, TimeAxis } from './components/Overlay';
import { Stack } from './components/Stack';
import type { Charts } from './drawing/chart';
import { arrange } from './drawing/stack';
import { useSize } from './drawing/use-size';
import { buildSpecs, DEFAULT_PLOTS } from './model/specs';
import { MANY } from './model/strokes';
import { plotsTexts as t } from './texts';

// Loaded on demand: few scenarios show them at first.
const Figures = later(() => import('./components/Figures').then((m) => m.default), {
  what: () => t.matrices,
});
const EnsembleLine = later(() => import('./components/EnsembleLine').then((m) => m.EnsembleLine), {
  what: () => t.ensembleLine,
});
const MeasuredLines = later(() => import('./components/MeasuredLines').then((m) => m.MeasuredLines), {
  what: () => t.measuredLines,
});

/** The stack of plots with a common time axis, crosshair and column of values. @param names nothing else on the page names the flows: the first plot does */
export function Plots({ names = false }: { names?: boolean }) {
  const root = useRef<HTMLDivElement>(null);
  const stack = useRef<HTMLDivElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const size = useSize(root);
  const room = useSize(stack);
  const theme = useTheme();
  const hasMeasured = useStore(measured, (s) => s.list.length > 0);
  const embed = useSession((s) => s.embed);
  const many = useEnsemble((s) => s.status !== 'none');
  const presenting = useSession((s) => s.presenting);
  const selected = useSelected();
  const specs = useSpecs(selected);
  const wanted = useWanted();
  const hides = useSession((s) => s.hidden.length > 0);
  const fluidOnly = useDocument((d) => d.engine === 'fluid');
  const zoomed = useSession((s) => s.view !== null || Object.keys(s.valueZooms).length > 0);
  const hidden = useSession((s) => s.hiddenFlows.length);
  const pins = useSession((s) => s.pinnedPlots);
  const unseen = useScrolledOut(scroll);
  const opened = useStore(app, (s) => s.opened);
  // Another scenario begins with its first plot.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the signal
  useEffect(() => {
    scroll.current?.scrollTo({ top: 0 });
  }, [opened]);
  const [charts] = useState((): Charts => new Map());

  const layout = arrange({
    width: size.width,
    height: room.height,
    specs: presenting ? specs.slice(0, 2) : specs,
    embed,
    alone: presenting,
    pinned: pins,
    resolution: resolution(),
  });
  const { shown, heights, pinned, plotWidth, columns, insets, readout } = layout;
  // A presentation has no room for the plot of fairness, but for its value.
  const beside = useMemo(() => (presenting ? besidePlots(specs) : undefined), [presenting, specs]);

  const drawn = wanted.filter((id) => FIGURES.includes(id));
  const phase = drawn.includes('phase');
  const seen = useRef<readonly string[]>(drawn);
  const none = drawn.length === 0;
  const noFlows = specs.length === 0 && wanted.length > 0;
  useEffect(() => {
    if (none) seen.current = [];
  }, [none]);
  const series = seriesOf(beside ? [...shown, beside] : shown, phase);
  useEffect(
    () => requestPlot(columns, series === '' ? [] : series.split(',').map(Number)),
    [columns, series],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawing depends on all of these
  useEffect(() => {
    redraw.markAll();
  }, [theme, shown, plotWidth]);

  // The first layout has no size yet.
  const values = !readout && size.width > 0;
  const common = { charts, width: plotWidth, insets, selected, theme, readout, embed, values };
  return (
    <div
      className={`plots${readout ? '' : ' narrow'}${embed ? ' is-embed' : ''}`}
      ref={root}
      data-testid="plots"
    >
      {!embed && (
        <Header readout={readout && shown.length > 0} left={insets.left}>
          <AddMenu wanted={wanted} />
          {hidden > 0 && (
            <button type="button" className="quiet-button state-button" onClick={() => setHiddenFlows([])}>
              {t.showAllFlows}
            </button>
          )}
          {zoomed && (
            <button
              type="button"
              className="quiet-button state-button"
              title={t.resetZoomHint}
              onClick={resetZoom}
            >
              {t.resetZoom}
            </button>
          )}
          <ManyRuns />
          <Branches />
          <button
            type="button"
            className="quiet-button"
            title={hides ? t.whyCovered : fluidOnly ? t.whyFluid : t.whyHint}
            disabled={hides || fluidOnly || noFlows}
            onClick={() => askWhy()}
          >
            {t.why}
          </button>
          <FluidKey />
          <GroupsButton specs={shown} />
        </Header>
      )}
      {!embed && many && <EnsembleLine />}
      {!embed && hasMeasured && <MeasuredLines />}
      {/* Figures have no values at a moment, and need the height. */}
      {!readout && !embed && (shown.length > 0 || none) && (
        <Chips selected={selected} unit={windowUnit(specs)} />
      )}
      <div className="plots-body" ref={stack}>
        {shown.length > 0 && <Overlay left={insets.left} width={plotWidth} theme={theme} />}
        {pinned > 0 && (
          <Stack pinned specs={shown.slice(0, pinned)} heights={heights.slice(0, pinned)} {...common} />
        )}
        <div className="plots-scroll" ref={scroll}>
          {shown.length === 0 && drawn.length === 0 && (
            <p className={hides ? 'plots-empty is-hidden' : 'plots-empty'}>
              {noFlows ? t.noFlows : hides ? t.unanswered : t.noPlots}
            </p>
          )}
          <Stack
            specs={shown.slice(pinned)}
            heights={heights.slice(pinned)}
            beside={beside}
            names={names}
            {...common}
          />
          {drawn.length > 0 && (
            <Figures
              ids={drawn}
              seen={seen}
              theme={theme}
              width={size.width}
              height={room.height}
              selected={selected}
            />
          )}
        </div>
      </div>
      {shown.length > 0 && (
        <TimeAxis left={insets.left} width={plotWidth} theme={theme} unseen={unseen && pinned === 0} />
      )}
      {readout && shown.length > 0 && <MoreBelow scroll={scroll} />}
    </div>
  );
}

/** The plot of fairness, of which a presentation has only the values: their names say what they are of. */
function besidePlots(specs: readonly PlotSpec[]): PlotSpec | undefined {
  const spec = specs.slice(2).find((s) => s.id === 'fairness');
  if (!spec) return undefined;
  const name = (own: string) => (spec.curves.length === 1 ? spec.title : `${spec.title}: ${own}`);
  return { ...spec, curves: spec.curves.map((c) => ({ ...c, name: name(c.name) })) };
}

/** Whether the stack in the scrolled area is out of view. */
function useScrolledOut(scroll: RefObject<HTMLElement | null>): boolean {
  const [out, setOut] = useState(false);
  useEffect(() => {
    const root = scroll.current;
    const stack = root?.querySelector('.plots-stack');
    if (!root || !stack) return;
    const observer = new IntersectionObserver((entries) => setOut(entries.at(-1)?.isIntersecting === false), {
      root,
    });
    observer.observe(stack);
    return () => observer.disconnect();
  }, [scroll]);
  return out;
}

/** Switches between many flows and groups by algorithm. */
function GroupsButton({ specs }: { specs: readonly PlotSpec[] }) {
  const grouped = useSession((s) => s.groupFlows);
  if (!specs.some((s) => s.curves.length > MANY)) return null;
  return (
    <button
      type="button"
      className="quiet-button"
      aria-pressed={grouped}
      title={grouped ? t.showEachFlow : t.groupsHint}
      onClick={() => setGroupFlows(!grouped)}
    >
      {t.groups}
    </button>
  );
}

/** The unit chosen for windows; null: packets, the engine's. */
function windowUnit(specs: readonly PlotSpec[]): Unit | null {
  const spec = specs.find((s) => s.id === 'cwnd');
  return spec?.units.slice(1).find((u) => u.name === spec.unit) ?? null;
}

/** Plots without an axis of time. */
const FIGURES: readonly string[] = ['phase', 'plane', 'synchronization', 'covariance', 'sequence'];

function seriesOf(shown: readonly PlotSpec[], phase: boolean): string {
  const numbers = new Set(shown.flatMap((s) => s.curves.flatMap((c) => [c.series, c.fluid ?? c.series])));
  // The portrait may need flows that the plots do not show, so all series of its kinds are requested.
  if (phase) {
    for (const n of phaseSeries()) numbers.add(n);
  }
  return [...numbers].sort((a, b) => a - b).join();
}

function phaseSeries(): number[] {
  const all = runNow().directory?.series ?? [];
  return all.flatMap((s, i) => (!s.fluid && (s.kind === 'cwnd' || s.kind === 'throughput') ? [i] : []));
}

function useTheme(): number {
  const [theme, setTheme] = useState(0);
  useEffect(() => onTheme(() => setTheme((n) => n + 1)), []);
  return theme;
}

/** The plots chosen by the visitor or a lesson, without those that the lesson hides. Of plots over time it hides the future alone. */
function useWanted(): readonly string[] {
  const plots = useSession((s) => s.plots);
  const hidden = useSession((s) => s.hidden);
  const wholly = useWhollyHidden();
  return useMemo(
    () => (plots ?? DEFAULT_PLOTS).filter((id) => !(FIGURES.includes(id) ? hidden : wholly).includes(id)),
    [plots, hidden, wholly],
  );
}

/** The selected flow's index, or -1. */
function useSelected(): number {
  const id = useSession((s) => (s.selection?.kind === 'flow' ? s.selection.id : ''));
  const directory = useRun((r) => r.directory);
  return useMemo(() => (id === '' || !directory ? -1 : flowIndexOf(id)), [id, directory]);
}

function useSpecs(selected: number): PlotSpec[] {
  const directory = useRun((r) => r.directory);
  const catalogue = useCatalogue();
  const plots = useWanted();
  const hiddenFlows = useSession((s) => s.hiddenFlows);
  const hiddenProbes = useSession((s) => s.hiddenProbes);
  const measures = useSession((s) => s.measures);
  const fluid = useSession((s) => s.fluidLines);
  const units = useSession((s) => s.plotUnits);
  const grouped = useSession((s) => s.groupFlows);
  const link = useSession((s) => (s.selection?.kind === 'link' ? s.selection.id : ''));
  const nodes = useDocument((d) => d.nodes);
  const flows = useDocument((d) => d.flows);
  const fork = useShownFork();
  const behind = useStore(branches, (s) => (fork ? s.directories.get(fork.other) : undefined));
  const forkAt = fork?.atS ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: names and notes of flows come from `flows`
  return useMemo(() => {
    if (!directory) return [];
    return buildSpecs({
      directory,
      catalogue,
      plots,
      hidden: new Set(hiddenFlows),
      hiddenProbes,
      measures,
      fluid,
      selected,
      link,
      name: (flow) => flowStyle(flow).label,
      notes: flowNotes(),
      nodeName: (id) => nodes.find((n) => n.id === id)?.name || id,
      units,
      grouped,
      branch: behind && { directory: behind, fromS: forkAt },
    });
  }, [
    directory,
    catalogue,
    plots,
    hiddenFlows,
    hiddenProbes,
    measures,
    fluid,
    selected,
    link,
    nodes,
    flows,
    units,
    grouped,
    behind,
    forkAt,
  ]);
}
