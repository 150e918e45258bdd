// Claims of "Modeling BBR's Interactions with Loss-Based Congestion Control" (2019), as its first author's summary of
// 2024 states them. The model's median errors, 5 and 8 %, are those of the summary; where it gives no number, the claim
// states the threshold.
import { model } from '../../scripts/papers/ware.mjs';
import { short } from './claim.mjs';
import { median } from './statistics.mjs';

/** @import { Claim, Figure } from './claim.mjs' */

const SEEDS = '1 to 5';
/** Buffer of the experiments with several flows, BDP. */
const DEEP = 32;

/** Shares of BBR, %, along an axis. @param {Figure} figure @param {string} axis @param {Record<string, string>} [at] */
const shares = (figure, axis, at = {}) =>
  figure.values(axis).map((x) => ({ x: Number(x), share: figure.mean('BBR', { [axis]: x, ...at }) }));

/** @param {{ x: number, share: number }[]} list */
const listed = (list) => list.map(({ x, share }) => `${x}: ${short(share)}`).join('; ');

/**
 * Relative distance of the model from each result. @param {(experiment: string) => Figure} figures @param {string}
 * opponent
 */
function errors(figures, opponent) {
  const buffers = shares(figures('ware-buffers'), 'buffer', { opponent }).map((one) => ({
    ...one,
    model: model(one.x),
  }));
  const flows = shares(figures('ware-flows'), 'flows', { opponent }).map((one) => ({
    ...one,
    model: model(DEEP),
  }));
  return [...buffers, ...flows].map((one) => Math.abs(one.model / one.share - 1));
}

/** @param {string} id @param {string} opponent @param {number} least @returns {Claim} */
const median_ = (id, opponent, least) => ({
  id,
  figure: 'Summary of the results',
  experiments: ['ware-buffers', 'ware-flows'],
  words: `The model predicts the throughput of BBR against ${opponent} with a median error of ${100 * least} %.`,
  metric: 'median of |model / share − 1| over all buffers and numbers of flows',
  threshold: `at most ${100 * least} %`,
  seeds: SEEDS,
  check: (figures) => {
    const list = errors(figures, opponent);
    return {
      holds: median(list) <= least,
      seen: `median ${short(100 * median(list))} %, largest ${short(100 * Math.max(...list))} %`,
    };
  },
});

/** @param {string} id @param {string} opponent @returns {Claim} */
const independent = (id, opponent) => ({
  id,
  figure: 'Main finding',
  experiments: ['ware-flows'],
  words: `BBR’s share does not depend on the number of competing ${opponent} flows.`,
  metric: 'largest difference between BBR’s shares against 1, 2, 4, 8 and 16 flows, in a buffer of 32 BDP',
  threshold: 'at most 10 percentage points',
  seeds: SEEDS,
  check: (figures) => {
    const list = shares(figures('ware-flows'), 'flows', { opponent });
    const all = list.map(({ share }) => share);
    return { holds: Math.max(...all) - Math.min(...all) <= 10, seen: listed(list) };
  },
});

/** @type {Claim[]} */
export const claims = [
  independent('W1', 'CUBIC'),
  independent('W2', 'Reno'),
  {
    id: 'W3',
    figure: 'Introduction',
    experiments: ['ware-flows'],
    words:
      'Against sixteen flows, BBR takes an outsized share and leaves just over half to be shared by the sixteen.',
    metric: 'share of BBR against 16 CUBIC flows in a buffer of 32 BDP',
    threshold: 'between 35 and 50 %',
    seeds: SEEDS,
    check: (figures) => {
      const share = figures('ware-flows').mean('BBR', { flows: 16, opponent: 'CUBIC' });
      return { holds: share >= 35 && share <= 50, seen: short(share) };
    },
  },
  median_('W4', 'CUBIC', 0.05),
  median_('W5', 'Reno', 0.08),
  {
    id: 'W6',
    figure: 'Simple model',
    experiments: ['ware-buffers'],
    words: 'In a deep buffer one BBR flow gets up to half of the link.',
    metric: 'share of BBR against CUBIC in 16, 32 and 64 BDP',
    threshold: 'at most 55 % in each',
    seeds: SEEDS,
    check: (figures) => {
      const list = shares(figures('ware-buffers'), 'buffer', { opponent: 'CUBIC' }).filter(
        ({ x }) => x >= 16,
      );
      return { holds: list.every(({ share }) => share <= 55), seen: listed(list) };
    },
  },
  {
    id: 'W7',
    figure: 'Robust model',
    experiments: ['ware-buffers'],
    words: 'The share of BBR falls as the buffer grows.',
    metric: 'share of BBR against CUBIC in 1 to 64 BDP',
    threshold: 'in no buffer more than 3 percentage points above that in the next smaller one',
    seeds: SEEDS,
    check: (figures) => {
      const list = shares(figures('ware-buffers'), 'buffer', { opponent: 'CUBIC' });
      const holds = list.every(({ share }, i) => i === 0 || share <= Number(list[i - 1]?.share) + 3);
      return { holds, seen: listed(list) };
    },
  },
  {
    id: 'W8',
    figure: 'Robust model',
    experiments: ['ware-bbr-flows'],
    words:
      'Several BBR flows together get what the model gives to their number, not a share in proportion to it.',
    metric: 'share of 1 to 8 BBR flows against eight CUBIC flows in a buffer of 32 BDP, and the model',
    threshold: 'within 10 % of the model for each number',
    seeds: SEEDS,
    check: (figures) => {
      const list = shares(figures('ware-bbr-flows'), 'BBR flows');
      return {
        holds: list.every(({ x, share }) => Math.abs(share / model(DEEP, x) - 1) <= 0.1),
        seen: list.map(({ x, share }) => `${x}: ${short(share)} (${short(model(DEEP, x))})`).join('; '),
      };
    },
  },
];
