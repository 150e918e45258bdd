// Data Center TCP (2010).
import { dumbbell, experimentsWith, withQueue } from './build.mjs';

/** @import { Document, PaperExperiment } from './build.mjs' */

/** What the switch gives to one busy port, 700 KB, in packets of 1500 bytes. */
const SWITCH = 467;
/** Propagation, ms: 100 µs there and back. */
const ACCESS_MS = 0.01;
const CORE_MS = 0.03;

/** @param {number} rateMbps @param {number} thresholdPackets */
const network = (rateMbps, thresholdPackets) =>
  withQueue(
    dumbbell({
      title: 'Long flows to one receiver',
      durationS: 3,
      sampling: { periodMs: 10, measureFromS: 1, fairnessWindowS: 1 },
      flows: [{ id: 'f', algorithm: 'dctcp', stack: { kind: 'linux' }, startJitterS: 0.1 }],
      core: { rateMbps, delayMs: CORE_MS, limitPackets: SWITCH },
      access: { rateMbps: 10 * rateMbps, delayMs: ACCESS_MS },
    }),
    { kind: 'step', params: { limitPackets: SWITCH, thresholdPackets } },
  );

/** @param {number} count */
const flows = (count) => ({ path: '/flows/f', copies: true, hosts: true, values: [count] });
const THRESHOLD = { path: '/links/core/forward/queue/params/thresholdPackets' };

const MEASURES = [
  { name: 'queue, median', unit: 'packets', of: 'queues/core/forward/p50Packets' },
  { name: 'queue, 95th percentile', unit: 'packets', of: 'queues/core/forward/p95Packets' },
  { name: 'queue, maximum', unit: 'packets', of: 'queues/core/forward/maxPackets' },
  { name: 'utilisation', unit: '%', of: 'queues/core/forward/utilisation', times: 100 },
  { name: 'goodput', unit: 'Mb/s', of: 'flows/*/goodputMbps', over: 'sum' },
  { name: 'fairness', of: 'jain' },
  { name: 'drops', of: 'queues/core/forward/drops' },
];

const WORDS =
  'The paper measures on switches with ports of 1 and 10 Gb/s; a port may use up to 700 KB of buffer, 467 packets here. Long flows from several hosts go to one receiver. The switch marks packets that arrive while more than K are queued: K = 20 at 1 Gb/s and 65 at 10 Gb/s. TCP is NewReno with SACK on a drop-tail queue. The paper does not state the round trip without queues for these figures; its section on parameters mentions 100 to 300 µs. Here it is 100 µs plus transmission. Host links are ten times as fast as the port and have unlimited buffers: at the rate of the port, a single flow would queue in its host and not in the switch. Results count from 1 s to 3 s. Real hosts send in bursts of up to 30 or 40 packets at 10 Gb/s (section 3.5). The hosts here do not, so a K far below 65 suffices.';

const experiment = experimentsWith({ notes: WORDS, replications: { count: 5 }, measures: MEASURES });

