/** A plot as SVG text. Font names and colours are in the file, so that it looks the same everywhere. */
import { range } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { formatTick } from '../../drawing/format';
import { BRANCH_ALPHA } from '../../drawing/rules';
import { highestWith, logEnds, scaleTicks, sharesOf, type ValueScale } from '../../drawing/scale';
import { extentOf, heldWithin } from '../../drawing/steps';
import { timeTicks } from '../../drawing/ticks';
import { captionTexts as t } from './texts';

/** With fallbacks, since the page's font may not be installed where the file is opened. */
const FONT = "'Inter Variable', Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif";

export interface Colours {
  bg: string;
  ink: string;
  ink2: string;
  ink3: string;
  line: string;
  accent: string;
  bad: string;
}

export interface Line {
  name: string;
  colour: string;
  /** px */
  width: number;
  dash: readonly number[];
  alpha: number;
  /** Whether it is left out of the legend, because it belongs to another line. */
  unlisted?: boolean;
  /** Whether the scale need not reach its values. */
  unscaled?: boolean;
  /** NaN for missing values. */
  y: ArrayLike<number>;
  /** Its own times, s; by default the picture's. */
  x?: ArrayLike<number>;
  /** A mark at each value in place of a line. */
  mark?: keyof typeof MARKS;
}

/** A time at which the run was changed: a vertical line, with what changed where there is room. */
export interface Change {
  /** s */
  atS: number;
  label: string;
  /** Another branch left the run there. */
  fork: boolean;
}

export interface Picture {
  title: string;
  unit: string;
  /** Simulated seconds. */
  t0: number;
  t1: number;
  x: ArrayLike<number>;
  lines: readonly Line[];
  /** With the times between which they apply, s, if that is not the whole span. */
  references: readonly {
    value: number;
    label: string;
    limit: boolean;
    /** As in a plot's specification: `bdp`, `buffer`, … */
    kind?: string;
    fromS?: number;
    untilS?: number;
    /** It is that of another branch: drawn faint, without a label. */
    pale?: boolean;
  }[];
  changes?: readonly Change[];
  /** Fixed upper end of the scale; null to fit the lines. */
  max: number | null;
  /** Whether the scale is logarithmic. */
  log: boolean;
  /** The visible range of values; null for all. */
  zoom: { low: number; end: number } | null;
  colours: Colours;
  /** Lines below the picture. */
  caption: readonly string[];
  /** A link that opens the run. */
  link: string;
}

/** The path of a mark from its middle, px. Marks differ in shape, so that they can be distinguished in print without colours. */
const MARKS = { dot: 'h0', square: 'm-4 -4h8v8h-8z', cross: 'm-4.5 -4.5l9 9m0 -9l-9 9' };

