/** Copies the engine's sections into one pooled buffer for each frame. */
import { NO_SERIES, PlotColumn } from '../generated/boundary';
import type { Directory } from '../generated/types';
import type { Engine, EngineLab } from './engine';
import { BufferPool } from './pool';
import type { FrameMessage, View } from './protocol';
import { channelsIn, MarkList, marksIn, SceneSection } from './sections';
import { followWindow } from './window';

type Sections = Pick<
  FrameMessage,
  't0' | 't1' | 'columns' | 'series' | 'marksFrom' | 'buffer' | 'lengths' | 'others'
>;

/** The run on screen, or another branch, whose series are drawn behind. */
export interface BranchLab {
  run: number;
  lab: EngineLab;
  directory: Directory;
  removedAtS: ReadonlyMap<string, number>;
}

const BYTES = Float64Array.BYTES_PER_ELEMENT;
const NEVER = 0.1;

export class FrameWriter {
  readonly pool = new BufferPool(3);
  view: View = { window: null, follow: 30, columns: 400, series: null, everyMs: 0 };
  private readonly engine: Engine;
  private marksSent = 0;
  private series = new Uint32Array(0);
  /** The directories of other branches that the page has, by run. */
  private directories = new Map<number, Directory>();

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** Forgets which marks were sent: a different run follows. */
  restart(): void {
    this.marksSent = 0;
  }

  /** The sections at the present moment; null while all buffers are in transit. */
  write(shown: BranchLab, others: readonly BranchLab[] = []): Sections | null {
    if (!this.pool.available) return null;
    const { lab, directory } = shown;
    const { columns } = this.view;
    const series = this.selectedSeries(directory);
    const { t0, t1 } =
      this.view.window ?? followWindow(lab.now(), directory.durationS, this.view.follow, columns);
    if (this.series.length !== series.length) this.series = new Uint32Array(series.length);
    this.series.set(series);

    const plot = lab.plot(this.series, t0, t1, columns);
    // The buffer must hold the scene and the marks too, whose size is known only once they are there.
    let buffer = this.pool.acquire(BYTES * (2 * plot + 16384)) as ArrayBuffer;
    let out = new Float64Array(buffer);
    out.set(this.engine.section(lab, plot));
    let used = plot;
    const append = (length: number, of = lab) => {
      if (used + length > out.length) {
        const grown = new Float64Array(2 * (used + length));
        grown.set(out.subarray(0, used));
        out = grown;
        buffer = grown.buffer;
      }
      out.set(this.engine.section(of, length), used);
      used += length;
    };
    const values = lab.values(this.series);
    append(values);
    endCurves(out.subarray(0, used), series, columns, shown);
    const scene = lab.scene();
    append(scene);
    const marksFrom = this.marksSent;
    const marks = lab.marks(marksFrom);
    append(marks);
    this.marksSent += marksIn(marks);
    const sections = others.map((other) => {
      const numbers = matchSeries(series, directory, other.directory);
      const curves = other.lab.plot(numbers, t0, t1, columns);
      append(curves, other.lab);
      const present = other.lab.values(numbers);
      append(present, other.lab);
      endCurves(out.subarray(used - curves - present, used), numbers, columns, other);
      const channels = channelsIn(this.engine.section(other.lab, other.lab.scene()));
      append(channels, other.lab);
      const lengths = [curves, present, channels] as const;
      const news = this.directories.get(other.run) !== other.directory;
      const branch = { run: other.run, now: other.lab.now(), known: other.lab.known(), lengths };
      return news ? { ...branch, directory: other.directory } : branch;
    });
    this.directories = new Map(others.map((other) => [other.run, other.directory]));
    const lengths = [plot, values, scene, marks] as const;
    return { others: sections, t0, t1, columns, series, marksFrom, buffer, lengths };
  }

  /** The smoothed round-trip time of a flow in s; before the first sample its base RTT. */
  roundTrip(lab: EngineLab, directory: Directory | null, flow: number): number {
    const scene = new SceneSection(this.engine.section(lab, lab.scene()));
    const index = flow >= 0 && flow < scene.flowCount ? flow : 0;
    const smoothed = scene.srttMs(index);
    const ms = smoothed > 0 ? smoothed : (directory?.flows[index]?.baseRttMs ?? 0);
    return ms > 0 ? ms / 1000 : NEVER;
  }

  countMarks(lab: EngineLab): number {
    return this.marksSent + marksIn(lab.marks(this.marksSent));
  }

  /** The time in s of the first mark after `afterS` with one of these kinds and of this flow (-1: any), from index `from` on. */
  firstMark(
    lab: EngineLab,
    from: number,
    kinds: readonly number[],
    flow: number,
    afterS: number,
  ): number | null {
    const length = lab.marks(from);
    if (length === 0) return null;
    const marks = new MarkList(this.engine.section(lab, length));
    for (let i = 0; i < marks.count; i += 1) {
      const hit = kinds.includes(marks.kind(i)) && (flow < 0 || marks.flow(i) === flow);
      if (hit && marks.time(i) > afterS) return marks.time(i);
    }
    return null;
  }

  private selectedSeries(directory: Directory): readonly number[] {
    const { series } = this.view;
    if (series) return series.filter((n) => n < directory.series.length);
    return directory.series.flatMap((s, n) => (s.kind === 'probe' ? [] : [n]));
  }
}

/**
 * Ends the curves of removed flows at their removal: the engine holds their last values.
 * @param plot the plot's section and the present values
 */
function endCurves(
  plot: Float64Array,
  series: ArrayLike<number>,
  columns: number,
  { lab, directory, removedAtS }: BranchLab,
): void {
  const points = PlotColumn.size * columns;
  const values = points * (series.length + 1);
  if (removedAtS.size === 0 || plot.length < values) return;
  for (let i = 0; i < series.length; i += 1) {
    const endS = removedAtS.get(directory.series[series[i] ?? NO_SERIES]?.owner ?? '');
    if (endS === undefined) continue;
    for (let p = 0; p < points; p += 1)
      if ((plot[p] as number) > endS) plot[points * (i + 1) + p] = Number.NaN;
    if (lab.now() > endS) plot[values + i] = Number.NaN;
  }
}

const keyOf = (s: Directory['series'][number]) =>
  `${s.owner} ${s.kind} ${s.variable ?? ''} ${s.fluid ?? false}`;

/** The numbers that the same series have in another directory; `NO_SERIES` where it has none. */
function matchSeries(series: readonly number[], of: Directory, there: Directory): Uint32Array {
  const numbers = new Map(there.series.map((s, n) => [keyOf(s), n]));
  return Uint32Array.from(series, (n) => {
    const wanted = of.series[n];
    return (wanted && numbers.get(keyOf(wanted))) ?? NO_SERIES;
  });
}
