// Modeling BBR's Interactions with Loss-Based Congestion Control (2019).
import { dumbbell, experimentsWith } from './build.mjs';

/** @import { PaperExperiment } from './build.mjs' */

const RATE_MBPS = 10;
const RTT_MS = 40;
/** Packets of 1500 bytes. */
const BDP = (RATE_MBPS * RTT_MS * 1000) / (1500 * 8);
/** Buffer of the experiments in which something else varies, BDP. */
const DEEP = 32;
const LINUX = { kind: 'linux' };
const JITTER = { startJitterS: 1 };

/**
 * The model: share of all BBR flows together, %. Loss-based flows hold a share p of a full queue, which BBR takes for a part of the path.
 * @param {number} buffer BDP @param {number} [flows] of BBR
 */
export function model(buffer, flows = 1) {
  const queue = buffer * BDP;
  const p = 1 / 2 - 1 / (2 * buffer) - (4 * flows) / queue;
  const emptyS = 0.2 + RTT_MS / 1000 + (buffer * RTT_MS) / 1000;
  return 100 * (1 - Math.max(0, p)) * (1 - emptyS / 10);
}

const base = dumbbell({
  title: 'BBR against loss-based flows',
  durationS: 400,
  sampling: { measureFromS: 200 },
  flows: [
    { id: 'bbr', name: 'BBR', algorithm: 'bbr', stack: LINUX, ...JITTER },
    { id: 'loss', name: 'Loss-based', algorithm: 'cubic', stack: LINUX, ...JITTER },
  ],
  core: { rateMbps: RATE_MBPS, delayMs: RTT_MS / 2 - 2, limitPackets: Math.round(DEEP * BDP) },
  access: { rateMbps: 1000, delayMs: 1 },
});

const opponent = {
  name: 'opponent',
  values: ['CUBIC', 'Reno'],
  sets: [{ path: '/flows/loss*/algorithm', values: ['cubic', 'sack'] }],
};
const MEASURES = [
  { name: 'BBR', unit: '%', of: 'flows/bbr*/sharePercent', over: 'sum' },
  { name: 'queue', unit: 'packets', of: 'queues/core/forward/meanPackets' },
  { name: 'loss', unit: '%', of: 'queues/core/forward/lossRate', times: 100 },
];
const BUFFERS = [1, 2, 4, 8, 16, 32, 64];
const COUNTS = [1, 2, 4, 8, 16];
const SOURCE = 'the model';

const WORDS = `BBR (version 1) limits its data in flight to twice the product of its two estimates, bandwidth and RTT. Loss-based flows keep a deep queue full. When BBR drains its own packets to measure the RTT, theirs remain, so it takes their queue for a part of the path. If they hold a share p of a queue of X BDP, the limit meets BBR’s own share of the packets in flight where p = 1/2 − 1/(2X) − 4N/q, for N BBR flows and a queue of q packets. BBR’s share of the link is (1 − p), less the time that it spends in PROBE_RTT: every 10 s, 200 ms and a round trip. The number of loss-based flows does not matter.

The published values in the figure are those of this model. The network is the paper’s: 10 Mb/s and 40 ms. Stacks are Linux’s; flows start within a second; results count from 200 s to 400 s.`;

const experiment = experimentsWith({
  notes: WORDS,
  base,
  replications: { count: 5 },
  measures: MEASURES,
  chart: { kind: 'line', shows: [0], logX: true },
});

/** RTTs with the rates at which the BDP has as many packets as in the paper’s network. @param {number[]} values ms */
const atRtts = (values) => ({
  values,
  sets: [
    ...['forward', 'backward'].map((way) => ({
      path: `/links/core/${way}/delayMs`,
      times: 0.5,
      plus: -2,
    })),
    ...['forward', 'backward'].map((way) => ({
      path: `/links/core/${way}/rateMbps`,
      values: values.map((ms) => (RATE_MBPS * RTT_MS) / ms),
    })),
  ],
});
const SHORTER_RTT = { name: 'RTT', unit: 'ms', ...atRtts([40, 20, 10]) };
const WITH_RTT = [...MEASURES, { name: 'RTT of BBR', unit: 'ms', of: 'flows/bbr*/rttMeanMs' }];
const CLOCK =
  'Here the base RTT is shorter and the rate higher in the same proportion, so path and buffer hold as many packets as at 10 Mb/s and 40 ms. BBR measures the RTT every ten seconds in each case: in a shorter queue it has more of its round trips between two of these measurements. **Look at** the share against sixteen flows.';