/** px; fits on an A4 page. */
export const WIDTH = 960;
const AREA = { left: 72, right: 24, height: 320 };
const ROW_HEIGHT = 20;
/** Labels of lines closer together than this would overlap, px. */
const LABEL_HEIGHT = 14;
/** Labels of changes are in at most this many rows. */
const CHANGE_ROWS = 2;

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** @param width measures a text in a font size, px */
export function pictureSvg(picture: Picture, width: (text: string, size: number) => number): string {
  const { colours, t0, t1 } = picture;
  const references = picture.references.filter((ref) => heldWithin(ref, t0, t1));
  const changes = (picture.changes ?? []).filter(({ atS }) => atS >= t0 && atS <= t1);
  const legend = legendOf(picture, width);
  const span = WIDTH - AREA.left - AREA.right;
  const x = scaleLinear([t0, t1], [AREA.left, AREA.left + span]);
  const labelled = placedLabels(changes, x, width);
  // Above the curves, where nothing is in the way.
  const raised = LABEL_HEIGHT * Math.max(0, ...labelled.map(({ row }) => row + 1));
  const top = 44 + ROW_HEIGHT * legend.rows + raised;
  const bottom = top + AREA.height;
  const height = bottom + 58 + 17 * picture.caption.length;
  const scale = scaleOf({ ...picture, references });
  const { low, end } = scale;
  const share = sharesOf(scale);
  const y = (value: number) => bottom - share(value) * AREA.height;
  const text = (at: [number, number], words: string, more = '') =>
    `<text x="${round(at[0])}" y="${round(at[1])}" ${more}>${escaped(words)}</text>`;
  const whole = { from: AREA.left, to: WIDTH - AREA.right };
  const rule = (height: number, colour: string, more = '', { from, to } = whole) =>
    `<path d="M${round(from)} ${round(height)}H${round(to)}" stroke="${colour}" ${more}/>`;

  const parts = [
    `<text x="16" y="26" font-size="16" font-weight="600">${escaped(picture.title)}<tspan dx="8" font-size="13" font-weight="400" fill="${colours.ink2}">${escaped(picture.unit)}</tspan></text>`,
    ...legend.parts,
  ];
  for (const tick of scaleTicks(scale, AREA.height / 1.6)) {
    parts.push(rule(y(tick), colours.line));
    parts.push(
      text([AREA.left - 8, y(tick) + 4], formatTick(tick), `text-anchor="end" fill="${colours.ink2}"`),
    );
  }
  for (const tick of timeTicks(t0, t1, span)) {
    parts.push(`<path d="M${round(x(tick))} ${bottom}v5" stroke="${colours.ink2}"/>`);
    parts.push(text([x(tick), bottom + 20], formatTick(tick), `text-anchor="middle" fill="${colours.ink2}"`));
  }
  parts.push(`<path d="M${AREA.left} ${bottom}H${WIDTH - AREA.right}" stroke="${colours.ink2}"/>`);
  parts.push(
    text([AREA.left + span / 2, bottom + 38], t.time, `text-anchor="middle" fill="${colours.ink2}"`),
  );
  const marked = references
    .filter((ref) => ref.value <= end && ref.value >= low)
    .map((ref) => ({ ...ref, place: extentOf(ref, { left: AREA.left, width: span, t0, t1 }) }));
  for (const ref of marked) {
    const colour = ref.limit ? colours.bad : colours.ink2;
    const style = ref.limit ? 'stroke-width="1.25"' : 'stroke-dasharray="6 3"';
    const faint = ref.pale ? ` stroke-opacity="${BRANCH_ALPHA}"` : '';
    parts.push(rule(y(ref.value), colour, style + faint, ref.place));
  }
  parts.push(
    `<clipPath id="area"><rect x="${AREA.left}" y="${top - 4}" width="${span}" height="${AREA.height + 6}"/></clipPath>`,
    '<g clip-path="url(#area)">',
  );
  for (const line of picture.lines) {
    parts.push(
      `<path d="${pathOf(line, picture.x, x, y)}" fill="none" ${strokeOf(line)} stroke-linejoin="round"/>`,
    );
  }
  parts.push('</g>');
  const halo = `stroke="${colours.bg}" stroke-width="3" paint-order="stroke" stroke-linejoin="round"`;
  for (const { atS, fork } of changes) {
    const stroke = fork ? `stroke="${colours.accent}"` : `stroke="${colours.ink3}" stroke-dasharray="3 3"`;
    parts.push(`<path d="M${round(x(atS))} ${top - raised}V${bottom}" ${stroke}/>`);
  }
  for (const { change, left, row } of labelled) {
    const fill = change.fork ? colours.accent : colours.ink2;
    parts.push(
      text([left, top - 4 - LABEL_HEIGHT * row], change.label, `font-size="12" fill="${fill}" ${halo}`),
    );
  }
  // A label stands at the right end of its line, or to the left of the labels at nearly the same height.
  const labels: { y: number; left: number }[] = [];
  for (const ref of marked) {
    if (ref.pale) continue;
    const at = y(ref.value);
    const beside = labels.filter((other) => Math.abs(other.y - at) < LABEL_HEIGHT);
    const right = Math.min(ref.place.to - 6, ...beside.map(({ left }) => left - 14));
    const left = right - width(ref.label, 12);
    if (left < ref.place.from + 6) continue;
    labels.push({ y: at, left });
    const fill = ref.limit ? colours.bad : colours.ink2;
    parts.push(text([right, at - 5], ref.label, `text-anchor="end" font-size="12" fill="${fill}" ${halo}`));
  }
  parts.push(captionSvg(picture.caption, picture.link, bottom + 60, colours.ink2));
  return frame(
    { width: WIDTH, height, colours, label: `${picture.title}, ${picture.unit}`, link: picture.link },
    parts,
  );
}

/** The caption below a picture, as a link that opens the run. */
export function captionSvg(lines: readonly string[], link: string, top: number, colour: string): string {
  const rows = lines.map(
    (line, i) => `<text x="16" y="${top + 17 * i}" font-size="12" fill="${colour}">${escaped(line)}</text>`,
  );
  return `<a href="${escaped(link)}">${rows.join('')}</a>`;
}

