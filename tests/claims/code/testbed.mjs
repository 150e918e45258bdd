// Figure 19 and Table 3: the Linux testbed and the Internet path, which are emulated here.

import { short } from '../claim.mjs';
import { CLOSE, CONSIDERABLY, list, ofReno } from './words.mjs';

/** @import { Figures } from '../claim.mjs' */

const RATE = 'Bottleneck rate';
const TEN = '10 rounds (quick: 3)';

/** @param {Figures} figures @param {string} variant */
function byRate(figures, variant) {
  const figure = figures('code-fig-19');
  return figure.values(RATE).map((rate) => ofReno(figure, { [RATE]: rate, Variant: variant }));
}

/** Throughput by size and time, KB/s: the variant's and that of its Reno competitor. @param {Figures} figures @param {string} variant */
function transfers(figures, variant) {
  const figure = figures('code-table-3');
  return ['Other flow’s throughput', 'Reno’s throughput'].map((name) =>
    figure.cell(name, { Variant: variant }),
  );
}

/** @type {import('../claim.mjs').Claim[]} */
export const testbed = [
  {
    id: 'C19.1',
    figure: 'Figure 19 (a)',
    experiments: ['code-fig-19'],
    words: 'On the testbed, too, Vegas has a much lower throughput than Reno.',
    metric: 'mean goodput over that of Reno',
    threshold: `below ${CONSIDERABLY} at each rate`,
    seeds: '10 (quick: 3)',
    check: (figures) => {
      const ratios = byRate(figures, 'Vegas');
      return { holds: ratios.every((r) => r < CONSIDERABLY), seen: list(ratios) };
    },
  },
  {
    id: 'C19.2',
    figure: 'Figure 19 (b)',
    experiments: ['code-fig-19'],
    words: 'NewVegas’s throughput is small compared to that of Reno.',
    metric: 'mean goodput over that of Reno',
    threshold: 'below 1 at each rate',
    seeds: '10 (quick: 3)',
    check: (figures) => {
      const ratios = byRate(figures, 'NewVegas');
      return { holds: ratios.every((r) => r < 1), seen: list(ratios) };
    },
  },
  {
    id: 'C19.3',
    figure: 'Figure 19 (b)',
    experiments: ['code-fig-19'],
    words: 'NewVegas’s throughput can be higher than that of Vegas.',
    metric: 'mean goodput against Reno over Vegas’s',
    threshold: 'above 1 at each rate',
    seeds: '10 (quick: 3)',
    check: (figures) => {
      const figure = figures('code-fig-19');
      const ratios = figure.values(RATE).map((rate) => {
        const of = (/** @type {string} */ variant) =>
          figure.mean('Other flow’s goodput', { [RATE]: rate, Variant: variant });
        return of('NewVegas') / of('Vegas');
      });
      return { holds: ratios.every((r) => r > 1), seen: list(ratios) };
    },
  },
  {
    id: 'C19.4',
    figure: 'Figure 19 (c)',
    experiments: ['code-fig-19'],
    words: 'CODE’s throughput almost equals that of Reno.',
    metric: 'mean goodput over that of Reno',
    threshold: `within a factor of ${short(CLOSE)} of 1 at each rate`,
    seeds: '10 (quick: 3)',
    check: (figures) => {
      const ratios = byRate(figures, 'CODE');
      return { holds: ratios.every((r) => r >= 1 / CLOSE && r <= CLOSE), seen: list(ratios) };
    },
  },
  {
    id: 'CT3.1',
    figure: 'Table 3',
    experiments: ['code-table-3'],
    words: 'Reno has a considerably higher throughput than Vegas: 1.59 times as much.',
    metric: 'Reno’s mean throughput over that of Vegas, by size and time',
    threshold: 'at least 1.25',
    seeds: TEN,
    check: (figures) => {
      const [its, reno] = transfers(figures, 'Vegas');
      const ratio = (reno?.mean ?? Number.NaN) / (its?.mean ?? Number.NaN);
      return { holds: ratio >= 1.25, seen: short(ratio) };
    },
  },
  {
    id: 'CT3.2',
    figure: 'Table 3',
    experiments: ['code-table-3', 'code-fig-9'],
    words:
      'Vegas does better than in figure 9 (a), because it has the path to itself once Reno has finished.',
    metric:
      'Vegas’s throughput over that of Reno, by size and time, compared with the ratio in figure 9 at 10 Mb/s',
    threshold: 'more than twice as much',
    seeds: TEN,
    check: (figures) => {
      const [its, reno] = transfers(figures, 'Vegas');
      const here = (its?.mean ?? Number.NaN) / (reno?.mean ?? Number.NaN);
      const there = ofReno(figures('code-fig-9'), { [RATE]: 10, Variant: 'Vegas' });
      return { holds: here > 2 * there, seen: `${short(here)} compared with ${short(there)}` };
    },
  },
  {
    id: 'CT3.3',
    figure: 'Table 3',
    experiments: ['code-table-3'],
    words: 'The average throughputs of Reno and CODE are almost equal.',
    metric: 'CODE’s mean throughput over that of Reno, by size and time',
    threshold: `within a factor of ${short(CLOSE)} of 1`,
    seeds: TEN,
    check: (figures) => {
      const [its, reno] = transfers(figures, 'CODE');
      const ratio = (its?.mean ?? Number.NaN) / (reno?.mean ?? Number.NaN);
      return { holds: ratio >= 1 / CLOSE && ratio <= CLOSE, seen: short(ratio) };
    },
  },
  {
    id: 'CT3.4',
    figure: 'Table 3',
    experiments: ['code-table-3'],
    words: 'The results of CODE competing with Reno are quite stable.',
    metric: 'half-width of the 95 % interval over the mean, for both',
    threshold: 'at most 0.1',
    seeds: TEN,
    check: (figures) => {
      const widths = transfers(figures, 'CODE').map((cell) => (cell.halfWidth ?? Number.NaN) / cell.mean);
      return { holds: widths.every((w) => w <= 0.1), seen: list(widths) };
    },
  },
];
