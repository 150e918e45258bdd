// Claims of "Data Center TCP" (2010), section 4.1. "Around" K + n is taken as within 3 packets, "full throughput" as
// within 2 % of TCP's.
import { NotRun, short } from './claim.mjs';

/** @import { Claim, Figure } from './claim.mjs' */

const SEEDS = '1 to 5';

/** @param {Figure} figure @param {string} axis @param {string} measure */
const along = (figure, axis, measure) =>
  figure.values(axis).map((x) => ({ x: Number(x), y: figure.mean(measure, { [axis]: x }) }));
/** @param {{ x: number, y: number }[]} list */
const listed = (list) => list.map(({ x, y }) => `${x}: ${short(y)}`).join('; ');

/** @type {import('./claim.mjs').Reading[]} */
export const readings = [
  {
    name: 'Delayed ACKs',
    why: 'receivers acknowledge every second packet, as Linux does.',
    of: (figures) => figures,
  },
  {
    name: 'An ACK for every packet',
    why: 'the paper says that a receiver of DCTCP may delay ACKs, not that those of these figures do (section 4.1 only).',
    of: (figures) => (id) => {
      if (id !== 'dctcp-threshold') throw new NotRun(`${id} has no such runs`);
      return figures('dctcp-threshold-acks');
    },
  },
];

/** @type {Claim[]} */
export const claims = [
  {
    id: 'D1',
    figure: 'Figure 13',
    experiments: ['dctcp-queue'],
    words: 'The queue of DCTCP is stable around 20 packets, that is K + n (K = 20, n = 2).',
    metric: 'median and 95th percentile of the queue',
    threshold: 'both within 3 packets of 22',
    seeds: SEEDS,
    check: (figures) => {
      const list = ['queue, median', 'queue, 95th percentile'].map((name) =>
        figures('dctcp-queue').mean(name, { scheme: 'DCTCP' }),
      );
      return { holds: list.every((y) => Math.abs(y - 22) <= 3), seen: list.map(short).join(' and ') };
    },
  },
  {
    id: 'D2',
    figure: 'Figure 13',
    experiments: ['dctcp-queue'],
    words: 'The queue of TCP is ten times larger.',
    metric: 'medians of the queue, TCP over DCTCP',
    threshold: 'at least 10',
    seeds: SEEDS,
    check: (figures) => {
      const [tcp, dctcp] = ['TCP', 'DCTCP'].map((scheme) =>
        figures('dctcp-queue').mean('queue, median', { scheme }),
      );
      return {
        holds: Number(tcp) >= 10 * Number(dctcp),
        seen: `${short(Number(tcp))} and ${short(Number(dctcp))}`,
      };
    },
  },
  {
    id: 'D3',
    figure: 'Section 4.1',
    experiments: ['dctcp-queue'],
    words: 'Both TCP and DCTCP achieve the maximum throughput of 0.95 Gb/s.',
    metric: 'goodput of both flows together',
    threshold: 'within 2 % of 950 Mb/s for both',
    seeds: SEEDS,
    check: (figures) => {
      const list = ['TCP', 'DCTCP'].map((scheme) => figures('dctcp-queue').mean('goodput', { scheme }));
      return { holds: list.every((y) => Math.abs(y / 950 - 1) <= 0.02), seen: list.map(short).join(' and ') };
    },
  },
  {
    id: 'D4',
    figure: 'Section 4.1',
    experiments: ['dctcp-threshold'],
    words: 'At 1 Gb/s the performance is insensitive to K, even for values as low as 5.',
    metric: 'utilisation for K from 5 to 65',
    threshold: 'at least 98 % for each',
    seeds: SEEDS,
    check: (figures) => {
      const list = along(figures('dctcp-threshold'), 'K', 'utilisation');
      return { holds: list.every(({ y }) => y >= 98), seen: listed(list) };
    },
  },
  {
    id: 'D5',
    figure: 'Section 3.3, section 4.1',
    experiments: ['dctcp-threshold'],
    words: 'The queue is at most K + n.',
    metric: 'maximum of the queue for K from 5 to 65, two flows, from 1 s on',
    threshold: 'at most K + 2 packets for each',
    seeds: SEEDS,
    check: (figures) => {
      const list = along(figures('dctcp-threshold'), 'K', 'queue, maximum');
      return { holds: list.every(({ x, y }) => y <= x + 2), seen: listed(list) };
    },
  },
  {
    id: 'D6',
    figure: 'Figure 14',
    experiments: ['dctcp-10g'],
    words: 'At 10 Gb/s DCTCP has full throughput once K exceeds the recommended 65.',
    metric: 'utilisation for K = 65 and 100',
    threshold: 'at least 98 % for both',
    seeds: SEEDS,
    check: (figures) => {
      const list = along(figures('dctcp-10g'), 'K', 'utilisation').filter(({ x }) => x >= 65);
      return { holds: list.every(({ y }) => y >= 98), seen: listed(list) };
    },
  },
  {
    id: 'D7',
    figure: 'Section 4.1',
    experiments: ['dctcp-fairness'],
    words: 'All flows achieve their fair share, with up to 90 of them (Jain’s index 0.99).',
    metric: 'Jain’s index over two seconds, 2 to 90 flows',
    threshold: 'at least 0.985 for each number',
    seeds: SEEDS,
    check: (figures) => {
      const list = along(figures('dctcp-fairness'), 'flows', 'fairness');
      return { holds: list.every(({ y }) => y >= 0.985), seen: listed(list) };
    },
  },
];
