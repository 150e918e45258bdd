// Sections II and V: the parts of the protocol, and the effect of its parameters.

import { dumbbell } from '../build.mjs';
import {
  ACCESS,
  CONTEXT,
  CORE,
  F,
  F_C,
  flowsAxis,
  LOSS,
  pair,
  quick,
  RTT,
  SETTINGS,
  STACK,
  TCP,
  TEN,
} from './setup.mjs';

/** @import { PaperExperiment } from '../build.mjs' */

/** A path with random loss and ample capacity. @param {{ id: string, algorithm: string }[]} flows @param {Record<string, unknown>} [more] */
const lossy = (flows, more = {}) =>
  dumbbell({
    flows,
    core: { rateMbps: 100, delayMs: 50, limitPackets: 10_000 },
    access: { rateMbps: 100, delayMs: 1 },
    durationS: 500,
    ...more,
  });

/** Random losses in %. @param {number[]} values @param {string} [way] */
const lossAxis = (values, way = 'forward') => ({
  name: 'loss',
  unit: '%',
  values,
  sets: [{ path: `/links/core/${way}/lossRate`, times: 0.01 }],
});

const ALONE = { stack: STACK, startJitterS: 1 };

/** @type {PaperExperiment[]} */
const formula = [
  {
    id: 'tfrcp-formula',
    label: 'Section II',
    title: 'Two formulas for TCP’s throughput',
    summary:
      'The square-root law and the formula with timeouts that TFRCP uses, compared with a Reno flow under random loss.',
    document: {
      version: 1,
      title: 'Two formulas for TCP’s throughput',
      notes: `One Reno flow on a path with an RTT of 104 ms and random loss. Its goodput is compared with the square-root law 1.22/(R√p) and with the formula of Padhye and others with timeouts, both for the flow’s own loss event rate and RTT. The paper bases TFRCP on the second formula, because the first overestimates throughput above 5 % loss.\n\n**Look at** where the lines diverge: there windows are small, and most losses lead to a timeout.`,
      base: lossy([{ id: 'tcp', algorithm: 'reno', ...ALONE }]),
      axes: [lossAxis([0.2, 0.5, 1, 2, 5, 8, 12, 20])],
      replications: TEN,
      measures: [
        { name: 'measured', unit: 'Mb/s', of: 'flows/tcp/goodputMbps' },
        { name: 'square root', unit: 'Mb/s', of: 'flows/tcp/theory/response/predicted' },
        { name: 'with timeouts', unit: 'Mb/s', of: 'flows/tcp/theory/pftk/predicted' },
        {
          name: 'timeouts',
          unit: '% of packets',
          of: 'flows/tcp/timeouts',
          per: 'flows/tcp/sentPackets',
          times: 100,
        },
      ],
      chart: { shows: [0, 1, 2], logX: true, logY: true },
      quick: quick([1, 5, 12, 20]),
    },
  },
  {
    id: 'tfrcp-blackout',
    label: 'Section II.B, self-limitation',
    title: 'The rate of TFRCP on a path that loses nearly all packets',
    summary: 'Packets sent at loss rates of 1 to 100 %, for both readings of how losses are counted.',
    document: {
      version: 1,
      title: 'The rate of TFRCP on a path that loses nearly all packets',
      notes: `A single TFRCP flow on a path that loses 1 % of its packets; after 60 s the loss rate changes to the value on the axis. The paper says that the rate falls to almost zero if nearly all packets are lost. But its text counts lost packets only up to the highest one acknowledged: if nothing is acknowledged, no loss is counted, and the rate doubles up to W_m/R. By default packets lost by timeout are counted as well, which is what the paper means.\n\n**Look at** 100 %: with the literal loss count the rate is at its upper bound.`,
      base: lossy([{ id: 'tfrcp', algorithm: 'tfrcp', ...ALONE }], { sampling: { measureFromS: 100 } }),
      axes: [
        {
          name: 'loss',
          unit: '%',
          values: [1, 10, 30, 50, 70, 90, 99, 100],
          sets: [
            { path: '/links/core/forward/lossRate', values: [0.01] },
            {
              path: '/edits',
              values: [1, 10, 30, 50, 70, 90, 99, 100].map((percent) => [
                { atS: 60, path: '/links/core/forward/lossRate', value: percent / 100 },
              ]),
            },
          ],
        },
        {
          name: 'count',
          values: ['as intended', 'literal'],
          sets: [{ path: '/flows/tfrcp/params/strictPaper', values: [false, true] }],
        },
      ],
      replications: TEN,
      measures: [{ name: 'rate', unit: 'packets in 400 s', of: 'flows/tfrcp/sentPackets' }],
      chart: { logY: true },
      quick: { count: 2, values: [[1, 50, 99, 100], []] },
    },
  },
  {
    id: 'tfrcp-ack-loss',
    label: 'Section II.B, ACKs',
    title: 'Loss of ACKs',
    summary: 'Every packet is acknowledged eight times: goodput against the loss rate of ACKs.',
    document: {
      version: 1,
      title: 'Loss of ACKs',
      notes: `A TFRCP flow and a Reno flow on a path with ample capacity that loses 2 % of the packets; the axis is the loss rate of ACKs on the reverse path. Each ACK of TFRCP acknowledges its own packet and the seven before it. Reno’s ACKs are cumulative, so Reno is protected, too, but its window growth depends on the number of ACKs.`,
      base: lossy([
        { id: 'tcp', algorithm: 'reno', ...ALONE },
        { id: 'tfrcp', algorithm: 'tfrcp', ...ALONE },
      ]),
      axes: [
        {
          ...lossAxis([0, 10, 20, 30, 40, 50], 'backward'),
          sets: [
            { path: '/links/core/forward/lossRate', values: [0.02] },
            { path: '/links/core/backward/lossRate', times: 0.01 },
          ],
        },
      ],
      replications: TEN,
      measures: [
        { name: 'TFRCP', unit: 'Mb/s', of: 'flows/tfrcp/goodputMbps' },
        { name: 'TCP', unit: 'Mb/s', of: 'flows/tcp/goodputMbps' },
      ],
      chart: { shows: [0, 1] },
      quick: quick([0, 30]),
    },
  },
];

