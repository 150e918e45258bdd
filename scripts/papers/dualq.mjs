// Prague and CUBIC over DualPI2: RFC 9332 (2023), and measurements of 2020.
import { dumbbell, withQueue } from './build.mjs';

/** @import { PaperExperiment } from './build.mjs' */

const CUBIC = { id: 'cubic', name: 'CUBIC', algorithm: 'cubic', startJitterS: 0.5 };
const PRAGUE = { id: 'prague', name: 'Prague', algorithm: 'prague', startJitterS: 0.5 };
/** @param {Record<string, unknown>} params */
const stack = (params = {}) => ({ stack: { kind: 'linux', params } });

/** Propagation outside the core, ms there and back. */
const ACCESS_MS = 1;
/** What sets the base RTT, ms. */
const RTT = ['forward', 'backward'].map((way) => ({
  path: `/links/core/${way}/delayMs`,
  times: 0.5,
  plus: -ACCESS_MS / 2,
}));
const RATE = ['forward', 'backward'].map((way) => ({ path: `/links/core/${way}/rateMbps` }));

/**
 * One Prague and one CUBIC flow over DualPI2.
 * @param {{ durationS: number, fromS: number, prague?: Record<string, unknown>, cubic?: Record<string, unknown>, queue?: Record<string, unknown> }} settings
 */
const network = ({ durationS, fromS, prague = {}, cubic = {}, queue = {} }) =>
  withQueue(
    dumbbell({
      title: 'Prague and CUBIC over DualPI2',
      durationS,
      sampling: { measureFromS: fromS },
      flows: [
        { ...PRAGUE, ...stack(), ...prague },
        { ...CUBIC, ...stack({ ecn: true }), ...cubic },
      ],
      core: { rateMbps: 40, delayMs: 9.5, limitPackets: 10_000 },
      access: { rateMbps: 1000, delayMs: ACCESS_MS / 4 },
    }),
    { kind: 'dualpi2', params: queue },
  );

const MEASURES = [
  { name: 'ratio', of: 'flows/prague/goodputMbps', per: 'flows/cubic/goodputMbps' },
  { name: 'Prague', unit: 'Mb/s', of: 'flows/prague/goodputMbps' },
  { name: 'CUBIC', unit: 'Mb/s', of: 'flows/cubic/goodputMbps' },
  { name: 'L delay', unit: 'ms', of: 'flows/prague/queueingMs' },
  { name: 'C delay', unit: 'ms', of: 'flows/cubic/queueingMs' },
  { name: 'utilisation', unit: '%', of: 'queues/core/forward/utilisation', times: 100 },
];

const PRAGUE_MARKS = {
  name: 'Prague’s marks',
  unit: '%',
  of: 'flows/prague/marks',
  per: 'flows/prague/sentPackets',
  times: 100,
};
const PRAGUE_RTT = { name: 'Prague’s RTT', unit: 'ms', of: 'flows/prague/rttMeanMs' };

const WORDS =
  'One Prague and one CUBIC flow with the same base RTT share a link with DualPI2, with the parameters of RFC 9332: C target 15 ms, coupling factor k = 2, L ramp from 0.8 to 1.2 ms. CUBIC has classic ECN. Prague has its RTT scaling, so that below 25 ms it behaves as a flow of 25 ms. A ratio above 1 means that Prague is faster. Stacks are Linux’s; results count from 30 s to 130 s. Delays are round-trip times less the round-trip time with empty queues.';

/** Throughput in the last minute, Mb/s: rate, RTT, CUBIC, Prague. @type {[number, number, number, number][]} */
export const HEIST = [
  [10, 10, 2.93, 6.22],
  [10, 20, 3.28, 5.93],
  [10, 80, 3.48, 5.9],
  [50, 10, 12.65, 34.57],
  [50, 20, 14.94, 32.39],
  [50, 80, 17.85, 29.58],
];

