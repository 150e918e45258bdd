/** The throughput–delay plane as SVG text. */

import { scaleLinear } from 'd3-scale';
import { formatTick } from '../../drawing/format';
import { valueTicks } from '../../drawing/ticks';
import { type Dot, endsOf } from '../plots/model/plane';
import { type Colours, captionSvg, escaped, frame, round, WIDTH } from './svg';
import { figureTexts as t } from './texts';

export interface PlanePicture {
  dots: readonly (Dot & { name: string; colour: string })[];
  colours: Colours;
  caption: readonly string[];
  link: string;
}

const SIDE = 560;
const LEFT = 96;
const TOP = 56;

/** A dot for each flow, an ellipse if there are several seeds, and the names beside the square. */
export function planeSvg({ dots, colours, caption, link }: PlanePicture): string {
  const bottom = TOP + SIDE;
  const ends = endsOf(dots, [0, 0]);
  const x = scaleLinear([0, ends[0]], [LEFT, LEFT + SIDE]);
  const y = scaleLinear([0, ends[1]], [bottom, TOP]);
  const quiet = `fill="${colours.ink2}"`;
  const text = (at: [number, number], words: string, more = '') =>
    `<text x="${round(at[0])}" y="${round(at[1])}" ${more}>${escaped(words)}</text>`;
  const parts = [
    `<text x="16" y="26" font-size="16" font-weight="600">${escaped(t.plane)}<tspan dx="8" font-size="13" font-weight="400" ${quiet}>${escaped(t.planeUnit)}</tspan></text>`,
  ];
  for (const tick of valueTicks(0, ends[0], SIDE / 3))
    parts.push(
      `<path d="M${round(x(tick))} ${bottom}V${TOP}" stroke="${colours.line}"/>`,
      text([x(tick), bottom + 20], formatTick(tick), `text-anchor="middle" ${quiet}`),
    );
  for (const tick of valueTicks(0, ends[1], SIDE / 3))
    parts.push(
      `<path d="M${LEFT} ${round(y(tick))}H${LEFT + SIDE}" stroke="${colours.line}"/>`,
      text([LEFT - 8, y(tick) + 4], formatTick(tick), `text-anchor="end" ${quiet}`),
    );
  parts.push(
    text([LEFT + SIDE / 2, bottom + 42], t.queueing, 'text-anchor="middle"'),
    `<text transform="translate(28 ${TOP + SIDE / 2}) rotate(-90)" text-anchor="middle">${escaped(t.throughput)}</text>`,
    `<clipPath id="area"><rect x="${LEFT}" y="${TOP}" width="${SIDE}" height="${SIDE}"/></clipPath>`,
    '<g clip-path="url(#area)">',
  );
  for (const { spread, colour } of dots) {
    if (!spread) continue;
    const centre = `cx="${round(x(spread.delay.mean))}" cy="${round(y(spread.throughput.mean))}"`;
    const radii = `rx="${round(x(spread.delay.sd) - x(0))}" ry="${round(y(0) - y(spread.throughput.sd))}"`;
    parts.push(`<ellipse ${centre} ${radii} fill="${colour}" fill-opacity="0.16" stroke="${colour}"/>`);
  }
  parts.push('</g>');
  dots.forEach(({ delay, throughput, colour, name }, i) => {
    const dot = (cx: number, cy: number) =>
      `<circle cx="${round(cx)}" cy="${round(cy)}" r="5.5" fill="${colour}" stroke="${colours.bg}" stroke-width="2"/>`;
    const at = TOP + 12 + 22 * i;
    parts.push(
      dot(x(delay), y(throughput)),
      dot(LEFT + SIDE + 32, at - 4),
      text([LEFT + SIDE + 48, at], name),
    );
  });
  const runs = Math.max(0, ...dots.map((dot) => dot.spread?.runs ?? 0));
  const below = Math.max(bottom, TOP + 12 + 22 * dots.length) + 74;
  const lines = runs > 1 ? [t.ellipses(runs), ...caption] : caption;
  parts.push(captionSvg(lines, link, below, colours.ink2));
  const height = below + 17 * lines.length;
  return frame({ width: WIDTH, height, colours, label: t.planeLabel, link }, parts);
}