const FEW = [10, 30, 50];
const SETUP =
  'Half of the long flows are TCP, half are TFRCP with rounds of 3 s, on the T1 line of Figure 2.';

/** An experiment of section V with the set-up of C.1. @param {string} id @param {string} label @param {string} title @param {string} summary @param {string} words @param {object} axis @returns {PaperExperiment} */
const varied = (id, label, title, summary, words, axis) => ({
  id,
  label,
  title,
  summary,
  document: {
    version: 1,
    title,
    notes: `${SETUP} ${words}\n\n${SETTINGS}`,
    base: pair(),
    axes: [flowsAxis(), axis],
    replications: TEN,
    measures: [F, F_C, ...CONTEXT],
    quick: quick(FEW, []),
  },
});

/** @type {PaperExperiment[]} */
const parameters = [
  varied(
    'tfrcp-linear-growth',
    'Section V, growth',
    'Linear growth after a round without loss',
    'Friendliness and losses with doubling, and with the linear growth that the paper tried first.',
    'After a round without loss TFRCP doubles its rate. The paper first tried linear growth as in TCP, by M/R packets/s (its example: 3/0.1 = 30), and found higher friendliness, and oscillations with very high losses. TCP’s window grows by M/R packets, so its rate grows by M/R²; the third line shows this.',
    { name: 'growth', values: ['double', 'rate', 'window'], sets: [{ path: '/flows/tfrcp*/params/growth' }] },
  ),
  varied(
    'tfrcp-first-rate',
    'Section V, initial rate',
    'The initial rate',
    'F with initial rates of 10, 40 and 160 packets/s.',
    'The rate of the first round is 40 packets/s in the paper. The paper says that it has little impact as long as M is small compared with the time over which friendliness is measured.',
    {
      name: 'initial rate',
      unit: 'packets/s',
      values: [10, 40, 160],
      sets: [{ path: '/flows/tfrcp*/params/initialRate' }],
    },
  ),
  {
    id: 'tfrcp-window-limit',
    label: 'Section V, maximum window',
    title: 'The maximum window W_m',
    summary: 'Goodput of a single TFRCP flow by W_m and loss rate: W_m matters only at low loss rates.',
    document: {
      version: 1,
      title: 'The maximum window W_m',
      notes: `A single TFRCP flow on a path with ample capacity, an RTT of 104 ms and random loss. W_m is the maximum window of the TCP connection that the formula models. The paper says that it can matter a lot at low loss rates.`,
      base: lossy([{ id: 'tfrcp', algorithm: 'tfrcp', ...ALONE }]),
      axes: [
        lossAxis([0.01, 0.1, 1, 5, 20]),
        {
          name: 'W_m',
          unit: 'packets',
          values: [10, 20, 50, 100],
          sets: [{ path: '/flows/tfrcp/params/maxWindow' }],
        },
      ],
      replications: TEN,
      measures: [{ name: 'TFRCP', unit: 'Mb/s', of: 'flows/tfrcp/goodputMbps' }],
      chart: { logX: true, logY: true },
      quick: quick([0.01, 1, 20], [10, 100]),
    },
  },
  {
    id: 'tfrcp-time-scales',
    label: 'Section V, time scales',
    title: 'Two TCP flows at several time scales',
    summary: 'Ratio of the larger to the smaller throughput of two TCP flows, over windows of 0.25 to 48 s.',
    document: {
      version: 1,
      title: 'Two TCP flows at several time scales',
      notes: `Two long Reno flows on the T1 line of Figure 2. F_C is the larger throughput over the smaller, as the median over windows of each length. The paper says that fairness has to be measured over more than a few round trips, because even two TCP flows do not have the same throughput on that scale.`,
      base: dumbbell({
        flows: [TCP, { ...TCP, id: 'tcp2' }],
        core: CORE,
        access: ACCESS,
        durationS: 1000,
        sampling: { timeScalesS: [0.25, 1, 6, 48] },
      }),
      axes: [],
      replications: TEN,
      measures: [0.25, 1, 6, 48]
        .map((scale) => ({ name: `F_C at ${scale} s`, of: `groups/reno/scales/${scale}/internalFairness` }))
        .concat([LOSS, RTT].map((one) => ({ ...one, of: one.of.replace('tfrcp*', 'tcp*') }))),
      chart: { kind: 'table' },
      quick: { count: 2, durationS: 500 },
    },
  },
];

export const design = [...formula, ...parameters];
