// Claims of "Experimental Evaluation of BBR Congestion Control" (2017), as other papers and notes report them; we have
// not seen the paper. The 1 to 1.5 BDP follow from the limit of the window, 2 BDP of an estimate that is too high by a
// factor of 1 to 1.25, minus the BDP of the path.
import { short } from './claim.mjs';

/** @import { Claim, Figure } from './claim.mjs' */

const SEEDS = '1 to 5';
/** "Massive": at least this many times the packets of CUBIC. */
const MASSIVE = 10;
const SHALLOW = [0.1, 0.2, 0.5];

/** @param {Figure} figure @param {string} axis @param {string} measure @param {Record<string, string>} [at] */
const along = (figure, axis, measure, at = {}) =>
  figure.values(axis).map((x) => ({ x: Number(x), y: figure.mean(measure, { [axis]: x, ...at }) }));
/** @param {{ x: number, y: number }[]} list */
const listed = (list) => list.map(({ x, y }) => `${x}: ${short(y)}`).join('; ');

/** @type {Claim[]} */
export const claims = [
  {
    id: 'H1',
    figure: 'Several flows',
    experiments: ['hock-queue'],
    words: 'Several BBR flows keep a standing queue of 1 to 1.5 BDP.',
    metric: 'mean backlog of 2, 4 and 8 flows in a buffer of 8 BDP',
    threshold: 'between 1 and 1.5 BDP for each number',
    seeds: SEEDS,
    check: (figures) => {
      const list = along(figures('hock-queue'), 'flows', 'backlog').filter(({ x }) => x > 1);
      return { holds: list.every(({ y }) => y >= 1 && y <= 1.5), seen: listed(list) };
    },
  },
  {
    id: 'H2',
    figure: 'A single flow',
    experiments: ['hock-queue'],
    words: 'A single flow uses the link with a short queue.',
    metric: 'mean backlog and utilisation of one flow',
    threshold: 'below 0.25 BDP and above 95 %',
    seeds: SEEDS,
    check: (figures) => {
      const figure = figures('hock-queue');
      const [backlog, use] = [figure.mean('backlog', { flows: 1 }), figure.mean('utilisation', { flows: 1 })];
      return { holds: backlog < 0.25 && use > 95, seen: `${short(backlog)} BDP, ${short(use)} %` };
    },
  },
  {
    id: 'H3',
    figure: 'RTT',
    experiments: ['hock-rtt'],
    words: 'The flow with the longer RTT gets more than the other.',
    metric: 'share of the flow with 80 ms against one with 20 ms, in buffers of 1 BDP and more',
    threshold: 'above 50 % in each',
    seeds: SEEDS,
    check: (figures) => {
      const list = along(figures('hock-rtt'), 'buffer', 'long path').filter(({ x }) => x >= 1);
      return { holds: list.every(({ y }) => y > 50), seen: listed(list) };
    },
  },
  {
    id: 'H4',
    figure: 'Small buffers',
    experiments: ['hock-loss'],
    words: 'In small buffers BBR causes massive packet losses.',
    metric: 'loss rates of four BBR and of four CUBIC flows in 0.1, 0.2 and 0.5 BDP',
    threshold: `${MASSIVE} times as high for BBR in each`,
    seeds: SEEDS,
    check: (figures) => {
      const figure = figures('hock-loss');
      const small = figure.values('buffer').filter((x) => SHALLOW.includes(Number(x)));
      const list = small.map((buffer) => {
        const [bbr, cubic] = ['BBR', 'CUBIC'].map((algorithm) => figure.mean('loss', { buffer, algorithm }));
        return { buffer, bbr: Number(bbr), cubic: Number(cubic) };
      });
      return {
        holds: list.every(({ bbr, cubic }) => bbr >= MASSIVE * cubic),
        seen: `% ${list.map(({ buffer, bbr, cubic }) => `${buffer}: ${short(bbr)} and ${short(cubic)}`).join('; ')}`,
      };
    },
  },
  {
    id: 'H5',
    figure: 'Small buffers',
    experiments: ['hock-loss'],
    words: 'BBR does not react to these losses: the link is used in the smallest buffers, too.',
    metric: 'utilisation with four BBR flows',
    threshold: 'above 95 % in each buffer',
    seeds: SEEDS,
    check: (figures) => {
      const list = along(figures('hock-loss'), 'buffer', 'utilisation', { algorithm: 'BBR' });
      return { holds: list.every(({ y }) => y > 95), seen: listed(list) };
    },
  },
  {
    id: 'H6',
    figure: 'Several flows',
    experiments: ['hock-loss'],
    words: 'A buffer that holds the standing queue of 1.5 BDP avoids the losses.',
    metric: 'loss rate of four BBR flows in 2 and 4 BDP, from 20 s on',
    threshold: 'below 0.01 % in each',
    seeds: SEEDS,
    check: (figures) => {
      const list = along(figures('hock-loss'), 'buffer', 'loss', { algorithm: 'BBR' }).filter(
        ({ x }) => x >= 2,
      );
      return { holds: list.every(({ y }) => y < 0.01), seen: `% ${listed(list)}` };
    },
  },
];
