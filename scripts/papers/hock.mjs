// Experimental Evaluation of BBR Congestion Control (2017).
import { dumbbell, experimentsWith } from './build.mjs';

/** @import { Document, PaperExperiment } from './build.mjs' */

const RATE_MBPS = 100;
const RTT_MS = 20;
/** RTT of the long path. */
const LONG_MS = 80;
/** Packets of 1500 bytes in an RTT, ms. @param {number} rttMs */
const packets = (rttMs) => (RATE_MBPS * rttMs * 1000) / (1500 * 8);
const BDP = packets(RTT_MS);
const FLOW = { stack: { kind: 'linux' }, startJitterS: 1 };
const BUFFER = '/links/core/forward/queue/params/limitPackets';

/** @param {{ id: string, algorithm: string }[]} flows */
const network = (flows) =>
  dumbbell({
    title: 'BBR',
    durationS: 80,
    sampling: { measureFromS: 20 },
    flows: flows.map((flow) => ({ ...FLOW, ...flow })),
    core: { rateMbps: RATE_MBPS, delayMs: RTT_MS / 2 - 2, limitPackets: Math.round(8 * BDP) },
    access: { rateMbps: 1000, delayMs: 1 },
  });

const MEASURES = [
  { name: 'backlog', unit: 'BDP', of: 'queues/core/forward/meanPackets', times: 1 / BDP },
  { name: 'loss', unit: '%', of: 'queues/core/forward/lossRate', times: 100 },
  { name: 'utilisation', unit: '%', of: 'queues/core/forward/utilisation', times: 100 },
];

const WORDS = `We have not seen the paper itself, only what other papers and notes say about it: several BBR flows at one bottleneck overestimate the bandwidth, so that their window of two BDP limits them and a queue of 1 to 1.5 BDP remains; the flow with the longer RTT gets more; and in small buffers BBR loses a great many packets. The claims are these statements; there are no published values to compare with. Its testbed had links of 1 and 10 Gb/s; here the link has ${RATE_MBPS} Mb/s and the path ${RTT_MS} ms, which gives a BDP of ${Math.round(BDP)} packets. Stacks are Linux’s; flows start within a second; results count from 20 s to 80 s.`;

const experiment = experimentsWith({ notes: WORDS, replications: { count: 5 }, measures: MEASURES });

