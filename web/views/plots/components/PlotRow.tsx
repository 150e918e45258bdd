import './plot.css';
import { useCallback, useEffect, useId, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { BandLine } from '../../../drawing/bands';
import { formatValue } from '../../../drawing/format';
import { curvesKey, fullName, type PlotSpec } from '../../../drawing/spec';
import { holdsAt } from '../../../drawing/steps';
import type { DirectorySeries } from '../../../generated/types';
import { startDrawing } from '../../../runner/worker-runner';
import {
  documentNow,
  isHiddenByLesson,
  latestFrame,
  placeOfFlow,
  runNow,
  sessionNow,
  useSession,
} from '../../../store';
import { bandOf, ensemble, useEnsemble } from '../../../store/experiment/ensemble';
import { measured } from '../../../store/measured';
import { later } from '../../../ui/later';
import { redraw } from '../../../ui/redraw';
import { BAND_SIZE } from '../../../worker/bands';
import { type Canvases, Chart, type Charts, type Insets } from '../drawing/chart';
import { renderer } from '../drawing/renderer';
import { measuredLines } from '../model/measured';
import { readingOf, valueIn } from '../model/moment';
import { MAX_AT_CROSSHAIR, strokeOf } from '../model/strokes';
import { MeasureMenu } from './MeasureMenu';
import { PlotTools } from './PlotTools';
import { Readout } from './Readout';
import { plotRowTexts as t } from './texts';

// Loaded on demand: few plots have them.
const PlotKey = later(() => import('./PlotKey').then((m) => m.PlotKey), { what: () => t.key });
const LessonCover = later(() => import('./LessonCover').then((m) => m.LessonCover), { what: () => t.cover });
const WhyMarks = later(() => import('./WhyMarks').then((m) => m.WhyMarks), { what: () => t.whyMarks });

interface Props {
  spec: PlotSpec;
  charts: Charts;
  width: number;
  height: number;
  /** Position of the plot on the canvas of its stack, and the height of the canvas. */
  top: number;
  canvasHeight: number;
  /** Null until the stack has them. */
  canvases: Canvases | null;
  /** Another plot follows below. */
  parted: boolean;
  insets: Insets;
  selected: number;
  /** Changes with the theme: the colours have to be read again. */
  theme: number;
  readout: boolean;
  locked: boolean;
  /** Its values stand below those of this plot. */
  beside: PlotSpec | undefined;
  /** Nothing else on the page names the flows. */
  names: boolean;
}

/** From this height on a plot has room for a key below its title, of this height, px. */
const KEY_FROM = 100;
const KEY_HEIGHT = 20;

/** One plot of the stack: title, curves, and the values beside it. */
export function PlotRow(props: Props) {
  const { charts, width, height, top, canvasHeight, canvases, parted } = props;
  const covered = useSession((s) => s.hidden.includes(props.spec.group));
  // A reference line may be the answer to the question.
  const spec = useMemo(
    () => (covered ? { ...props.spec, references: [] } : props.spec),
    [covered, props.spec],
  );
  const { selected, theme, readout, locked } = props;
  // Without the column of values nothing else says which of these lines is which.
  const named =
    spec.group === 'variables' ||
    (spec.curves.length > 1 && (props.names || spec.curves.every((c) => c.flow < 0)));
  const keyed = !readout && named;
  const keyBelow = keyed && height >= KEY_FROM;
  const insets = useMemo(
    () => (keyBelow ? { ...props.insets, top: props.insets.top + KEY_HEIGHT } : props.insets),
    [props.insets, keyBelow],
  );
  const figure = useRef<HTMLElement>(null);
  const title = useId();
  const key = strokesKey(spec);
  // Drawing uses the latest spec, so that names may change without a new chart.
  const latest = useRef(spec);
  latest.current = spec;
  const references = spec.references.map((r) => `${r.value} ${r.label} ${r.fromS} ${r.untilS}`).join();
  const log = useSession((s) => s.logPlots.includes(spec.id));
  const zoom = useSession((s) => s.valueZooms[spec.id] ?? null);
  const explained = useSession((s) => s.whyMarks !== null);
  const bands = useBands(spec, selected, theme, locked);

  const drawn = useRef<Chart>(null);
  // One chart for all sizes and curves: its picture stays until the next one is drawn.
  useEffect(() => {
    if (!canvases) return;
    const chart = new Chart(latest.current, canvases);
    const { id } = latest.current;
    drawn.current = chart;
    charts.set(id, chart);
    return () => {
      chart.destroy();
      drawn.current = null;
      if (charts.get(id) === chart) charts.delete(id);
    };
  }, [charts, canvases]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key`, `references` and `theme` summarise the others
  useEffect(() => {
    const element = figure.current;
    const chart = drawn.current;
    if (!element || !chart) return;
    const place = { width, height, top, canvasHeight, parted };
    chart.configure(latest.current, place, insets, selected);
    let isVisible = true;
    const curves = redraw.register(startDrawing ? 'panes' : 'curves', () => {
      const frame = latestFrame();
      if (frame && isVisible && !isHiddenByLesson(latest.current.group) && renderer.ready(curves.mark))
        chart.draw({ ...frame, moving: runNow().playing }, log, zoom);
    });
    // A plot that is scrolled out of view is drawn when it comes back.
    const sight = new IntersectionObserver((entries) => {
      isVisible = entries.at(-1)?.isIntersecting ?? true;
      if (isVisible) curves.mark();
    });
    sight.observe(element);
    // The scale may be another one, so dots at the crosshair move.
    redraw.markMoment();
    return () => {
      sight.disconnect();
      curves.dispose();
    };
  }, [
    charts,
    canvases,
    key,
    references,
    width,
    height,
    top,
    canvasHeight,
    parted,
    insets,
    selected,
    theme,
    log,
    zoom,
  ]);

  const shownChart = useCallback(() => charts.get(latest.current.id), [charts]);
  const files = useStore(measured, (s) => s.list);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new canvas needs a new chart
  useEffect(() => {
    drawn.current?.setSurroundings(bands, measuredLines(files, spec.id));
    redraw.markAll();
  }, [canvases, bands, files, spec.id]);

  useEffect(() => {
    // The summary changes at rest only: a screen reader would announce a label that changes thirty times a second without end.
    const timer = setInterval(
      () => figure.current?.setAttribute('aria-label', summary(latest.current)),
      2000,
    );
    figure.current?.setAttribute('aria-label', summary(latest.current));
    return () => clearInterval(timer);
  }, []);

  return (
    <figure className="plot" ref={figure} data-plot={spec.id} data-group={spec.group} style={{ height }}>
      <div className="plot-area" style={{ width }}>
        {covered ? <LessonCover left={insets.left} width={width} top={insets.top} /> : null}
        {explained ? <WhyMarks {...{ spec, width, height, insets }} chart={shownChart} /> : null}
        <figcaption className="plot-title" id={title}>
          <b>{spec.title}</b>{' '}
          {spec.id === 'fairness' && !locked ? (
            <MeasureMenu />
          ) : (
            <span>{log ? t.logarithmic(spec.unit) : spec.unit}</span>
          )}
          {spec.part && (
            <span className="part" title={spec.part.help}>
              {spec.part.text}
            </span>
          )}
          {keyed && <PlotKey spec={spec} short={!keyBelow} />}
          {!locked && <PlotTools spec={spec} chart={shownChart} />}
        </figcaption>
      </div>
      {readout && <Readout spec={spec} selected={selected} locked={locked} />}
      {readout && props.beside && <Readout spec={props.beside} selected={selected} locked />}
    </figure>
  );
}

/** Changes when a plot needs another set of curves or another unit, or when another flow has the number of one of them. */
const strokesKey = (spec: PlotSpec) =>
  `${curvesKey(spec)}|${spec.curves.map((c) => placeOfFlow(c.flow)).join()}|${spec.factor}`;

/** The most bands in one plot; with more flows there is only that of the selected flow. */
const MAX_BANDS = 10;

/** The ensemble's bands for a plot: the same array until something changes. */
function useBands(spec: PlotSpec, selected: number, theme: number, locked: boolean): readonly BandLine[] {
  const bands = useEnsemble((s) => s.bands);
  const key = strokesKey(spec);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key`, `bands` and `theme` summarise the others
  return useMemo((): readonly BandLine[] => {
    const directory = runNow().directory;
    if (!bands || !directory || locked) return NO_BANDS;
    const curves = spec.curves.filter((c) => c.role !== 'ssthresh');
    const few = curves.length > MAX_BANDS ? curves.filter((c) => c.flow === selected) : curves;
    return few.flatMap((curve): BandLine[] => {
      const series = directory.series[curve.series];
      const band = series && bandOf(ensemble.getState(), series);
      return band ? [{ colour: strokeOf(curve, spec.curves.length, selected).colour, band }] : [];
    });
  }, [bands, key, selected, theme, locked]);
}

const NO_BANDS: readonly BandLine[] = [];

/** The values of the ensemble's runs at a time, in words. */
function bandWords(series: DirectorySeries | undefined, atS: number, spec: PlotSpec): string {
  const state = ensemble.getState();
  const band = series && bandOf(state, series);
  if (!band || !state.bands) return '';
  const column = Math.min(band.columns - 1, Math.floor((atS / band.durationS) * band.columns));
  const value = (line: number) =>
    formatValue(band.values[BAND_SIZE * column + line] ?? Number.NaN, spec.decimals);
  return t.inRuns(state.bands.runs, value(0), value(BAND_SIZE - 1), value(2));
}

/** The plot as a sentence, for screen readers. */
export function summary(spec: PlotSpec): string {
  const frame = latestFrame();
  const { logPlots, valueZooms } = sessionNow();
  const zoom = valueZooms[spec.id];
  const written = (value: number) => formatValue(spec.factor * value, spec.decimals);
  const head = [
    `${spec.title}, ${spec.unit || t.noUnit}`,
    ...(logPlots.includes(spec.id) ? [t.logarithmicScale] : []),
    ...(zoom ? [t.valueSpan(written(zoom.low), written(zoom.end))] : []),
  ].join(', ');
  if (!frame || documentNow().flows.length === 0) return head;
  const reading = readingOf(frame);
  const at = reading.t;
  const values = spec.curves.slice(0, MAX_AT_CROSSHAIR).map((c) => {
    const value = (series: number) => written(valueIn(frame, series, reading));
    const fluid = c.fluid === undefined ? '' : t.byFluid(value(c.fluid));
    return `${fullName(c)} ${value(c.series)}${fluid}${bandWords(frame.directory.series[c.series], at, spec)}`;
  });
  const references = spec.references.filter((r) => holdsAt(r, at)).map((r) => r.label);
  return t.figure(head, formatValue(at, 2), [...values, ...references].join(', '));
}
