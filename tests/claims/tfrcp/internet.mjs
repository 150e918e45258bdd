// Section IV: experiments over the Internet, here on emulated paths (Figures 7 to 9).

import { share, short } from '../claim.mjs';
import { correlation, trend } from '../statistics.mjs';
import { sampled } from '../traces.mjs';
import { numbers, span } from './shared.mjs';

/** @import { At, Claim, Figure } from '../claim.mjs' */

const SENDERS = ['a', 'b', 'c'].map((letter) => `tfrcp-fig-7${letter}`);
const HOSTS = '1 to 15';

/** The cells of all paths. @param {(experiment: string) => Figure} figures @param {string[]} experiments @param {string} measure */
const paths = (figures, experiments, measure) =>
  experiments.flatMap((id) =>
    figures(id)
      .values('receiver')
      .map((receiver) => figures(id).cell(measure, { receiver })),
  );

/** @type {Claim[]} */
export const internet = [
  {
    id: 'T7.1',
    figure: 'Figure 7',
    experiments: SENDERS,
    words: 'In most cases TFRCP’s throughput differs from TCP’s by at most 35 to 50 %.',
    metric: 'median of E over the runs of each emulated path',
    threshold: 'at most 1.5 on more than half of the paths',
    seeds: HOSTS,
    check(figures) {
      const medians = paths(figures, SENDERS, 'E').map((cell) => cell.median);
      const part = share(medians, (e) => e <= 1.5);
      return {
        holds: part > 0.5,
        seen: `medians ${span(medians)}, up to 1.5 on ${Math.round(100 * part)} % of ${medians.length} paths; published median of all 1.448`,
      };
    },
  },
  {
    id: 'T7.2',
    figure: 'Figure 7',
    experiments: SENDERS,
    words: 'The difference seldom exceeds 75 %.',
    metric: 'top of the bar on each path: median of E and its semi-interquartile range',
    threshold: 'at most 1.75 on four of five paths',
    seeds: HOSTS,
    check(figures) {
      const tops = paths(figures, SENDERS, 'E').map((cell) => cell.median + cell.siqr);
      const part = share(tops, (e) => e <= 1.75);
      return {
        holds: part >= 0.8,
        seen: `${span(tops)}, up to 1.75 on ${Math.round(100 * part)} % of ${tops.length} paths`,
      };
    },
  },
  {
    id: 'T7.3',
    figure: 'Section IV.B',
    experiments: ['tfrcp-fig-7-two-tcp', 'tfrcp-fig-7b'],
    words: 'Two TCP connections between the same hosts differ by up to 10 %; TFRCP and TCP differ by more.',
    metric:
      'median of the larger over the smaller throughput of two TCP connections, and E of TFRCP on the same paths',
    threshold: 'at most 1.1 on four of five paths, and less than E on each',
    seeds: HOSTS,
    check(figures) {
      const two = paths(figures, ['tfrcp-fig-7-two-tcp'], 'F_C').map((cell) => cell.median);
      const other = paths(figures, ['tfrcp-fig-7b'], 'E').map((cell) => cell.median);
      const holds = share(two, (x) => x <= 1.1) >= 0.8 && two.every((x, i) => x < Number(other[i]));
      return { holds, seen: `${span(two)} for two of TCP, ${span(other)} for TFRCP and TCP` };
    },
  },
  {
    id: 'T8.1',
    figure: 'Figure 8',
    experiments: ['tfrcp-fig-8'],
    words: 'TFRCP’s throughput tracks the variations of TCP’s quite well at 6, 12, 24 and 48 s.',
    metric:
      'correlation of both throughputs, averaged over windows of each length, in the run of the first seed',
    threshold: 'at least 0.5 at each length',
    seeds: '1',
    check(figures) {
      const f = figures('tfrcp-fig-8');
      const found = f.values('window').map((window) => {
        const length = Number(window);
        const [tcp, tfrcp] = ['TCP', 'TFRCP'].map((name) => {
          const trace = f.trace(name, { window });
          // The value of a window is recorded during the next one.
          return sampled(trace, 1.5 * length, Number(trace.times.at(-1)), length);
        });
        return correlation(tcp ?? [], tfrcp ?? []);
      });
      return {
        holds: found.every((rho) => rho >= 0.5),
        seen: `${found.map(short).join(', ')} at ${f.values('window').join(', ')} s`,
      };
    },
  },
  {
    id: 'T8.2',
    figure: 'Figure 8',
    experiments: ['tfrcp-fig-8'],
    words: 'On each of these time scales both have about the same throughput.',
    metric: 'E over windows of each length: median of each run, mean over runs',
    threshold: 'at most 1.5 at each length, which is what the paper calls most cases',
    seeds: HOSTS,
    check(figures) {
      const f = figures('tfrcp-fig-8');
      const found = f.values('window').map((window) => f.mean('E', { window }));
      return {
        holds: found.every((e) => e <= 1.5),
        seen: `${found.map(short).join(', ')} at ${f.values('window').join(', ')} s`,
      };
    },
  },
  {
    id: 'T9.1',
    figure: 'Figure 9',
    experiments: ['tfrcp-fig-9'],
    words: 'TFRCP becomes less aggressive as M grows from 2 to 10 s.',
    metric: 'median of F against M',
    threshold: 'rank correlation at most −0.7, and F lower at the largest M than at the smallest',
    seeds: '1 to 20',
    check(figures) {
      const f = figures('tfrcp-fig-9');
      const list = f.values('M').map((M) => f.cell('F', { M }).median);
      const rank = trend(numbers(f, 'M'), list);
      const holds = rank <= -0.7 && Number(list.at(-1)) < Number(list[0]);
      return {
        holds,
        seen: `${list.map(short).join(', ')} at M = ${f.values('M').join(', ')} s; rank correlation ${short(rank)}`,
      };
    },
  },
];
