// Sections III.C.3 and III.C.4: transfers and self-similar traffic (Figures 5 and 6).

import { share, short } from '../claim.mjs';
import { trend } from '../statistics.mjs';
import { ALL, along, CLOSE, close, grid, last, mostOf, numbers, relatively, span, TEN } from './shared.mjs';

/** @import { Claim, Figure } from '../claim.mjs' */

/** F near 1 at the shortest rounds. @param {string} id @param {string} figure @param {string} experiment @param {string} sizes @returns {Claim} */
const nearOne = (id, figure, experiment, sizes) => ({
  id,
  figure,
  experiments: [experiment],
  words: `With transfers of ${sizes} friendliness is about 1 with M = 2 s.`,
  metric: 'F of the two long flows at each number of transfers, M = 2 s',
  threshold: CLOSE,
  seeds: TEN,
  check: (figures) => mostOf(grid(figures(experiment), 'F', 'transfers', 'M', { M: 2 }), close, ALL, 'F'),
});

/** F falls with M. @param {string} id @param {string} figure @param {string} experiment @param {string} words @param {string} axis @param {string} seeds @returns {Claim} */
const falls = (id, figure, experiment, words, axis, seeds) => ({
  id,
  figure,
  experiments: [experiment],
  words,
  metric: `F against M: its mean over the values of "${axis}", and at each of them`,
  threshold:
    'rank correlation with M at most −0.8, and F lower at the largest M than at the smallest for four of five values',
  seeds,
  check(figures) {
    const f = figures(experiment);
    const list = along(f, 'F', 'M', axis);
    const rank = trend(numbers(f, 'M'), list);
    const at = (/** @type {number | string} */ x, /** @type {number | string} */ M) =>
      f.mean('F', { [axis]: x, M });
    const [first, end] = [Number(f.values('M')[0]), last(f.values('M'))];
    const lower = share(f.values(axis), (x) => at(x, end) < at(x, first));
    return {
      holds: rank <= -0.8 && lower >= 0.8,
      seen: `F ${list.map(short).join(', ')} at M = ${f.values('M').join(', ')} s; lower at the end for ${Math.round(100 * lower)} %`,
    };
  },
});

/** @type {Claim[]} */
export const background = [
  nearOne('T5.1', 'Figure 5(a)', 'tfrcp-fig-5a', '0 to 80 kB'),
  nearOne('T5.2', 'Figure 5(b)', 'tfrcp-fig-5b', '0 to 160 kB'),
  falls(
    'T5.3',
    'Figure 5(a)',
    'tfrcp-fig-5a',
    'With transfers of 0 to 80 kB friendliness falls as M grows.',
    'transfers',
    TEN,
  ),
  falls(
    'T5.4',
    'Figure 5(b)',
    'tfrcp-fig-5b',
    'With transfers of 0 to 160 kB friendliness falls as M grows.',
    'transfers',
    TEN,
  ),
  {
    id: 'T5.5',
    figure: 'Section III.C.3',
    experiments: ['tfrcp-fig-5a'],
    words: 'With more transfers TCP’s windows are smaller, and it has more timeouts.',
    metric: 'goodput of the long TCP flow and its timeouts per packet sent, mean over M',
    threshold: 'with the most transfers less goodput and more timeouts per packet than with the fewest',
    seeds: TEN,
    check(figures) {
      const f = figures('tfrcp-fig-5a');
      const [rate, timeouts] = [along(f, 'TCP', 'transfers', 'M'), along(f, 'timeouts', 'transfers', 'M')];
      const holds = Number(rate.at(-1)) < Number(rate[0]) && Number(timeouts.at(-1)) > Number(timeouts[0]);
      return {
        holds,
        seen: `${rate.map(short).join(', ')} Mb/s; ${timeouts.map(short).join(', ')} timeouts in 1000 packets`,
      };
    },
  },
  {
    id: 'T6.1',
    figure: 'Figure 6',
    experiments: ['tfrcp-fig-6'],
    words: 'With self-similar traffic TFRCP is still relatively fair.',
    metric: 'F at each number of sources and each M',
    threshold: 'F within 1/1.75 … 1.75 at nine of ten points',
    seeds: '1 to 5',
    check: (figures) => mostOf(grid(figures('tfrcp-fig-6'), 'F', 'sources', 'M'), relatively, ALL, 'F'),
  },
  falls(
    'T6.2',
    'Figure 6',
    'tfrcp-fig-6',
    'With self-similar traffic friendliness falls as M grows.',
    'sources',
    '1 to 5',
  ),
  {
    id: 'T6.3',
    figure: 'Section III.C.4',
    experiments: ['tfrcp-fig-6-shapes'],
    words: 'Other Pareto shapes give similar results.',
    metric: 'F at shapes 1.5 and 1.9 over F at 1.2, at each M',
    threshold: 'within 4/5 … 5/4 at all',
    seeds: '1 to 5',
    check(figures) {
      const f = figures('tfrcp-fig-6-shapes');
      const [first, ...others] = f.values('shape');
      const ratios = others.flatMap((shape) =>
        f.values('M').map((M) => f.mean('F', { shape, M }) / f.mean('F', { shape: Number(first), M })),
      );
      return { holds: ratios.every((x) => x >= 0.8 && x <= 1.25), seen: `ratios ${span(ratios)}` };
    },
  },
];
