// Figure 19 and Table 3: a Linux testbed and an Internet path, emulated.

import { dumbbell } from '../build.mjs';
import { BESIDE_RENO, rateAxis } from './pair.mjs';

/** @import { Variant } from './pair.mjs' */

/**
 * Linux 2.6.18: ten years before ten packets to begin; growth counts ACKs (tcp_abc = 0); SACK. A receiver acknowledges every second packet.
 * There was no RACK-TLP, and F-RTO was off.
 */
const LINUX = {
  kind: 'linux',
  params: { recovery: 'sack', lossDetection: 'count', frto: false, initialWindow: 3, growBy: 'acks' },
};

/** What the kernel's module does otherwise than Vegas's paper; it divides by the RTT, as the paper has it. */
const MODULE = { slowStart: 'every', cut: 'half', minSamples: 3, fineTimer: false };

/** @type {Variant[]} */
const VARIANTS = [
  { name: 'Vegas', algorithm: 'vegas', params: MODULE },
  { name: 'NewVegas', algorithm: 'newvegas', params: MODULE },
  { name: 'CODE', algorithm: 'code', params: MODULE },
];
const EVERY = 'an ACK a packet';

/** How a flow is run. @param {string} id @param {string} algorithm @param {Record<string, unknown>} [more] */
const flow = (id, algorithm, more = {}) => ({
  id,
  algorithm,
  ...(algorithm === 'reno' ? {} : { params: MODULE }),
  stack: LINUX,
  // Nobody starts two machines at the same millisecond.
  startJitterS: 0.1,
  ...more,
});

const KERNEL =
  'The flows run as Linux 2.6.18 did: SACK, three packets to begin, growth by ACKs, timeouts from 200 ms; the Vegas module doubles every round trip in slow start, ' +
  'halves at a loss, grows as Reno with fewer than three samples, and has no fine-grained timer. The kernel’s thresholds are 2 and 4; the paper says that ' +
  'Vegas keeps “at most three packets”, so 1 and 3 here.';

/** Table 3: the file, and how long a run may take. */
const FILE_KB = 53_612;
const LONGEST_S = 400;
/** Goodput over the run in Mb/s times this, over the time that the file took, is its size over its time in kB/s. */
const KB = (LONGEST_S * 1000) / 8;

