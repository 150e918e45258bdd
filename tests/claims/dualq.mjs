// Claims of RFC 9332 (2023) about the coupling, and findings of measurements of 2020. "Roughly equal" rates are taken
// as a ratio within 1.5 at each rate from 4 to 200 Mb/s and each RTT from 5 to 100 ms.
// | The RFC's appendix C derives the coupling factor: r_C = 1.22/(R_C·√p_C), r_L = 2/(R_L·p_L) with p_L = k·√p_C, where
// R_L is the base RTT and, for CUBIC in its Reno-friendly region, R_C = 0.85·(R_b + target). With k = 2 this gives
// r_L/r_C = 1.39·(1 + target/R_b)/2. Below 25 ms Prague's increase and reduction are those of a flow with 25 ms, which
// divides its rate by 25 ms/R_b.
import { HEIST } from '../../scripts/papers/dualq.mjs';
import { NotRun, share, short } from './claim.mjs';

/** @import { Claim, Figure } from './claim.mjs' */

const TARGET_MS = 15;
const VIRTUAL_MS = 25;

/** The ratio by these formulas. @param {number} rtt */
const expected = (rtt) => ((1.39 * (1 + TARGET_MS / rtt)) / 2) * Math.min(1, rtt / VIRTUAL_MS);

/** A measure in all cells. @param {Figure} figure @param {string} measure */
const cells = (figure, measure) =>
  figure
    .values('rate')
    .flatMap((rate) =>
      figure
        .values('RTT')
        .map((RTT) => ({ rate: Number(rate), rtt: Number(RTT), y: figure.mean(measure, { RTT, rate }) })),
    );
/** @param {{ rate: number, rtt: number, y: number }[]} list */
const listed = (list) => list.map(({ rate, rtt, y }) => `${rate} Mb/s, ${rtt} ms: ${short(y)}`).join('; ');
/** @param {number} ratio @param {number} within */
const about = (ratio, within) => ratio <= within && ratio >= 1 / within;

/** @type {import('./claim.mjs').Reading[]} */
export const readings = [
  {
    name: 'Step for every packet',
    why: 'the step of 1 ms of the measurements of 2020 applies to any packet.',
    of: (figures) => figures,
  },
  {
    name: 'Single packets spared',
    why: 'the step does not apply to a queue of one packet, as in RFC 9332; the report of 2020 does not say (its scenario only).',
    of: (figures) => (id) => {
      if (id !== 'dualq-2020') throw new NotRun(`${id} has no such runs`);
      return figures('dualq-2020-single');
    },
  },
];

/** @type {Claim[]} */
export const claims = [
  {
    id: 'Q1',
    figure: 'RFC 9332, sections 1.1 and 2.1',
    experiments: ['dualq-rates'],
    words: 'The coupling gives scalable and classic flows with the same RTT roughly equal rates.',
    metric: 'ratio of the goodputs of Prague and CUBIC at 4 to 200 Mb/s and 5 to 100 ms',
    threshold: 'between 1/1.5 and 1.5 in each of the 25 cells',
    seeds: '1 to 3',
    check: (figures) => {
      const list = cells(figures('dualq-rates'), 'ratio');
      const off = list.filter(({ y }) => !about(y, 1.5));
      return {
        holds: off.length === 0,
        seen: `${list.length - off.length} of ${list.length}${off.length > 0 ? `; not ${listed(off)}` : ''}`,
      };
    },
  },
  {
    id: 'Q2',
    figure: 'RFC 9332, appendix C',
    experiments: ['dualq-rates'],
    words:
      'The ratio is what the laws of CUBIC in its Reno-friendly region, of the scalable flow and of the coupling give.',
    metric: 'ratio divided by 1.39·(1 + 15 ms/R)/2·min(1, R/25 ms), at 4, 12 and 40 Mb/s',
    threshold: 'within 1.35 in four fifths of the cells',
    seeds: '1 to 3',
    check: (figures) => {
      const list = cells(figures('dualq-rates'), 'ratio')
        .filter(({ rate }) => rate <= 40)
        .map((one) => ({ ...one, y: one.y / expected(one.rtt) }));
      return { holds: share(list, ({ y }) => about(y, 1.35)) >= 0.8, seen: listed(list) };
    },
  },
  {
    id: 'Q3',
    figure: 'RFC 9332, section 1.1',
    experiments: ['dualq-delay'],
    words: 'The mean queueing delay of L4S traffic is below a millisecond.',
    metric: 'mean queueing delay of Prague with CUBIC at 100 Mb/s and 5 to 100 ms',
    threshold: 'below 1 ms at each RTT',
    seeds: '1 to 3',
    check: (figures) => {
      const figure = figures('dualq-delay');
      const list = figure.values('RTT').map((RTT) => ({ RTT, y: figure.mean('L delay', { RTT }) }));
      return {
        holds: list.every(({ y }) => y < 1),
        seen: list.map(({ RTT, y }) => `${RTT} ms: ${short(y)}`).join('; '),
      };
    },
  },
  {
    id: 'Q4',
    figure: 'RFC 9332, appendix A',
    experiments: ['dualq-rates'],
    words: 'The classic queue stays at about its target of 15 ms.',
    metric: 'mean queueing delay of CUBIC, at 12 Mb/s and more',
    threshold: 'between 7.5 and 22.5 ms in four fifths of the cells',
    seeds: '1 to 3',
    check: (figures) => {
      const list = cells(figures('dualq-rates'), 'C delay').filter(({ rate }) => rate >= 12);
      const within = share(list, ({ y }) => y >= 7.5 && y <= 22.5);
      return { holds: within >= 0.8, seen: listed(list) };
    },
  },
  {
    id: 'Q5',
    figure: 'Heist and Morton, scenario 1',
    experiments: ['dualq-2020'],
    words: 'Prague without RTT scaling gets 1.7 to 2.7 times as much as CUBIC in Linux.',
    metric: 'ratio of the goodputs, over the measured ratio, at 10 and 50 Mb/s and 10, 20 and 80 ms',
    threshold: 'within 1.25 in each of the six cells',
    seeds: '1 to 5',
    check: (figures) => {
      const list = HEIST.map(([rate, rtt, cubic, prague]) => {
        const y = figures('dualq-2020').mean('ratio', { RTT: rtt, rate });
        return { rate, rtt, y, measured: prague / cubic };
      });
      return {
        holds: list.every(({ y, measured }) => about(y / measured, 1.25)),
        seen: list
          .map(({ rate, rtt, y, measured }) => `${rate} Mb/s, ${rtt} ms: ${short(y)} (${short(measured)})`)
          .join('; '),
      };
    },
  },
  {
    id: 'Q6',
    figure: 'Heist and Morton, scenario 1',
    experiments: ['dualq-2020'],
    words: 'The advantage of Prague is greatest at the shortest RTT.',
    metric: 'ratio of the goodputs at 10, 20 and 80 ms, at 10 and at 50 Mb/s',
    threshold: 'falls from each RTT to the next at both rates',
    seeds: '1 to 5',
    check: (figures) => {
      const list = [10, 50].map((rate) =>
        [10, 20, 80].map((RTT) => figures('dualq-2020').mean('ratio', { RTT, rate })),
      );
      const falls = (/** @type {number[]} */ row) => row.every((y, i) => i === 0 || y < Number(row[i - 1]));
      return { holds: list.every(falls), seen: list.map((row) => row.map(short).join(', ')).join('; ') };
    },
  },
];