const experiments = [
  experiment(
    'hock-queue',
    'Queue',
    'The queue of several BBR flows',
    '1 to 8 BBR flows in a buffer of 8 BDP: the backlog that remains.',
    {
      base: network([{ id: 'f', algorithm: 'bbr' }]),
      axes: [
        { name: 'flows', values: [1, 2, 4, 8], sets: [{ path: '/flows/f', copies: true, hosts: true }] },
      ],
      chart: { kind: 'line', shows: [0] },
      quick: { count: 1, durationS: 40, values: [[1, 4]] },
    },
  ),
  experiment(
    'hock-rtt',
    'RTT',
    'A short and a long path',
    `Two BBR flows with ${RTT_MS} and ${LONG_MS} ms, by buffer: the share of the long path.`,
    {
      base: {
        ...network([
          { id: 'short', algorithm: 'bbr' },
          { id: 'long', algorithm: 'bbr' },
        ]),
      },
      axes: [
        {
          name: 'buffer',
          unit: 'BDP of the long path',
          values: [0.25, 0.5, 1, 2, 4],
          sets: [
            { path: BUFFER, times: packets(LONG_MS), whole: true },
            { path: '/links/in-long/forward/delayMs', values: [(LONG_MS - RTT_MS) / 2 + 1] },
            { path: '/links/in-long/backward/delayMs', values: [(LONG_MS - RTT_MS) / 2 + 1] },
          ],
        },
      ],
      measures: [{ name: 'long path', unit: '%', of: 'flows/long/sharePercent' }, ...MEASURES],
      chart: { kind: 'line', shows: [0], logX: true },
      quick: { count: 1, durationS: 40, values: [[0.5, 4]] },
    },
  ),
  experiment(
    'hock-loss',
    'Loss',
    'Losses in small buffers',
    'Four BBR or CUBIC flows in buffers of 0.1 to 4 BDP: loss rate and utilisation.',
    {
      base: network([{ id: 'f', algorithm: 'bbr' }]),
      axes: [
        {
          name: 'buffer',
          unit: 'BDP',
          values: [0.1, 0.2, 0.5, 1, 2, 4],
          sets: [
            { path: BUFFER, times: BDP, whole: true },
            { path: '/flows/f', copies: true, hosts: true, values: [4] },
          ],
        },
        {
          name: 'algorithm',
          values: ['BBR', 'CUBIC'],
          sets: [{ path: '/flows/*/algorithm', values: ['bbr', 'cubic'] }],
        },
      ],
      chart: { kind: 'line', shows: [1, 2], logX: true },
      quick: { count: 1, durationS: 40, values: [[0.2, 4], []] },
    },
  ),
  experiment(
    'hock-bursts',
    'Bursts',
    'The queue with and without Linux’s bursts',
    '2, 4 and 8 BBR flows in a buffer of 8 BDP, with a window that allows for Linux’s bursts and without.',
    {
      base: network([{ id: 'f', algorithm: 'bbr' }]),
      axes: [
        { name: 'flows', values: [2, 4, 8], sets: [{ path: '/flows/f', copies: true, hosts: true }] },
        {
          name: 'bursts',
          values: ['as Linux', 'none'],
          sets: [{ path: '/flows/*/params/bursts', values: [true, false] }],
        },
      ],
      chart: { kind: 'bar', shows: [0] },
      quick: { count: 1, durationS: 40, values: [[2, 4], []] },
    },
  ),
  experiment(
    'hock-loss-bursts',
    'Loss without bursts',
    'Losses without Linux’s bursts',
    'Four BBR flows in buffers of 2 to 4 BDP, with a window that allows for Linux’s bursts and without: loss rate and backlog.',
    {
      base: network([{ id: 'f', algorithm: 'bbr' }]),
      axes: [
        {
          name: 'buffer',
          unit: 'BDP',
          values: [2, 2.5, 3, 4],
          sets: [
            { path: BUFFER, times: BDP, whole: true },
            { path: '/flows/f', copies: true, hosts: true, values: [4] },
          ],
        },
        {
          name: 'bursts',
          values: ['as Linux', 'none'],
          sets: [{ path: '/flows/*/params/bursts', values: [true, false] }],
        },
      ],
      chart: { kind: 'line', shows: [1], logX: true },
      quick: { count: 1, durationS: 40, values: [[2, 4], []] },
    },
  ),
];

/** @type {import('./build.mjs').Paper} */
export const paper = {
  id: 'hock',
  title: 'Experimental Evaluation of BBR Congestion Control',
  authors: 'M. Hock, R. Bless, M. Zitterbart',
  year: 2017,
  venue: 'ICNP',
  headline:
    'What was measured at 1 and 10 Gb/s is seen at 100 Mb/s, too: one flow keeps a short queue, several keep more than a BDP, the flow with the longer RTT gets more, and in small buffers the flows lose 5 to 10 % of their packets without slowing down. Eight flows keep a little more than the paper’s limit of 1.5 BDP, because Linux’s allowance for bursts is large for so slow a link.',
  live: { id: 'bbr3-bbr', title: 'What BBRv3 changes' },
  story:
    'The first independent measurements of BBR, at 1 and 10 Gb/s. A single flow behaves as its authors say. Several flows do not: each estimates its bandwidth by the largest share that it had recently, the estimates add up to more than the link has, and windows of two BDP keep a queue of up to one and a half BDP. The flow with the longest RTT benefits from that queue, and in buffers too small for it the flows lose packets without slowing down.',
  experiments,
};