/** @type {import('../build.mjs').PaperExperiment[]} */
export const testbed = [
  {
    id: 'code-fig-19',
    label: 'Figure 19',
    title: 'The Linux testbed, emulated',
    summary: 'The paper’s testbed over the bottleneck’s rate: Vegas, NewVegas and CODE beside Reno.',
    document: {
      version: 1,
      title: 'CODE, figure 19: the Linux testbed, emulated',
      notes: `The paper measured with two pairs of machines (Fedora 6, kernel 2.6.18.8) and FreeBSD’s ipfw as the bottleneck: 100 packets of queue, 23 ms of delay, both flows at the same time. This is an emulation of it, not a measurement.

${KERNEL}

**Look at** the two readings of the receivers. Linux acknowledges every second packet; then Reno, which counts ACKs, gains half a packet a round trip, the RTT stands still in every other one, and each of those takes back a part of what the thresholds had gained. With *${EVERY}* CODE keeps up with Reno.

**Try** α = 2 and β = 4. The paper does not say which rates there were (5 to 50 Mb/s here), nor how long Iperf ran (200 s here, from the start).`,
      base: dumbbell({
        flows: [flow('reno', 'reno'), flow('other', 'code')],
        core: { rateMbps: 10, delayMs: 23, limitPackets: 100 },
        access: { rateMbps: 100, delayMs: 0.1 },
        durationS: 200,
      }),
      axes: [
        rateAxis([5, 10, 20, 30, 40, 50]),
        {
          name: 'Variant',
          values: [...VARIANTS.map((v) => v.name), ...VARIANTS.map((v) => `${v.name}, ${EVERY}`)],
          sets: [
            { path: '/flows/other/algorithm', values: [...VARIANTS, ...VARIANTS].map((v) => v.algorithm) },
            { path: '/flows/*/stack/params/delayedAck', values: [2, 2, 2, 1, 1, 1] },
          ],
        },
      ],
      replications: { count: 10 },
      measures: BESIDE_RENO,
      chart: { kind: 'line' },
      quick: { count: 3, durationS: 60, values: [[5, 20, 50], []] },
    },
  },
  {
    id: 'code-table-3',
    label: 'Table 3',
    title: 'Uploads over an Internet path, emulated',
    summary: 'Two uploads of 53.6 MB at the same time: Reno beside Vegas, and beside CODE.',
    document: {
      version: 1,
      title: 'CODE, table 3: uploads over an Internet path, emulated',
      notes: `Two clients upload a file of 53,612 kB each to a server 100 km away, at the same time; throughput is size over time. The paper measured this between two universities, ten rounds with Vegas and ten with CODE, and prints 552.45 ± 1.30 and 346.97 ± 22.52 KB/s for Reno and Vegas, 545.31 ± 2.31 and 545.92 ± 2.85 for Reno and CODE (95 %). This is an emulation on a path of which nothing is known, not a measurement.

Chosen here: 10 Mb/s, since Reno and CODE together printed 8.7 Mb/s of payload; an RTT of 10 ms; 100 packets of buffer; 0.5 Mb/s of Poisson packets as other traffic. ${KERNEL} Receivers acknowledge every second packet, or each.

**Look at** what Vegas has: by this measure much more than in figure 9, since it has the path for itself once Reno is done. **Look at** the printed Reno too: it has the same beside Vegas as beside CODE. So it did not take what Vegas left; something else than the shared path held it to 4.4 Mb/s, which no bottleneck that both share can do. **Try** *A quarter* as CODE’s decrease on loss.`,
      base: dumbbell({
        flows: [
          flow('reno', 'reno', { traffic: { kind: 'finite', params: { sizeKb: FILE_KB } } }),
          flow('other', 'code', { traffic: { kind: 'finite', params: { sizeKb: FILE_KB } } }),
          {
            id: 'noise',
            algorithm: 'udp',
            traffic: { kind: 'noise', params: { rateMbps: 0.5, packetBytes: 1000 } },
          },
        ],
        core: { rateMbps: 10, delayMs: 4, limitPackets: 100 },
        access: { rateMbps: 100, delayMs: 0.5 },
        durationS: LONGEST_S,
      }),
      axes: [
        {
          name: 'Variant',
          values: ['Vegas', 'CODE', `Vegas, ${EVERY}`, `CODE, ${EVERY}`],
          sets: [
            { path: '/flows/other/algorithm', values: ['vegas', 'code', 'vegas', 'code'] },
            ...['reno', 'other'].map((id) => ({
              path: `/flows/${id}/stack/params/delayedAck`,
              values: [2, 2, 1, 1],
            })),
          ],
        },
      ],
      replications: { count: 10 },
      measures: [
        {
          name: 'Its throughput',
          unit: 'kB/s',
          of: 'flows/other/goodputMbps',
          per: 'flows/other/completionS',
          times: KB,
        },
        {
          name: "Reno's throughput",
          unit: 'kB/s',
          of: 'flows/reno/goodputMbps',
          per: 'flows/reno/completionS',
          times: KB,
        },
        { name: 'Queue', unit: 'packets', of: 'queues/core/forward/meanPackets' },
      ],
      chart: { kind: 'bar', shows: [0, 1] },
      published: [
        { at: ['Vegas'], measure: 0, value: 346.97, source: 'Table 3' },
        { at: ['Vegas'], measure: 1, value: 552.45, source: 'Table 3' },
        { at: ['CODE'], measure: 0, value: 545.92, source: 'Table 3' },
        { at: ['CODE'], measure: 1, value: 545.31, source: 'Table 3' },
      ],
      quick: { count: 3 },
    },
  },
];