/** @type {PaperExperiment[]} */
const experiments = [
  {
    id: 'dualq-rates',
    label: 'Coupling',
    title: 'Rates of Prague and CUBIC',
    summary: 'The ratio of their rates at 4 to 200 Mb/s and base RTTs of 5 to 100 ms.',
    document: {
      version: 1,
      title: 'Rates of Prague and CUBIC',
      notes: WORDS,
      base: network({ durationS: 130, fromS: 30 }),
      axes: [
        { name: 'RTT', unit: 'ms', values: [5, 10, 20, 50, 100], sets: RTT },
        { name: 'rate', unit: 'Mb/s', values: [4, 12, 40, 120, 200], sets: RATE },
      ],
      replications: { count: 3 },
      measures: MEASURES,
      chart: { kind: 'line', shows: [0, 4], logX: true },
      quick: {
        count: 1,
        durationS: 60,
        measureFromS: 20,
        values: [
          [20, 100],
          [4, 40],
        ],
      },
    },
  },
  {
    id: 'dualq-marks',
    label: 'Coupling, marks',
    title: 'Marks and RTTs of Prague and CUBIC',
    summary:
      'How often the packets of both are marked, and their RTTs, at 4 to 40 Mb/s and base RTTs of 20 to 100 ms.',
    document: {
      version: 1,
      title: 'Marks and RTTs of Prague and CUBIC',
      notes: `${WORDS}\n\nBy the laws of appendix C Prague’s window is two over its share of marked packets, CUBIC’s 1.22 over the square root of its own, and the first share is twice the square root of the second. **Look at** the marks and the RTTs, from which each law can be checked by itself.`,
      base: network({ durationS: 130, fromS: 30 }),
      axes: [
        { name: 'RTT', unit: 'ms', values: [20, 50, 100], sets: RTT },
        { name: 'rate', unit: 'Mb/s', values: [4, 12, 40], sets: RATE },
      ],
      replications: { count: 3 },
      measures: [
        ...MEASURES,
        PRAGUE_MARKS,
        {
          name: 'CUBIC’s marks',
          unit: '%',
          of: 'flows/cubic/marks',
          per: 'flows/cubic/sentPackets',
          times: 100,
        },
        PRAGUE_RTT,
        { name: 'CUBIC’s RTT', unit: 'ms', of: 'flows/cubic/rttMeanMs' },
      ],
      chart: { kind: 'line', shows: [6, 7], logX: true },
      quick: { count: 1, durationS: 60, measureFromS: 20, values: [[20], [4, 40]] },
    },
  },
  {
    id: 'dualq-delay',
    label: 'L delay',
    title: 'Delay of the L queue at 100 Mb/s',
    summary:
      'Prague’s queueing delay when it shares 100 Mb/s with a CUBIC flow, at base RTTs of 5 to 100 ms.',
    document: {
      version: 1,
      title: 'Delay of the L queue at 100 Mb/s',
      notes: `${WORDS} Here Prague’s receiver acknowledges each packet, so that delayed ACKs do not count as queueing.`,
      base: network({ durationS: 90, fromS: 30, prague: stack({ delayedAck: 1 }) }),
      axes: [
        {
          name: 'RTT',
          unit: 'ms',
          values: [5, 10, 20, 50, 100],
          sets: [...RTT, ...RATE.map((one) => ({ ...one, values: [100] }))],
        },
      ],
      replications: { count: 3 },
      measures: [
        ...MEASURES,
        { name: 'Prague RTT, 99th percentile', unit: 'ms', of: 'flows/prague/rttP99Ms' },
      ],
      chart: { kind: 'line', shows: [3, 4], logX: true },
      published: [
        { at: [20], measure: 3, value: 0.5, source: 'RFC 9332, section 1.1: mean of about 0.5 ms' },
      ],
      quick: { count: 1, durationS: 40, measureFromS: 15, values: [[20]] },
    },
  },
  {
    id: 'dualq-2020',
    label: 'Heist and Morton, scenario 1',
    title: 'Measurements from 2020',
    summary:
      'Prague and CUBIC in Linux as of 2020, at 10 and 50 Mb/s and 10 to 80 ms: throughput in the last of three minutes.',
    document: {
      version: 1,
      title: 'Measurements from 2020',
      notes:
        'P. Heist and J. Morton measured TCP Prague and CUBIC over the Linux implementation of DualPI2 in November 2020 (heistp/l4s-tests, table s1_table.md): two flows for 180 s, throughput in the last minute. Prague did not yet scale below 25 ms (their two Prague flows with 10 and 160 ms shared the link 29 to 1), so the virtual RTT is off here. Linux has a step at 1 ms for L and gives C a weight of 10 %. They do not say whether CUBIC used ECN; here it does not. Their throughput is measured on the wire.',
      base: network({
        durationS: 180,
        fromS: 120,
        prague: { params: { virtualRttMs: 0 } },
        cubic: stack(),
        queue: {
          updateMs: 16,
          alpha: 0.16,
          beta: 3.2,
          thresholdMs: 1,
          rampMs: 0,
          leastPackets: 0,
          weightC: 0.1,
          evenL: false,
        },
      }),
      axes: [
        { name: 'RTT', unit: 'ms', values: [10, 20, 80], sets: RTT },
        { name: 'rate', unit: 'Mb/s', values: [10, 50], sets: RATE },
      ],
      replications: { count: 5 },
      measures: [...MEASURES, PRAGUE_MARKS, PRAGUE_RTT],
      chart: { kind: 'line', shows: [0, 2], logX: true },
      published: HEIST.flatMap(([rate, rtt, cubic, prague]) => [
        {
          at: [rtt, rate],
          measure: 0,
          value: Math.round((100 * prague) / cubic) / 100,
          source: 's1_table.md',
        },
        { at: [rtt, rate], measure: 1, value: prague, source: 's1_table.md' },
        { at: [rtt, rate], measure: 2, value: cubic, source: 's1_table.md' },
      ]),
      quick: { count: 1, durationS: 60, measureFromS: 20, values: [[20], [10]] },
    },
  },
];

