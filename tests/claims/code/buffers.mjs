// Figures 14 and 15: buffers of different sizes, and ten flows of which some are Reno.

import { short } from '../claim.mjs';
import { mean } from '../statistics.mjs';
import { CLOSE, list, NEAREST, nearest, ofReno, REASONABLE, TWENTY, unfairness, VARIANTS } from './words.mjs';

/** @import { Figures } from '../claim.mjs' */

/** A variant's goodput over Reno's by buffer, the smallest first. @param {Figures} figures @param {string} variant */
function byBuffer(figures, variant) {
  const figure = figures('code-fig-14');
  return figure.values('Buffer').map((buffer) => ({
    buffer: Number(buffer),
    ratio: ofReno(figure, { Buffer: buffer, Variant: variant }),
  }));
}

/** @param {ReturnType<typeof byBuffer>} points */
const ends = (points) => [points[0]?.ratio ?? Number.NaN, points.at(-1)?.ratio ?? Number.NaN];

/** @param {ReturnType<typeof byBuffer>} points */
const shown = (points) => points.map((p) => `${p.buffer}: ${short(p.ratio)}`).join(', ');

/** A variant's mean goodput over Reno's by the number of Reno flows among ten. @param {Figures} figures @param {string} variant */
function byMix(figures, variant) {
  const figure = figures('code-fig-15-no-phase');
  return figure
    .values('Reno flows')
    .map((renos) => ofReno(figure, { 'Reno flows': renos, Variant: variant }));
}

/**
 * "Cannot obtain its fair share, even with few Reno flows".
 * @param {string} id @param {string} figure @param {string} variant
 * @returns {import('../claim.mjs').Claim}
 */
const belowAtAnyMix = (id, figure, variant) => ({
  id,
  figure,
  experiments: ['code-fig-15-no-phase'],
  words: `${variant} flows cannot obtain their fair share, even if few of the ten flows are Reno.`,
  metric: 'mean goodput of a flow over that of a Reno flow',
  threshold: 'below 1 at each number of Reno flows',
  seeds: TWENTY,
  check: (figures) => {
    const ratios = byMix(figures, variant);
    return { holds: ratios.every((r) => r < 1), seen: list(ratios) };
  },
});

