// Figures 2 to 4, two flows (section 3.2), and figure 8, compared with packets (section 5.1).
import {
  above,
  BUFFER,
  index,
  JAIN,
  known,
  LEVELS,
  LIKE,
  LOSERS,
  MAJOR,
  numbers,
  percent,
  SEEDS,
  SEEDS_PAIRS,
  USED,
} from './readings.mjs';

/** @typedef {import('../claim.mjs').Claim} Claim */
/** @typedef {import('../claim.mjs').Figure} Figure */
/** @typedef {import('../claim.mjs').At} At */

const SHARE = 'share of the first flow';
const ALL = 'all';
const ONE = 'one, with the highest rate';
/** The paper does not say how the flows start: a claim has to hold for each way. */
const START = 'start';

/** @param {Figure} figure @param {(start: number | string) => boolean} holds */
const always = (figure, holds) => figure.values(START).every(holds);

/** @param {Figure} figure @param {string} measure @param {string} losers @param {(x: number) => string} text */
const each = (figure, measure, losers, text) =>
  figure
    .values(START)
    .map((start) => text(figure.mean(measure, { [LOSERS]: losers, [START]: start })))
    .join(', ');

/** @param {Figure} figure @param {string} measure @param {(x: number) => string} text */
const both = (figure, measure, text) =>
  `one: ${each(figure, measure, ONE, text)}; all: ${each(figure, measure, ALL, text)} (${figure.values(START).join(', ')})`;

/** @param {number} least @param {(share: number) => boolean} holds */
const shares = (least, holds) => ({
  metric: `the first flow’s share of the goodput if both lose, for each way to start`,
  threshold: least > 50 ? `above ${least} %` : `below ${100 - least} % for the other`,
  seeds: SEEDS_PAIRS,
  check: (/** @type {Figure} */ figure) => ({
    holds: always(figure, (start) => holds(figure.mean(SHARE, { [LOSERS]: ALL, [START]: start }))),
    seen: `${each(figure, SHARE, ALL, percent)} (${figure.values(START).join(', ')})`,
  }),
});

/** @param {number} by */
const fairer = (by) => ({
  metric: 'Jain’s index of the goodputs, one flow losing compared with both, for each way to start',
  threshold: `higher beyond both intervals${by > 0 ? ` and by ${by} at least` : ''}`,
  seeds: SEEDS_PAIRS,
  check: (/** @type {Figure} */ figure) => ({
    holds: always(figure, (start) => {
      const at = (/** @type {string} */ losers) => figure.cell(JAIN, { [LOSERS]: losers, [START]: start });
      return above(at(ONE), at(ALL), by);
    }),
    seen: both(figure, JAIN, index),
  }),
});

/**
 * @param {string} id @param {string} number @param {string} words
 * @param {{ metric: string, threshold: string, seeds: string, check: (figure: Figure) => import('../claim.mjs').Verdict }} reading
 * @returns {Claim}
 */
const pair = (id, number, words, { check, ...reading }) => {
  const experiment = `loss-synchronization-fig-${number}`;
  return {
    id,
    figure: `Figure ${number}`,
    experiments: [experiment],
    words,
    ...reading,
    check: (figures) => check(figures(experiment)),
  };
};

const FIG8 = 'loss-synchronization-fig-8';
const PACKETS = 'packet model';
const SEEDS_8 = `${SEEDS} in the fluid model; 180 s, measured from 60 s on, in the packet model`;

/** Utilisation in figure 8. @param {Figure} figure @param {string} curve @param {number} buffer */
const at8 = (figure, curve, buffer) => known(figure, USED, { [BUFFER]: buffer, [LOSERS]: curve })?.mean;

/**
 * Mean distance of a curve from that of the packet model, points. Below a twentieth a buffer holds less than one flow's burst, and the paper's
 * points there are not known.
 * @param {Figure} figure @param {string} curve
 */
function distance(figure, curve) {
  const gaps = numbers(figure, BUFFER)
    .filter((buffer) => buffer >= 0.05)
    .map((buffer) => Math.abs(Number(at8(figure, curve, buffer)) - Number(at8(figure, PACKETS, buffer))));
  return gaps.reduce((a, b) => a + b, 0) / gaps.length;
}

/** @param {Figure} figure */
const distances = (figure) =>
  LEVELS.map((level) => `${level}: ${distance(figure, level).toFixed(2)}`).join(', ');

