// Figure 19 and Table 3: a Linux testbed and an Internet path, emulated.

import { dumbbell } from '../build.mjs';
import { AGAINST_RENO, rateAxis } from './pair.mjs';

/** @import { Variant } from './pair.mjs' */

/**
 * Linux 2.6.18: an initial window of three packets, not yet ten; growth counts ACKs (tcp_abc = 0); SACK. A receiver acknowledges every second
 * packet. There was no RACK-TLP, and F-RTO was off.
 */
const LINUX = {
  kind: 'linux',
  params: { recovery: 'sack', lossDetection: 'count', frto: false, initialWindow: 3, growBy: 'acks' },
};

/** Where the kernel's module differs from Vegas's paper; it divides by the RTT, as the paper does. */
const MODULE = { slowStart: 'every', cut: 'half', minSamples: 3, fineTimer: false };

/** @type {Variant[]} */
const VARIANTS = [
  { name: 'Vegas', algorithm: 'vegas', params: MODULE },
  { name: 'NewVegas', algorithm: 'newvegas', params: MODULE },
  { name: 'CODE', algorithm: 'code', params: MODULE },
];
const EVERY = 'ACK per packet';

/** A flow of the testbed. @param {string} id @param {string} algorithm @param {Record<string, unknown>} [more] */
const flow = (id, algorithm, more = {}) => ({
  id,
  algorithm,
  ...(algorithm === 'reno' ? {} : { params: MODULE }),
  stack: LINUX,
  // Two machines cannot be started in the same millisecond.
  startJitterS: 0.1,
  ...more,
});

const KERNEL =
  'The flows behave like Linux 2.6.18: SACK, an initial window of three packets, growth that counts ACKs, a minimum RTO of 200 ms. The Vegas module doubles every ' +
  'round trip in slow start, halves on a loss, grows like Reno with fewer than three samples and has no fine-grained timer. The kernel’s thresholds are 2 and 4. ' +
  'The paper says that Vegas keeps “at most three packets”, so they are 1 and 3 here.';

/** Table 3: the size of the file, and the length of a run. */
const FILE_KB = 53_612;
const LONGEST_S = 400;
/** Goodput over the run in Mb/s times this, over the time that the file took, is its size over its time in kB/s. */
const KB = (LONGEST_S * 1000) / 8;

/** Two uploads at the same time over a path with other traffic. */
const uploads = dumbbell({
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
});

/** Who uploads beside Reno, and how receivers acknowledge. */
const UPLOADS = {
  name: 'Variant',
  values: ['Vegas', 'CODE', `Vegas, ${EVERY}`, `CODE, ${EVERY}`],
  sets: [
    { path: '/flows/other/algorithm', values: ['vegas', 'code', 'vegas', 'code'] },
    ...['reno', 'other'].map((id) => ({
      path: `/flows/${id}/stack/params/delayedAck`,
      values: [2, 2, 1, 1],
    })),
  ],
};

/** @type {import('../build.mjs').PaperExperiment[]} */
export const testbed = [
  {
    id: 'code-fig-19',
    label: 'Figure 19',
    title: 'The Linux testbed, emulated',
    summary: 'The paper’s testbed by bottleneck rate: Vegas, NewVegas and CODE against Reno.',
    document: {
      version: 1,
      title: 'CODE, figure 19: the Linux testbed, emulated',
      notes: `The paper used two pairs of machines (Fedora 6, kernel 2.6.18.8) and FreeBSD’s ipfw as the bottleneck, with a buffer of 100 packets, a delay of 23 ms and both flows at the same time. This is an emulation of that testbed, not a measurement.

${KERNEL}

**Look at** the two ACK policies. Linux acknowledges every second packet. Then Reno, which counts ACKs, gains half a packet per round trip. The RTT does not change in every other round trip, and in each of those CODE takes back part of the rise of its thresholds. With *${EVERY}* CODE keeps up with Reno.

**Try** α = 2 and β = 4. The paper does not state the rates (here 5 to 50 Mb/s) or how long Iperf ran (here 200 s, measured from the start).`,
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
      measures: AGAINST_RENO,
      chart: { kind: 'line' },
      quick: { count: 3, durationS: 60, values: [[5, 20, 50], []] },
    },
  },
  {
    id: 'code-table-3',
    label: 'Table 3',
    title: 'Uploads over an Internet path, emulated',
    summary: 'Two simultaneous uploads of 53.6 MB: Reno against Vegas, and against CODE.',
    document: {
      version: 1,
      title: 'CODE, table 3: uploads over an Internet path, emulated',
      notes: `Two clients upload a file of 53,612 kB each to a server 100 km away, at the same time; throughput is size over time. The paper measured this between two universities, ten times with Vegas and ten times with CODE, and reports 552.45 ± 1.30 and 346.97 ± 22.52 KB/s for Reno and Vegas, 545.31 ± 2.31 and 545.92 ± 2.85 for Reno and CODE (95 % intervals). Nothing is known of the path; this is an emulation, not a measurement.

Chosen here: 10 Mb/s, because the published rates of Reno and CODE add up to 8.7 Mb/s of payload; an RTT of 10 ms; 100 packets of buffer; 0.5 Mb/s of Poisson packets as other traffic. ${KERNEL} Receivers acknowledge every second packet, or every packet.

**Look at** Vegas: by this measure it gets much more than in figure 9, because it has the path to itself once Reno has finished. **Look at** the published Reno as well: it has the same throughput against Vegas as against CODE. So it did not take the capacity that Vegas left; something other than the shared path limited it to 4.4 Mb/s, which a shared bottleneck cannot do. **Try** *A quarter* as CODE’s decrease on loss.`,
      base: uploads,
      axes: [UPLOADS],
      replications: { count: 10 },
      measures: [
        {
          name: 'Other flow’s throughput',
          unit: 'kB/s',
          of: 'flows/other/goodputMbps',
          per: 'flows/other/completionS',
          times: KB,
        },
        {
          name: 'Reno’s throughput',
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
  {
    id: 'code-table-3-both',
    label: 'Table 3, while both send',
    title: 'Shares while both uploads last',
    summary:
      'The first 80 s of table 3, in which neither transfer has ended: Reno against Vegas, and against CODE.',
    document: {
      version: 1,
      title: 'CODE, table 3: shares while both uploads last',
      notes: `Table 3’s path with runs of 80 s, measured from 10 s on: the shorter transfer takes more than 80 s. **Look at** the ratio: size over time hides it, because the slower transfer has the path to itself at the end. **Try** *A quarter* as CODE’s decrease on loss.`,
      base: { ...uploads, durationS: 80, sampling: { measureFromS: 10 } },
      axes: [UPLOADS],
      replications: { count: 10 },
      measures: [
        ...AGAINST_RENO,
        { name: 'Other flow’s loss events', of: 'flows/other/lossEvents' },
        { name: 'Reno’s loss events', of: 'flows/reno/lossEvents' },
      ],
      chart: { kind: 'bar' },
      quick: { count: 3 },
    },
  },
];