/** @type {import('../claim.mjs').Claim[]} */
export const buffers = [
  {
    id: 'C14.1',
    figure: 'Figure 14 (a)',
    experiments: ['code-fig-14'],
    words: 'Vegas may have a tolerable throughput with a small buffer.',
    metric: 'mean goodput over that of Reno with the smallest buffer',
    threshold: 'at least 1/3',
    seeds: TWENTY,
    check: (figures) => {
      const [small = Number.NaN] = ends(byBuffer(figures, 'Vegas'));
      return { holds: small >= 1 / 3, seen: short(small) };
    },
  },
  {
    id: 'C14.2',
    figure: 'Figure 14 (a)',
    experiments: ['code-fig-14'],
    words: 'Vegas’s throughput worsens with larger buffers.',
    metric: 'mean goodput over that of Reno',
    threshold: 'with the largest buffer at most half of the value with the smallest',
    seeds: TWENTY,
    check: (figures) => {
      const points = byBuffer(figures, 'Vegas');
      const [small = 0, large = 0] = ends(points);
      return { holds: large <= small / 2, seen: shown(points) };
    },
  },
  {
    id: 'C14.3',
    figure: 'Figure 14 (b)',
    experiments: ['code-fig-14'],
    words: 'Vegas-A outperforms Reno when the buffer is small.',
    metric: 'mean goodput over that of Reno with the smallest buffer',
    threshold: 'above 1',
    seeds: TWENTY,
    check: (figures) => {
      const [small = Number.NaN] = ends(byBuffer(figures, 'Vegas-A'));
      return { holds: small > 1, seen: short(small) };
    },
  },
  {
    id: 'C14.4',
    figure: 'Figure 14 (b)',
    experiments: ['code-fig-14'],
    words: 'Vegas-A cannot compete with Reno when the buffer is large.',
    metric: 'mean goodput over that of Reno with the largest buffer',
    threshold: 'below 1',
    seeds: TWENTY,
    check: (figures) => {
      const [, large = Number.NaN] = ends(byBuffer(figures, 'Vegas-A'));
      return { holds: large < 1, seen: short(large) };
    },
  },
  {
    id: 'C14.5',
    figure: 'Figure 14 (b)',
    experiments: ['code-fig-14'],
    words: 'With 60 packets of buffer Vegas-A and Reno are closer to each other than with any other buffer.',
    metric: '|ln(mean goodput over that of Reno)|',
    threshold: 'smallest at 60',
    seeds: TWENTY,
    check: (figures) => {
      const points = byBuffer(figures, 'Vegas-A');
      const at60 = unfairness(points.find((p) => p.buffer === 60)?.ratio ?? Number.NaN);
      const holds = points.every((p) => p.buffer === 60 || unfairness(p.ratio) > at60);
      return { holds, seen: shown(points) };
    },
  },
  {
    id: 'C14.6',
    figure: 'Figure 14 (c)',
    experiments: ['code-fig-14'],
    words: 'NewVegas outperforms Reno when the buffer is small.',
    metric: 'mean goodput over that of Reno with the smallest buffer',
    threshold: 'above 1',
    seeds: TWENTY,
    check: (figures) => {
      const [small = Number.NaN] = ends(byBuffer(figures, 'NewVegas'));
      return { holds: small > 1, seen: short(small) };
    },
  },
  {
    id: 'C14.7',
    figure: 'Figure 14 (c)',
    experiments: ['code-fig-14'],
    words: 'As the buffer increases, Reno is favoured over NewVegas.',
    metric: 'mean goodput over that of Reno with the largest buffer',
    threshold: 'below 1, and below the value with the smallest buffer',
    seeds: TWENTY,
    check: (figures) => {
      const points = byBuffer(figures, 'NewVegas');
      const [small = 0, large = Number.NaN] = ends(points);
      return { holds: large < 1 && large < small, seen: shown(points) };
    },
  },
  {
    id: 'C14.8',
    figure: 'Figure 14 (d)',
    experiments: ['code-fig-14'],
    words: 'CODE achieves a higher throughput than Vegas-A and NewVegas.',
    metric: 'goodput against Reno, mean over the buffers',
    threshold: 'larger than that of both',
    seeds: TWENTY,
    check: (figures) => {
      const figure = figures('code-fig-14');
      const of = (/** @type {string} */ variant) =>
        mean(
          figure
            .values('Buffer')
            .map((b) => figure.mean('Other flow’s goodput', { Buffer: b, Variant: variant })),
        );
      const [code, vegasA, newvegas] = [of('CODE'), of('Vegas-A'), of('NewVegas')];
      const seen = `CODE ${short(code)}, Vegas-A ${short(vegasA)}, NewVegas ${short(newvegas)} Mb/s`;
      return { holds: code > vegasA && code > newvegas, seen };
    },
  },
  {
    id: 'C14.9',
    figure: 'Figure 14',
    experiments: ['code-fig-14'],
    words: 'None of the delay-based schemes shares fairly with Reno under all buffers.',
    metric: 'mean goodput over that of Reno',
    threshold: `each scheme differs from 1 by a factor of more than ${short(CLOSE)} with some buffer`,
    seeds: TWENTY,
    check: (figures) => {
      const worst = VARIANTS.map((variant) =>
        Math.max(...byBuffer(figures, variant).map((p) => unfairness(p.ratio))),
      );
      const seen = VARIANTS.map((variant, i) => `${variant} ×÷${short(Math.exp(worst[i] ?? 0))}`).join(', ');
      return { holds: worst.every((x) => x > Math.log(CLOSE)), seen };
    },
  },
  {
    id: 'C14.10',
    figure: 'Figure 14',
    experiments: ['code-fig-14'],
    words: 'CODE varies less with the buffer than the others do.',
    metric: 'largest over smallest ratio to Reno over the buffers',
    threshold: 'smallest for CODE',
    seeds: TWENTY,
    check: (figures) => {
      const spread = VARIANTS.map((variant) => {
        const ratios = byBuffer(figures, variant).map((p) => p.ratio);
        return Math.max(...ratios) / Math.min(...ratios);
      });
      const code = spread[VARIANTS.indexOf('CODE')] ?? Number.NaN;
      const seen = VARIANTS.map((variant, i) => `${variant} ${short(spread[i] ?? 0)}`).join(', ');
      return { holds: spread.every((x, i) => VARIANTS[i] === 'CODE' || x > code), seen };
    },
  },
  {
    id: 'C14.11',
    figure: 'Figure 14 (d)',
    experiments: ['code-fig-14'],
    words: 'CODE always achieves a higher throughput than Reno.',
    metric: 'mean goodput over that of Reno',
    threshold: 'above 1 with each buffer',
    seeds: TWENTY,
    check: (figures) => {
      const points = byBuffer(figures, 'CODE');
      return { holds: points.every((p) => p.ratio > 1), seen: shown(points) };
    },
  },
  belowAtAnyMix('C15.1', 'Figure 15 (a)', 'Vegas'),
  belowAtAnyMix('C15.2', 'Figure 15 (b)', 'Vegas-A'),
  belowAtAnyMix('C15.3', 'Figure 15 (c)', 'NewVegas'),
  {
    id: 'C15.4',
    figure: 'Figure 15 (d)',
    experiments: ['code-fig-15-no-phase'],
    words: 'CODE achieves a reasonable fairness whatever the number of Reno flows.',
    metric: 'mean goodput of a flow over that of a Reno flow',
    threshold: `within a factor of ${REASONABLE} of 1 at each number of Reno flows`,
    seeds: TWENTY,
    check: (figures) => {
      const ratios = byMix(figures, 'CODE');
      return { holds: ratios.every((r) => r >= 1 / REASONABLE && r <= REASONABLE), seen: list(ratios) };
    },
  },
  {
    id: 'C15.5',
    figure: 'Figure 15',
    experiments: ['code-fig-15-no-phase'],
    words: 'Also by the intervals: the ratio of CODE to Reno is nearer to 1 than that of the others.',
    metric: NEAREST,
    threshold: 'smallest for CODE',
    seeds: TWENTY,
    check: (figures) => {
      const figure = figures('code-fig-15-no-phase');
      return nearest((variant) =>
        figure.values('Reno flows').map((n) => figure.mean('Ratio', { 'Reno flows': n, Variant: variant })),
      );
    },
  },
];