const experiments = [
  experiment(
    'ware-buffers',
    'Buffers',
    'BBR’s share by buffer size',
    'One BBR flow against one CUBIC or Reno flow, in buffers of 1 to 64 BDP.',
    {
      axes: [
        {
          name: 'buffer',
          unit: 'BDP',
          values: BUFFERS,
          sets: [{ path: '/links/core/forward/queue/params/limitPackets', times: BDP, whole: true }],
        },
        opponent,
      ],
      published: BUFFERS.map((buffer) => ({
        at: [buffer, 'CUBIC'],
        value: round(model(buffer)),
        source: SOURCE,
      })),
      quick: { count: 1, durationS: 150, measureFromS: 60, values: [[4, 16], []] },
    },
  ),
  experiment(
    'ware-flows',
    'Flows',
    'BBR’s share by the number of loss-based flows',
    'One BBR flow against 1 to 16 CUBIC or Reno flows, in a buffer of 32 BDP.',
    {
      axes: [
        {
          name: 'flows',
          values: COUNTS,
          sets: [{ path: '/flows/loss', copies: true, hosts: true }],
        },
        opponent,
      ],
      published: COUNTS.map((count) => ({ at: [count, 'CUBIC'], value: round(model(DEEP)), source: SOURCE })),
      quick: { count: 1, durationS: 150, measureFromS: 60, values: [[1, 16], ['CUBIC']] },
    },
  ),
  experiment(
    'ware-bbr-flows',
    'Several BBR flows',
    'The share of several BBR flows',
    '1 to 8 BBR flows together against eight CUBIC flows, in a buffer of 32 BDP.',
    {
      axes: [
        {
          name: 'BBR flows',
          values: [1, 2, 4, 8],
          sets: [
            { path: '/flows/bbr', copies: true, hosts: true },
            { path: '/flows/loss', copies: true, hosts: true, values: [8, 8, 8, 8] },
          ],
        },
      ],
      published: [1, 2, 4, 8].map((count) => ({
        at: [count],
        value: round(model(DEEP, count)),
        source: SOURCE,
      })),
      quick: { count: 1, durationS: 150, measureFromS: 60, values: [[1, 8]] },
    },
  ),
  experiment(
    'ware-shorter',
    'Shorter queues',
    'BBR’s share in shorter queues',
    'One BBR flow against 1, 4 and 16 CUBIC flows in buffers of 8, 16 and 32 BDP.',
    {
      axes: [
        {
          name: 'buffer',
          unit: 'BDP',
          values: [8, 16, 32],
          sets: [{ path: '/links/core/forward/queue/params/limitPackets', times: BDP, whole: true }],
        },
        {
          name: 'CUBIC flows',
          values: [1, 4, 16],
          sets: [{ path: '/flows/loss', copies: true, hosts: true }],
        },
      ],
      quick: { count: 1, durationS: 150, measureFromS: 60, values: [[8], [1, 16]] },
    },
  ),
  experiment(
    'ware-several-shorter',
    'Several BBR flows, shorter queues',
    'The share of several BBR flows in shorter queues',
    '1 to 8 BBR flows together against eight CUBIC flows, in buffers of 8 and 16 BDP.',
    {
      axes: [
        {
          name: 'buffer',
          unit: 'BDP',
          values: [8, 16],
          sets: [{ path: '/links/core/forward/queue/params/limitPackets', times: BDP, whole: true }],
        },
        {
          name: 'BBR flows',
          values: [1, 2, 4, 8],
          sets: [
            { path: '/flows/bbr', copies: true, hosts: true },
            { path: '/flows/loss', copies: true, hosts: true, values: [8, 8, 8, 8] },
          ],
        },
      ],
      quick: { count: 1, durationS: 150, measureFromS: 60, values: [[8], [1, 8]] },
    },
  ),
  experiment(
    'ware-clock',
    'Shorter RTTs',
    'BBR’s share in the same queue at shorter RTTs',
    'One BBR flow against 1, 4 and 16 CUBIC flows in 32 BDP, at 40, 20 and 10 ms and with the same number of packets in a BDP.',
    {
      notes: `${WORDS}\n\n${CLOCK}`,
      axes: [
        SHORTER_RTT,
        {
          name: 'CUBIC flows',
          values: [1, 4, 16],
          sets: [{ path: '/flows/loss', copies: true, hosts: true }],
        },
      ],
      measures: WITH_RTT,
      quick: { count: 1, durationS: 150, measureFromS: 60, values: [[10], [1, 16]] },
    },
  ),
  experiment(
    'ware-several-clock',
    'Several BBR flows, shorter RTTs',
    'The share of several BBR flows in the same queue at shorter RTTs',
    '1 to 8 BBR flows together against eight CUBIC flows in 32 BDP, at 20 and 10 ms and with the same number of packets in a BDP.',
    {
      notes: `${WORDS}\n\n${CLOCK}`,
      axes: [
        { ...SHORTER_RTT, ...atRtts([20, 10]) },
        {
          name: 'BBR flows',
          values: [1, 2, 4, 8],
          sets: [
            { path: '/flows/bbr', copies: true, hosts: true },
            { path: '/flows/loss', copies: true, hosts: true, values: [8, 8, 8, 8] },
          ],
        },
      ],
      measures: WITH_RTT,
      quick: { count: 1, durationS: 150, measureFromS: 60, values: [[10], [1, 8]] },
    },
  ),
];

/** @param {number} share */
function round(share) {
  return Math.round(10 * share) / 10;
}

/** @type {import('./build.mjs').Paper} */
export const paper = {
  id: 'ware',
  title: 'Modeling BBR’s Interactions with Loss-Based Congestion Control',
  authors: 'R. Ware, M. K. Mukerjee, S. Seshan, J. Sherry',
  year: 2019,
  venue: 'IMC',
  headline:
    'The mechanism is confirmed, the independence of the number of flows only where the queue is short enough for BBR’s clock. In 8 and 16 BDP one BBR flow takes 39 to 47 % of the link, from one CUBIC flow as from sixteen. In the queue of 32 BDP, which is 1.28 s here, it has 37 % against one and 14 % against sixteen, and against Reno 44 and 38 %; in as many packets at a quarter of the RTT, 46 and 45 % against CUBIC. The model’s median error is 9 % against Reno and 29 % against CUBIC.',
  live: { id: 'bbr-cubic', title: 'BBR against CUBIC' },
  story:
    'What share of a link does BBR get in competition with CUBIC? The paper finds that in deep buffers it depends neither on BBR’s estimate of the bandwidth nor on the number of the other flows: BBR is limited by its window of two estimated BDPs, and the estimate contains the queue of the others. One BBR flow takes as much from sixteen CUBIC flows as from one. The model has four variables and no parameter to fit. We know the paper from its first author’s own summary (2024), which gives the variables of the model and its median errors, 5 % against CUBIC and 8 % against Reno; the equation is derived again from them.',
  experiments,
};