/** An SVG file with size and background. */
export function frame(
  of: { width: number; height: number; colours: Colours; label: string; link: string },
  parts: readonly string[],
): string {
  const { width, height, colours } = of;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT}" font-size="13" fill="${colours.ink}" role="img" aria-label="${escaped(of.label)}">
<desc>${t.madeBy} ${escaped(of.link)}</desc>
<rect width="${width}" height="${height}" fill="${colours.bg}"/>
${parts.join('\n')}
</svg>
`;
}

/** Tenths of a pixel: finer steps are invisible and make the file twice as long. */
export const DIGITS = 1;
export const round = (value: number): number => Math.round(value * 10 ** DIGITS) / 10 ** DIGITS;

/** A line through the values of a curve, with gaps at missing values, or a mark at each value. */
function pathOf(
  { x: own, y: values, mark }: Line,
  common: ArrayLike<number>,
  x: (t: number) => number,
  y: (value: number) => number,
): string {
  const xs = own ?? common;
  const points = range(xs.length);
  const defined = (i: number) => Number.isFinite(values[i]);
  const [px, py] = [(i: number) => x(xs[i] as number), (i: number) => y(values[i] as number)];
  if (mark)
    return points
      .filter(defined)
      .map((i) => `M${round(px(i))} ${round(py(i))}${MARKS[mark]}`)
      .join('');
  return line<number>(px, py).defined(defined).digits(DIGITS)(points) ?? '';
}

/** A dot is the round cap of a line of zero length. */
function strokeOf({ colour, width, dash, alpha, mark }: Line): string {
  const dashes = dash.length > 0 ? ` stroke-dasharray="${dash.join(' ')}"` : '';
  const cap = mark === 'dot' ? ' stroke-linecap="round"' : '';
  return `stroke="${colour}" stroke-width="${width}" stroke-opacity="${alpha}"${dashes}${cap}`;
}

/** The labels of changes beside their lines, each where it overlaps no other one. Forks come first; others may find no room. */
function placedLabels(
  changes: readonly Change[],
  x: (t: number) => number,
  width: (text: string, size: number) => number,
): { change: Change; left: number; row: number }[] {
  const placed: { change: Change; left: number; right: number; row: number }[] = [];
  for (const change of [...changes].sort((a, b) => Number(b.fork) - Number(a.fork) || a.atS - b.atS)) {
    const wide = width(change.label, 12);
    const after = x(change.atS) + 6;
    const left = after + wide > WIDTH - AREA.right ? after - 12 - wide : after;
    const free = (row: number) =>
      !placed.some((other) => other.row === row && left < other.right + 6 && other.left < left + wide + 6);
    const row = range(CHANGE_ROWS).find(free);
    if (row !== undefined && left >= AREA.left) placed.push({ change, left, right: left + wide, row });
  }
  return placed;
}

function scaleOf({ lines, references, max, log, zoom }: Picture): ValueScale {
  if (zoom) return { ...zoom, log };
  let [low, high, least] = [0, max ?? 0, Number.POSITIVE_INFINITY];
  for (const line of lines) {
    if (line.unscaled) continue;
    for (let i = 0; i < line.y.length; i += 1) {
      const value = line.y[i] as number;
      if (!Number.isFinite(value)) continue;
      if (max === null && value > high) high = value;
      if (value < low) low = value;
      if (value > 0 && value < least) least = value;
    }
  }
  if (max === null) high = highestWith(high, references, log);
  const none = { low: 0, end: 1, log: false };
  if (log) return { ...logEnds(Number.isFinite(least) ? least : 0, high, none), log };
  return { low: low * 1.06, end: (high || 1) * 1.06, log };
}

/** Line samples with names, in rows. */
function legendOf({ lines, colours }: Picture, width: (text: string, size: number) => number) {
  const parts: string[] = [];
  let [x, row] = [16, 0];
  for (const line of lines) {
    if (line.unlisted) continue;
    const wide = 30 + width(line.name, 13) + 22;
    if (x > 16 && x + wide > WIDTH - AREA.right) [x, row] = [16, row + 1];
    const y = 50 + ROW_HEIGHT * row;
    const sample = line.mark ? `M${round(x + 12)} ${y - 4}${MARKS[line.mark]}` : `M${round(x)} ${y - 4}h24`;
    parts.push(
      `<path d="${sample}" fill="none" ${strokeOf(line)}/>`,
      `<text x="${round(x + 30)}" y="${y}" fill="${colours.ink}">${escaped(line.name)}</text>`,
    );
    x += wide;
  }
  return { parts, rows: parts.length > 0 ? row + 1 : 0 };
}
