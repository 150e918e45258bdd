/** Reads measurements from files: CSV with a time column, tables exported by the page, and the output of iperf3 --json. */

import { measurementTexts as t } from './texts';

/** Plots over which measurements can be drawn. */
export type MeasuredPlot = 'cwnd' | 'queue' | 'throughput' | 'rtt';

export interface MeasuredCurve {
  plot: MeasuredPlot;
  name: string;
  /** Seconds, rising. */
  t: Float64Array;
  /** Packets, Mb/s or ms; NaN: no value. */
  y: Float64Array;
}

const MAX_ROWS = 500_000;
const MAX_CURVES = 40;

/** The curves in a file's text, or an error message. */
export function readMeasurement(text: string): MeasuredCurve[] | string {
  return /^\s*\{/.test(text) ? readIperf(text) : readCsv(text);
}

interface Stream {
  socket?: unknown;
  start?: unknown;
  end?: unknown;
  bits_per_second?: unknown;
  snd_cwnd?: unknown;
  rtt?: unknown;
}

const finite = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN;

/**
 * iperf3: bits per second of each interval; snd_cwnd in bytes and rtt in µs at its end, if the sender
 * reported them.
 */
function readIperf(text: string): MeasuredCurve[] | string {
  let document: {
    start?: { tcp_mss?: unknown; tcp_mss_default?: unknown };
    intervals?: { streams?: Stream[] }[];
  };
  try {
    document = JSON.parse(text);
  } catch {
    return t.noJson;
  }
  const { intervals, start } = document;
  if (!Array.isArray(intervals) || intervals.length === 0) return t.noIntervals;
  const mss = finite(start?.tcp_mss ?? start?.tcp_mss_default);
  const streams = new Map<string, Stream[]>();
  for (const interval of intervals.slice(0, MAX_ROWS)) {
    if (!Array.isArray(interval?.streams)) continue;
    for (const stream of interval.streams) {
      const key = String(stream?.socket ?? '');
      const rows = streams.get(key) ?? [];
      rows.push(stream);
      streams.set(key, rows);
    }
  }
  const curves = [...streams].slice(0, MAX_CURVES / 3).flatMap(([socket, rows]) => {
    const name = streams.size > 1 ? `stream ${socket}` : 'iperf3';
    const curveOf = (plot: MeasuredPlot, at: (row: Stream) => number, value: (row: Stream) => number) =>
      curve(plot, name, rows.map(at), rows.map(value));
    const midpoint = (row: Stream) => (finite(row.start) + finite(row.end)) / 2;
    const end = (row: Stream) => finite(row.end);
    return [
      curveOf('throughput', midpoint, (row) => finite(row.bits_per_second) / 1e6),
      // Converts to segments of the connection's MSS, without which the plot has no unit for the window.
      curveOf('cwnd', end, (row) => finite(row.snd_cwnd) / (mss > 0 ? mss : Number.NaN)),
      curveOf('rtt', end, (row) => finite(row.rtt) / 1e3),
    ];
  });
  const known = curves.filter((c) => c.y.some((y) => !Number.isNaN(y)));
  return known.length > 0 ? known : t.noValues;
}

/** A column's name, the plot that it belongs to, and the conversion to that plot's unit. */
const COLUMNS: readonly [pattern: RegExp, plot: MeasuredPlot, units: Record<string, number>][] = [
  [/cwnd|window/, 'cwnd', { packets: 1, segments: 1, '': 1 }],
  [/srtt|rtt|delay/, 'rtt', { s: 1e3, ms: 1, us: 1e-3, ns: 1e-6, '': 1 }],
  [/throughput|goodput|rate|bandwidth/, 'throughput', { bps: 1e-6, kbps: 1e-3, mbps: 1, gbps: 1e3, '': 1 }],
  [/queue|backlog/, 'queue', { packets: 1, '': 1 }],
];

interface Column {
  plot: MeasuredPlot;
  factor: number;
}

/** Plot and unit of a column by its name, such as `rtt_us` or `Throughput (Mbps)`. */
function columnOf(title: string): Column | null {
  const words = title
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
  for (const [pattern, plot, units] of COLUMNS) {
    if (!words.some((word) => pattern.test(word))) continue;
    const unit = words.findLast((word) => word in units);
    const other = words.at(-1) ?? '';
    // A unit that the plot lacks, such as bytes for a window, would be misread as another.
    if (!unit && /^(bytes|kb|mb|kib|mib|bit|bits)$/.test(other)) return null;
    return { plot, factor: units[unit ?? ''] ?? 1 };
  }
  return null;
}

const TIMES: Record<string, number> = { s: 1, sec: 1, seconds: 1, ms: 1e-3, us: 1e-6, ns: 1e-9, '': 1 };

function readCsv(text: string): MeasuredCurve[] | string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (lines.length > MAX_ROWS) return t.tooManyRows(lines.length, MAX_ROWS);
  const separator = lines[0]?.includes('\t') ? '\t' : lines[0]?.includes(';') ? ';' : ',';
  const rows = lines.map((line) => cells(line, separator));
  const [head = [], ...data] = rows;
  if (head.join() === 'owner,series,unit,time_s,min,max,last') return readExport(data);
  const timeAt = head.findIndex((title) => /^(time|t|timestamp|at)\b|^(time|t)_/i.test(title.trim()));
  if (timeAt < 0) return t.noTime;
  const scale =
    TIMES[/(?:_|\(|\s)(s|sec|seconds|ms|us|ns)\)?$/i.exec(head[timeAt] ?? '')?.[1]?.toLowerCase() ?? ''] ?? 1;
  const times = data.map((row) => number(row[timeAt]) * scale);
  const curves = head.flatMap((title, i) => {
    const column = i === timeAt ? null : columnOf(title);
    if (!column) return [];
    return [
      curve(
        column.plot,
        title.trim(),
        times,
        data.map((row) => number(row[i]) * column.factor),
      ),
    ];
  });
  if (curves.length === 0) return t.noColumn;
  return curves.slice(0, MAX_CURVES);
}

