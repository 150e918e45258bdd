/** The figures other than plots over time, as currently shown: the phase portrait, the throughput–delay plane, the matrices of flows, the time–sequence plot. */
import { documentNow, flowIndexOf, flowStyle, latestFrame, runNow, sessionNow } from '../../store';
import { ensemble } from '../../store/experiment/ensemble';
import { flowColour } from '../../ui/palette';
import { covarianceOf, rhoText } from '../plots/model/covariance';
import { countedFromS, LossEvents } from '../plots/model/losses';
import { momentIn } from '../plots/model/moment';
import { pastOf, portraitData, portraitOf } from '../plots/model/phase';
import { dotsOf } from '../plots/model/plane';
import { DEFAULT_PLOTS } from '../plots/model/specs';
import { toCsv } from '../results/csv';
import { type MatrixPicture, matrixSvg, portraitSvg } from './figure-svg';
import { planeSvg } from './plane-svg';
import { coloursNow } from './plots';
import { sequenceCsv, sequenceSvg } from './sequence';
import { caption, type Source } from './source';
import { figureTexts as t } from './texts';

type FileContent = string | null | Promise<string | null>;

/** A figure that can be saved. */
export interface Figure {
  id: string;
  title: string;
  /** Null if there is nothing to save yet. */
  svg: (source: Source) => FileContent;
  csv: () => FileContent;
}

const figures = (): readonly Figure[] => [
  { id: 'phase', title: t.phase, svg: phaseSvg, csv: phaseCsv },
  { id: 'plane', title: t.plane, svg: planeSvgNow, csv: planeCsv },
  { id: 'synchronization', title: t.synchronization, ...matrix(synchronization) },
  { id: 'covariance', title: t.covariance, ...matrix(covariance) },
  { id: 'sequence', title: t.sequence, svg: sequenceSvg, csv: sequenceCsv },
];

/** The figures that the page shows. */
export function shownFigures(): readonly Figure[] {
  const { plots, hidden } = sessionNow();
  const shown = (plots ?? DEFAULT_PLOTS).filter((id) => !hidden.includes(id));
  return figures().filter(({ id }) => shown.includes(id));
}

/** The portrait up to the time on screen. */
function portraitNow() {
  const frame = latestFrame();
  const { portrait, selection } = sessionNow();
  const selected = selection?.kind === 'flow' ? selection.id : '';
  const chosen = frame && portraitOf(frame.directory, portrait, selected);
  if (!frame || !chosen) return null;
  const atS = momentIn(frame);
  const { x } = frame.plot;
  let count = 0;
  while (count < x.length && (x[count] as number) <= atS) count += 1;
  const names = chosen.flows.map((flow) => flowStyle(flow).label) as [string, string];
  return { ...chosen, ...portraitData(frame, chosen.quantity, chosen.flows), x, count, names, atS };
}

function phaseSvg(source: Source): string | null {
  const now = portraitNow();
  if (!now || now.count === 0) return null;
  const { a, b, end, lines, count, names, quantity, atS } = now;
  const { xs, ys } = pastOf(a, b, count - 1);
  return portraitSvg({
    quantity: quantity === 'cwnd' ? t.cwnd : t.throughput,
    ...{ names, xs, ys, end, lines, atS },
    colours: coloursNow(),
    caption: caption(source),
    link: source.link,
  });
}

function phaseCsv(): string | null {
  const now = portraitNow();
  if (!now || now.count === 0) return null;
  const { a, b, x, count, names, quantity } = now;
  const unit = quantity === 'cwnd' ? 'cwnd_packets' : 'throughput_Mbps';
  const rows = Array.from({ length: count }, (_, i) => [x[i], a[i], b[i]] as [number, number, number]);
  const known = rows.filter((row) => row.every(Number.isFinite));
  return known.length === 0 ? null : toCsv(['time_s', ...names.map((name) => `${name} ${unit}`)], known);
}

/** The dots of the plane, with the ensemble's statistics if there is one. */
function planeNow() {
  const { results } = runNow();
  const { statistics, status } = ensemble.getState();
  return results ? dotsOf(results, 'queueingMs', status === 'done' ? statistics : null) : [];
}

function planeSvgNow(source: Source): string | null {
  const dots = planeNow();
  if (dots.length === 0) return null;
  const named = dots.map((dot) => {
    const flow = flowIndexOf(dot.id);
    return { ...dot, name: flowStyle(flow).label, colour: flowColour(flow) };
  });
  return planeSvg({ dots: named, colours: coloursNow(), caption: caption(source), link: source.link });
}

function planeCsv(): string | null {
  const dots = planeNow();
  if (dots.length === 0) return null;
  const columns = ['flow', 'throughput_Mbps', 'queueing_ms'];
  const spread = ['runs', 'mean_throughput_Mbps', 'sd_throughput_Mbps', 'mean_queueing_ms', 'sd_queueing_ms'];
  const some = dots.some((dot) => dot.spread);
  const rows = dots.map(({ id, throughput, delay, spread: of }) => [
    ...[flowStyle(flowIndexOf(id)).label, throughput, delay],
    ...(some
      ? [of?.runs, of?.throughput.mean, of?.throughput.sd, of?.delay.mean, of?.delay.sd].map((x) => x ?? null)
      : []),
  ]);
  return toCsv(some ? [...columns, ...spread] : columns, rows);
}

/** A value for each pair of flows, by their ids. */
interface PairMatrix {
  title: string;
  unit: string;
  flows: readonly string[];
  values: readonly (readonly (number | null)[])[];
  text: (value: number | null) => string;
  /** Text on the diagonal, if it does not show values of the matrix. */
  self?: (row: number) => string;
}

function covariance(): PairMatrix | null {
  const found = covarianceOf(runNow().results);
  if (!found) return null;
  return {
    title: t.covariance,
    unit: t.covarianceUnit,
    flows: found.flows,
    values: found.rho,
    text: rhoText,
  };
}

function synchronization(): PairMatrix | null {
  const frame = latestFrame();
  if (!frame) return null;
  const { directory, marks, now } = frame;
  const events = new LossEvents(directory);
  events.advance(marks, now, countedFromS(documentNow(), now));
  const present = directory.flows.flatMap((f, i) => (f.removed ? [] : [i]));
  if (present.length < 2 || !present.some((f) => events.both(f, f) > 0)) return null;
  return {
    title: t.synchronization,
    unit: t.synchronizationUnit,
    flows: present.map((f) => directory.flows[f]?.id ?? ''),
    values: present.map((a) => present.map((b) => events.share(a, b))),
    text: (share) => (share === null ? '–' : String(Math.round(100 * share))),
    self: (row) => String(events.both(present[row] ?? -1, present[row] ?? -1)),
  };
}

function matrix(read: () => PairMatrix | null): Pick<Figure, 'svg' | 'csv'> {
  const namesOf = (pairs: PairMatrix) => pairs.flows.map((id) => flowStyle(flowIndexOf(id)).label);
  return {
    svg: (source) => {
      const pairs = read();
      if (!pairs) return null;
      const style = getComputedStyle(document.documentElement);
      const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
      const picture: MatrixPicture = {
        ...pairs,
        names: namesOf(pairs),
        colours: { ...coloursNow(), together: colour('together'), inTurn: colour('in-turn') },
        caption: caption(source),
        link: source.link,
      };
      return matrixSvg(picture);
    },
    csv: () => {
      const pairs = read();
      if (!pairs) return null;
      const names = namesOf(pairs);
      return toCsv(
        ['flow', ...names],
        pairs.values.map((row, i) => [names[i] ?? '', ...row]),
      );
    },
  };
}
