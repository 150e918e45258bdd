// Claims of "The quest for LEDBAT fairness" (2010) in its abstract, of RFC 6817 about the delay, and of the LEDBAT++
// draft about its remedy. "All resources" is 90 % of the goodput; equal shares are 40 to 60 %.
import { short } from './claim.mjs';

/** @import { Claim, Figure } from './claim.mjs' */

const SEEDS = '1 to 5';
const TARGET_MS = 100;

/** @param {Figure} figure @param {string} axis @param {string} measure @param {Record<string, string>} [at] */
const along = (figure, axis, measure, at = {}) =>
  figure.values(axis).map((x) => ({ x: Number(x), y: figure.mean(measure, { [axis]: x, ...at }) }));
/** @param {{ x: number, y: number }[]} list */
const listed = (list) => list.map(({ x, y }) => `${x}: ${short(y)}`).join('; ');
const LEDBAT = { algorithm: 'LEDBAT' };
const PLUS = { algorithm: 'LEDBAT++' };

/** @type {Claim[]} */
export const claims = [
  {
    id: 'L1',
    figure: 'Abstract',
    experiments: ['ledbat-latecomer'],
    words: 'The last flow that arrives finally takes over all resources.',
    metric: 'share of the second flow, by the time between the two starts',
    threshold: 'at least 90 % for 10 s and more',
    seeds: SEEDS,
    check: (figures) => {
      const list = along(figures('ledbat-latecomer'), 'gap', 'second flow', LEDBAT).filter(
        ({ x }) => x >= 10,
      );
      return { holds: list.every(({ y }) => y >= 90), seen: `% ${listed(list)}` };
    },
  },
  {
    id: 'L2',
    figure: 'RFC 6817',
    experiments: ['ledbat-latecomer'],
    words: 'The queueing delay rises to as much as twice the target.',
    metric: 'mean queueing delay, by the time between the two starts',
    threshold: 'between 1.5 and 2.1 times the target for 20 s and more',
    seeds: SEEDS,
    check: (figures) => {
      const list = along(figures('ledbat-latecomer'), 'gap', 'delay', LEDBAT).filter(({ x }) => x >= 20);
      return {
        holds: list.every(({ y }) => y >= 1.5 * TARGET_MS && y <= 2.1 * TARGET_MS),
        seen: `ms ${listed(list)}`,
      };
    },
  },
  {
    id: 'L3',
    figure: 'Abstract',
    experiments: ['ledbat-target'],
    words: 'It does so with any target.',
    metric: 'share of the second flow with targets of 25, 50 and 100 ms, 20 s between the starts',
    threshold: 'at least 90 % with each',
    seeds: SEEDS,
    check: (figures) => {
      const list = along(figures('ledbat-target'), 'target', 'second flow');
      return { holds: list.every(({ y }) => y >= 90), seen: `% ${listed(list)}` };
    },
  },
  {
    id: 'L4',
    figure: 'LEDBAT++ draft',
    experiments: ['ledbat-latecomer'],
    words: 'Periodic slowdowns remove the advantage of the latecomer.',
    metric: 'share of the second flow with LEDBAT++',
    threshold: 'between 40 and 60 % for each time between the starts',
    seeds: SEEDS,
    check: (figures) => {
      const list = along(figures('ledbat-latecomer'), 'gap', 'second flow', PLUS);
      return { holds: list.every(({ y }) => y >= 40 && y <= 60), seen: `% ${listed(list)}` };
    },
  },
  {
    id: 'L5',
    figure: 'LEDBAT++ draft',
    experiments: ['ledbat-latecomer'],
    words: 'The slowdowns cost at most a tenth of the capacity.',
    metric: 'utilisation with LEDBAT++',
    threshold: 'at least 90 % for each time between the starts',
    seeds: SEEDS,
    check: (figures) => {
      const list = along(figures('ledbat-latecomer'), 'gap', 'utilisation', PLUS);
      return { holds: list.every(({ y }) => y >= 90), seen: `% ${listed(list)}` };
    },
  },
];
