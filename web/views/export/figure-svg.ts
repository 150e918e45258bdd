/** Figures without a time axis, as SVG text. */

import { range } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { formatTick, formatValue } from '../../drawing/format';
import { valueTicks } from '../../drawing/ticks';
import { tint } from '../plots/model/covariance';
import { fade, type Line } from '../plots/model/phase';
import { type Colours, captionSvg, DIGITS, escaped, frame, round, WIDTH } from './svg';
import { figureTexts as t } from './texts';

export interface PortraitPicture {
  /** With its unit. */
  quantity: string;
  /** Names of the flows on the horizontal and the vertical axis. */
  names: readonly [string, string];
  /** The values of the two flows up to `atS`. */
  xs: readonly number[];
  ys: readonly number[];
  /** Upper end of both axes. */
  end: number;
  lines: readonly Line[];
  atS: number;
  colours: Colours;
  caption: readonly string[];
  link: string;
}

const SIDE = 560;
const LEFT = 96;
const TOP = 56;

/** The phase portrait of two flows, on a square. */
export function portraitSvg(picture: PortraitPicture): string {
  const { colours, end, names, quantity, xs, ys } = picture;
  const bottom = TOP + SIDE;
  const x = scaleLinear([0, end], [LEFT, LEFT + SIDE]);
  const y = scaleLinear([0, end], [bottom, TOP]);
  const path = line<number>(
    (i) => x(xs[i] as number),
    (i) => y(ys[i] as number),
  ).digits(DIGITS);
  const quiet = `fill="${colours.ink2}"`;
  const halo = `stroke="${colours.bg}" stroke-width="3" paint-order="stroke" stroke-linejoin="round"`;
  const text = (at: [number, number], words: string, more = '') =>
    `<text x="${round(at[0])}" y="${round(at[1])}" ${more}>${escaped(words)}</text>`;
  const parts = [title(t.phase, quantity, colours)];
  for (const tick of valueTicks(0, end, SIDE / 3)) {
    parts.push(
      `<path d="M${round(x(tick))} ${bottom}V${TOP}M${LEFT} ${round(y(tick))}H${LEFT + SIDE}" stroke="${colours.line}"/>`,
      text([x(tick), bottom + 20], formatTick(tick), `text-anchor="middle" ${quiet}`),
      text([LEFT - 8, y(tick) + 4], formatTick(tick), `text-anchor="end" ${quiet}`),
    );
  }
  parts.push(
    text([LEFT + SIDE / 2, bottom + 42], names[0], 'text-anchor="middle"'),
    `<text transform="translate(28 ${TOP + SIDE / 2}) rotate(-90)" text-anchor="middle">${escaped(names[1])}</text>`,
    `<clipPath id="area"><rect x="${LEFT}" y="${TOP}" width="${SIDE}" height="${SIDE}"/></clipPath>`,
    '<g clip-path="url(#area)" fill="none" stroke-linejoin="round">',
  );
  for (const { from, to, alpha, recent } of fade(xs.length)) {
    parts.push(
      `<path d="${path(range(from, to + 1))}" stroke="${colours.accent}" stroke-width="${recent ? 2 : 1.25}" stroke-opacity="${round2(alpha)}"/>`,
    );
  }
  for (const line of picture.lines) {
    const colour = line.id === 'loss' ? colours.bad : colours.ink;
    const dash = line.id === 'fairness' ? ' stroke-dasharray="6 3"' : '';
    parts.push(
      `<path d="M${round(x(line.x0))} ${round(y(line.y0))}L${round(x(line.x1))} ${round(y(line.y1))}" stroke="${colour}"${dash}/>`,
    );
  }
  parts.push('</g>');
  const last = xs.length - 1;
  if (last >= 0) {
    const [px, py] = [x(xs[last] as number), y(ys[last] as number)];
    const left = px > LEFT + SIDE - 72;
    parts.push(
      `<circle cx="${round(px)}" cy="${round(py)}" r="5.5" fill="${colours.accent}" stroke="${colours.bg}" stroke-width="2"/>`,
      text(
        [px + (left ? -10 : 10), py + 16],
        `${formatValue(picture.atS, 1)} s`,
        `text-anchor="${left ? 'end' : 'start'}" font-weight="600" ${halo}`,
      ),
    );
  }
  // The names of the lines are beside the square, where nothing overlaps them.
  picture.lines.forEach((line, i) => {
    const colour = line.id === 'loss' ? colours.bad : colours.ink;
    const dash = line.id === 'fairness' ? ' stroke-dasharray="6 3"' : '';
    const at = TOP + 12 + 22 * i;
    parts.push(
      `<path d="M${LEFT + SIDE + 24} ${at - 4}h24" stroke="${colour}"${dash}/>`,
      text([LEFT + SIDE + 56, at], line.label, `fill="${colour}"`),
    );
  });
  parts.push(
    text([LEFT + SIDE + 24, TOP + 12 + 22 * picture.lines.length], t.paler, quiet),
    captionSvg(picture.caption, picture.link, bottom + 74, colours.ink2),
  );
  const height = bottom + 74 + 17 * picture.caption.length;
  const label = t.phaseLabel(quantity, names[0], names[1]);
  return frame({ width: WIDTH, height, colours, label, link: picture.link }, parts);
}