const experiments = [
  experiment(
    'dctcp-queue',
    'Figure 13',
    'Queue length at 1 Gb/s',
    'Two long DCTCP flows with K = 20, and two TCP flows on drop-tail: queue length and throughput.',
    {
      base: network(1000, 20),
      axes: [
        {
          name: 'scheme',
          values: ['DCTCP', 'TCP'],
          sets: [
            flows(2),
            { path: '/flows/*/algorithm', values: ['dctcp', 'sack'] },
            {
              path: '/links/core/forward/queue',
              values: [
                { kind: 'step', params: { limitPackets: SWITCH, thresholdPackets: 20 } },
                { kind: 'droptail', params: { limitPackets: SWITCH } },
              ],
            },
          ],
        },
      ],
      chart: { kind: 'bar', shows: [0, 1] },
      published: [
        { at: ['DCTCP'], measure: 0, value: 20, source: 'section 4.1: about 20, K + n' },
        { at: ['DCTCP'], measure: 4, value: 950, source: 'section 4.1' },
        { at: ['TCP'], measure: 4, value: 950, source: 'section 4.1' },
      ],
      quick: { count: 1, durationS: 1.5, measureFromS: 0.5 },
    },
  ),
  experiment(
    'dctcp-threshold',
    'Section 4.1',
    'The threshold at 1 Gb/s',
    'Two long DCTCP flows with K from 5 to 65: queue length and throughput.',
    {
      base: network(1000, 20),
      axes: [{ name: 'K', unit: 'packets', values: [5, 10, 20, 40, 65], sets: [THRESHOLD, flows(2)] }],
      chart: { kind: 'line', shows: [0, 3], logX: true },
      quick: { count: 1, durationS: 1.5, measureFromS: 0.5, values: [[5, 65]] },
    },
  ),
  experiment(
    'dctcp-threshold-acks',
    'Section 4.1, an ACK for every packet',
    'The threshold at 1 Gb/s with an ACK for every packet',
    'The same with receivers that acknowledge each packet: queue length and throughput.',
    {
      base: network(1000, 20),
      axes: [
        {
          name: 'K',
          unit: 'packets',
          values: [5, 10, 20, 40, 65],
          sets: [THRESHOLD, flows(2), { path: '/flows/*/stack/params/delayedAck', values: [1, 1, 1, 1, 1] }],
        },
      ],
      chart: { kind: 'line', shows: [0, 3], logX: true },
      quick: { count: 1, durationS: 1.5, measureFromS: 0.5, values: [[5, 65]] },
    },
  ),
  experiment(
    'dctcp-10g',
    'Figure 14',
    'The threshold at 10 Gb/s',
    'Two long DCTCP flows at 10 Gb/s with K from 5 to 100: throughput and queue length.',
    {
      base: network(10000, 65),
      axes: [{ name: 'K', unit: 'packets', values: [5, 10, 20, 40, 65, 100], sets: [THRESHOLD, flows(2)] }],
      chart: { kind: 'line', shows: [3, 0], logX: true },
      quick: { count: 1, durationS: 0.5, measureFromS: 0.2, values: [[5, 65]] },
    },
  ),
  experiment(
    'dctcp-fairness',
    'Section 4.1, fairness',
    'Fairness of up to 90 flows',
    '2 to 90 long DCTCP flows at 1 Gb/s with K = 20: Jain’s index over two seconds.',
    {
      base: network(1000, 20),
      axes: [
        {
          name: 'flows',
          values: [2, 5, 10, 20, 40, 90],
          sets: [{ path: '/flows/f', copies: true, hosts: true }],
        },
      ],
      chart: { kind: 'line', shows: [5, 0], logX: true },
      published: [{ at: [90], measure: 5, value: 0.99, source: 'section 4.1: up to 90 flows' }],
      quick: { count: 1, durationS: 1.5, measureFromS: 0.5, values: [[2, 20]] },
    },
  ),
];

/** @type {import('./build.mjs').Paper} */
export const paper = {
  id: 'dctcp',
  title: 'Data Center TCP (DCTCP)',
  authors:
    'M. Alizadeh, A. Greenberg, D. A. Maltz, J. Padhye, P. Patel, B. Prabhakar, S. Sengupta, M. Sridharan',
  year: 2010,
  venue: 'SIGCOMM',
  headline:
    'The paper’s account of the queue holds: it stays at the threshold K with full throughput, down to a K of 5 packets at 1 Gb/s, and up to 90 flows share fairly. The bound K + n is exact if each packet is acknowledged, and exceeded by a packet or two if ACKs are delayed.',
  live: { id: 'lesson-marks', title: 'Counting marks: DCTCP' },
  story:
    'In a data centre, long transfers and short requests share switches with small buffers. TCP fills them: requests wait behind the long transfers or lose packets. DCTCP marks packets above a threshold of a few packets, and the sender reduces its window in proportion to the marked fraction. The queue then stays at the threshold, with full throughput. RFC 8257 describes the protocol as deployed. These are the paper’s measurements of queue, threshold and fairness.',
  experiments,
};