/** @type {Claim[]} */
export const figures2to8 = [
  pair(
    'S2.1',
    '2',
    'If both flows lose, Scalable takes nearly all of the link from AIMD (99.2 % is cited).',
    shares(90, (share) => share > 90),
  ),
  pair(
    'S2.2',
    '2',
    'If only the flow with the highest sending rate loses, the two share more fairly.',
    fairer(0),
  ),
  pair(
    'S3.1',
    '3',
    'Two Scalable flows, both losing: the one with the shorter RTT takes most of the link.',
    shares(MAJOR, (share) => share > MAJOR),
  ),
  pair(
    'S3.2',
    '3',
    '… and the one with the longer RTT starves.',
    shares(10, (share) => 100 - share < 10),
  ),
  pair('S3.3', '3', 'If only one of them loses, fairness is clearly better.', fairer(0.1)),
  pair('S3.4', '3', '… and so is the utilisation.', {
    metric: 'utilisation, one flow losing compared with both, for each way to start',
    threshold: 'higher beyond both intervals',
    seeds: SEEDS_PAIRS,
    check: (figure) => ({
      holds: always(figure, (start) => {
        const at = (/** @type {string} */ losers) => figure.cell(USED, { [LOSERS]: losers, [START]: start });
        return above(at(ONE), at(ALL));
      }),
      seen: both(figure, USED, (x) => `${x.toFixed(2)} %`),
    }),
  }),
  pair(
    'S4.1',
    '4',
    'Two Scalable flows, both losing, the second 10 s late: the first one keeps the larger share.',
    shares(MAJOR, (share) => share > MAJOR),
  ),
  pair('S4.2', '4', 'If only one of them loses, fairness improves.', fairer(0)),
  {
    id: 'S8.1',
    figure: 'Figure 8',
    experiments: [FIG8],
    words: 'The fluid model does not match packets if all flows lose; it does at the lower levels.',
    metric: 'mean distance of the utilisation from that of the packet model, over the buffers from 0.05 on',
    threshold: 'larger for X = 1 than for X = 0.6 and for X = 0.3',
    seeds: SEEDS_8,
    check: (figures) => {
      const figure = figures(FIG8);
      const [all, some, few] = LEVELS.map((level) => distance(figure, level));
      return { holds: Number(all) > Number(some) && Number(all) > Number(few), seen: distances(figure) };
    },
  },
  {
    id: 'S8.2',
    figure: 'Figure 8',
    experiments: [FIG8],
    words: 'With X = 0.6 and X = 0.3 the fluid model matches the utilisation with packets.',
    metric: 'mean distance of the utilisation from that of the packet model, over the buffers from 0.05 on',
    threshold: `at most ${LIKE} points for both`,
    seeds: SEEDS_8,
    check: (figures) => {
      const figure = figures(FIG8);
      return {
        holds: LEVELS.slice(1).every((level) => distance(figure, level) <= LIKE),
        seen: distances(figure),
      };
    },
  },
  {
    id: 'S8.3',
    figure: 'Figure 8',
    experiments: [FIG8],
    words: 'The fewer flows lose together, the higher the utilisation.',
    metric: 'utilisation at each buffer, X = 1, 0.6, 0.3',
    threshold: 'never lower at the lower level, and higher beyond the intervals at the smallest buffer',
    seeds: SEEDS_8,
    check: (figures) => {
      const figure = figures(FIG8);
      const buffers = numbers(figure, BUFFER);
      const used = (/** @type {number} */ buffer) =>
        LEVELS.map((level) => figure.cell(USED, { [BUFFER]: buffer, [LOSERS]: level }));
      const [all, some, few] = used(Math.min(...buffers));
      const never = buffers.every((buffer) => {
        const [x, y, z] = used(buffer).map((cell) => cell.mean);
        return Number(y) >= Number(x) - 0.05 && Number(z) >= Number(y) - 0.05;
      });
      const least = Math.min(...buffers);
      return {
        holds: never && !!all && !!some && !!few && above(some, all) && above(few, some),
        seen: `at ${least}: ${used(least)
          .map((cell) => percent(cell.mean))
          .join(', ')}`,
      };
    },
  },
  {
    id: 'S8.4',
    figure: 'Figure 8',
    experiments: [FIG8],
    words: 'The Boston model is far from packets with small and medium buffers.',
    metric: 'its utilisation compared with that of packets',
    threshold: `more than ${LIKE} points apart up to a buffer of 0.4`,
    seeds: 'none, because the model is analytical',
    // An analysis from another paper; this paper gives no equation. A claim that cannot be run cannot hold.
    check: () => ({ holds: false, seen: 'not run: the paper does not describe it' }),
  },
];