export interface MatrixPicture {
  title: string;
  unit: string;
  /** Of rows and columns. */
  names: readonly string[];
  /** −1 … 1; null if undefined. */
  values: readonly (readonly (number | null)[])[];
  text: (value: number | null) => string;
  /** Text on the diagonal, if it does not show values of the matrix. */
  self?: ((row: number) => string) | undefined;
  colours: Colours & { together: string; inTurn: string };
  caption: readonly string[];
  link: string;
}

/** Width of the rows' names, px. */
const NAME_WIDTH = 176;
const MAX_CELL = 72;
/** Narrower cells do not show their value, px. */
const MIN_CELL_FOR_VALUE = 30;

/** A value for each pair of flows, as a colour and, if it fits, as a number. */
export function matrixSvg(picture: MatrixPicture): string {
  const { colours, names, values } = picture;
  const n = names.length;
  const cell = Math.min(MAX_CELL, (WIDTH - NAME_WIDTH - 40) / n);
  const high = Math.min(cell, 36);
  const top = 116;
  const size = Math.max(6, Math.min(13, high - 2));
  const parts = [title(picture.title, picture.unit, colours)];
  values.forEach((row, i) => {
    const y = top + i * high;
    parts.push(
      `<text x="${NAME_WIDTH - 8}" y="${round(y + high / 2 + size / 3)}" font-size="${round(size)}" text-anchor="end">${escaped(shortName(names[i]))}</text>`,
    );
    row.forEach((value, j) => {
      const { sign, percent } = tint(i === j ? null : value);
      const x = round(NAME_WIDTH + j * cell);
      const box = `x="${x}" y="${round(y)}" width="${round(cell)}" height="${round(high)}"`;
      const fill = sign === 'none' ? colours.bg : sign === 'plus' ? colours.together : colours.inTurn;
      parts.push(
        `<rect ${box} fill="${fill}" fill-opacity="${percent / 100}" stroke="${colours.line}"><title>${escaped(`${names[i]}, ${names[j]}: ${picture.text(value)}`)}</title></rect>`,
      );
      if (cell >= MIN_CELL_FOR_VALUE)
        parts.push(
          `<text x="${round(x + cell / 2)}" y="${round(y + high / 2 + 4)}" font-size="11" text-anchor="middle">${escaped(i === j && picture.self ? picture.self(i) : picture.text(value))}</text>`,
        );
    });
  });
  names.forEach((name, j) => {
    const x = round(NAME_WIDTH + (j + 0.5) * cell + size / 3);
    parts.push(
      `<text transform="translate(${x} ${top - 6}) rotate(-45)" font-size="${round(size)}">${escaped(shortName(name))}</text>`,
    );
  });
  const bottom = top + n * high;
  parts.push(captionSvg(picture.caption, picture.link, bottom + 34, colours.ink2));
  const height = bottom + 34 + 17 * picture.caption.length;
  const label = t.matrixLabel(picture.title, picture.unit);
  return frame({ width: WIDTH, height, colours, label, link: picture.link }, parts);
}

function title(name: string, unit: string, colours: Colours): string {
  return `<text x="16" y="26" font-size="16" font-weight="600">${escaped(name)}<tspan dx="8" font-size="13" font-weight="400" fill="${colours.ink2}">${escaped(unit)}</tspan></text>`;
}

/** Long names would overlap the numbers. */
function shortName(name = ''): string {
  return name.length > 20 ? `${name.slice(0, 19)}…` : name;
}

const round2 = (value: number) => Math.round(value * 100) / 100;