/** A table exported by the page, with the last value of each interval for each series. */
function readExport(data: readonly string[][]): MeasuredCurve[] | string {
  const plots: Record<string, MeasuredPlot> = {
    cwnd: 'cwnd',
    rtt: 'rtt',
    throughput: 'throughput',
    queue: 'queue',
  };
  const found = new Map<string, { plot: MeasuredPlot; name: string; t: number[]; y: number[] }>();
  for (const [owner = '', series = '', , time, , , last] of data) {
    const plot = plots[series];
    if (!plot) continue;
    const key = `${owner}\n${series}`;
    let line = found.get(key);
    if (!line) {
      line = { plot, name: owner, t: [], y: [] };
      found.set(key, line);
    }
    line.t.push(number(time));
    line.y.push(number(last));
  }
  const curves = [...found.values()].map(({ plot, name, t, y }) => curve(plot, name, t, y));
  return curves.length > 0 ? curves.slice(0, MAX_CURVES) : t.noSeries;
}

function cells(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim());
  const out: string[] = [];
  const pattern = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}]*))(?:${separator}|$)`, 'g');
  for (const match of line.matchAll(pattern)) {
    if (match[0] === '' && match.index === line.length) break;
    out.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim());
  }
  return out;
}

const number = (cell: string | undefined): number => (cell ? Number(cell) : Number.NaN);

/** Sorted by time, without rows that have no time. */
function curve(plot: MeasuredPlot, name: string, t: readonly number[], y: readonly number[]): MeasuredCurve {
  const order = t.map((_, i) => i).filter((i) => Number.isFinite(t[i]));
  order.sort((a, b) => (t[a] as number) - (t[b] as number));
  return {
    plot,
    name,
    t: Float64Array.from(order, (i) => t[i] as number),
    y: Float64Array.from(order, (i) => y[i] as number),
  };
}