/** The measurements of 2020 with a step that does not apply to a queue of one packet, as in RFC 9332. @type {PaperExperiment[]} */
const sparing = experiments
  .filter(({ id }) => id === 'dualq-2020')
  .map((one) => {
    const document = structuredClone(one.document);
    const axes = /** @type {{ sets: object[] }[]} */ (document.axes);
    axes[0]?.sets.push({ path: '/links/core/forward/queue/params/leastPackets', values: [1] });
    const title = 'Measurements from 2020, single packets spared';
    return {
      ...one,
      id: 'dualq-2020-single',
      label: `${one.label}, single packets spared`,
      title,
      document: {
        ...document,
        title,
        notes: `The same with a step of 1 ms that does not apply to a queue of one packet, as in RFC 9332: a packet takes 1.2 ms at 10 Mb/s. ${document.notes}`,
      },
    };
  });

/** @type {import('./build.mjs').Paper} */
export const paper = {
  id: 'dualq',
  title: 'Dual-Queue Coupled Active Queue Management (RFC 9332)',
  authors: 'K. De Schepper, B. Briscoe, G. White',
  year: 2023,
  venue: 'IETF',
  headline:
    'The coupling brings Prague and CUBIC within a factor of two of each other at nearly every rate and RTT, and the delay of L to half a millisecond, but not to equal rates: with 20 ms and more Prague has about 1.7 times as much as CUBIC. The same was measured on Linux in 2020.',
  live: { id: 'l4s', title: 'L4S: low latency alongside CUBIC' },
  story:
    'L4S needs a queue of about a millisecond, CUBIC one of many milliseconds. DualPI2 gives each its own queue and couples the two: the marking probability of the L queue is twice the square root of the drop probability of the other. By the response functions of both senders, a scalable flow and a classic one with the same RTT should then get about the same rate. How well does that work, from 4 to 200 Mb/s and from 5 to 100 ms, and what did independent measurements find?',
  experiments: [...experiments, ...sparing],
};
