// Sections II and V: what the protocol is made of, and what its parameters do.

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

/** A path that loses packets at random and has room for all. @param {{ id: string, algorithm: string }[]} flows @param {Record<string, unknown>} [more] */
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
    title: "Two formulas for TCP's throughput",
    summary:
      'The square-root law and the formula with timeouts that TFRCP uses, beside a Reno flow under random loss.',
    document: {
      version: 1,
      title: "Two formulas for TCP's throughput",
      notes: `One Reno flow on a path with a round trip of 104 ms that loses packets at random. Beside its goodput: the square-root law 1.22/(R√p), and the formula of Padhye and others with timeouts, both at the flow's own rate of loss events and its own round-trip time. The paper builds TFRCP on the second, since the first overestimates above 5 % of losses.\n\n**Look at** how the lines part: windows are small then, and most losses end in a timeout.`,
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
    title: 'What TFRCP sends into a path that loses nearly all',
    summary: 'Packets sent a second at losses of 1 to 100 %, with both readings of how losses are counted.',
    document: {
      version: 1,
      title: 'What TFRCP sends into a path that loses nearly all',
      notes: `A lone TFRCP flow on a path that loses 1 % of its packets; after 60 s losses change to what the axis says. The paper says that the rate falls to almost zero when nearly everything is lost. But its text counts lost packets only up to the highest one acknowledged: where nothing is acknowledged nothing is lost, and the rate doubles up to W_m/R. By default packets found lost by their timeout count as well, which is what the paper means.\n\n**Look at** 100 %: to the letter the rate is at its upper bound.`,
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
          values: ['as meant', 'to the letter'],
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
    title: 'Losses of ACKs',
    summary: 'Every packet is acknowledged eight times: what remains of the rate when ACKs are lost.',
    document: {
      version: 1,
      title: 'Losses of ACKs',
      notes: `A TFRCP and a Reno flow on a path with room for both that loses 2 % of the packets, and on the way back as many ACKs as the axis says. Each ACK of TFRCP tells of its own packet and the seven before it. Reno's ACKs are cumulative, so that it is protected, too; but its window grows by ACKs.`,
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
const SETUP = 'Half of the endless flows are TCP, half TFRCP with rounds of 3 s, on the T1 line of Figure 2.';

/** Section V with the set-up of C.1. @param {string} id @param {string} label @param {string} title @param {string} summary @param {string} words @param {object} axis @returns {PaperExperiment} */
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
    'Growing linearly after a round without loss',
    'Doubling, and the linear growth that the paper tried first: friendliness and losses.',
    "After a round without loss TFRCP doubles its rate. The paper first tried linear growth as TCP has it, by M/R packets a second (its example: 3/0.1 = 30), and found higher friendliness and oscillations with very high losses. TCP's window grows by M/R packets, so its rate by M/R²; that is the third line.",
    { name: 'growth', values: ['double', 'rate', 'window'], sets: [{ path: '/flows/tfrcp*/params/growth' }] },
  ),
  varied(
    'tfrcp-first-rate',
    'Section V, first rate',
    'The first rate',
    'F with first rates of 10, 40 and 160 packets/s.',
    'The rate of the first round is 40 packets/s in the paper, which says that it has little impact as long as M is small compared with the time over which friendliness is measured.',
    {
      name: 'first',
      unit: 'packets/s',
      values: [10, 40, 160],
      sets: [{ path: '/flows/tfrcp*/params/initialRate' }],
    },
  ),
  {
    id: 'tfrcp-window-limit',
    label: 'Section V, largest window',
    title: 'The largest window W_m',
    summary: 'Goodput of a lone TFRCP flow by W_m and loss rate: it matters only at low loss rates.',
    document: {
      version: 1,
      title: 'The largest window W_m',
      notes: `A lone TFRCP flow on a path with room for all, a round trip of 104 ms and random losses. W_m is the window of the TCP connection that the formula stands for. The paper says that it can matter much at low loss rates.`,
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
    summary: 'The larger over the smaller throughput of two TCP flows, over windows of 0.25 to 48 s.',
    document: {
      version: 1,
      title: 'Two TCP flows at several time scales',
      notes: `Two endless Reno flows on the T1 line of Figure 2. The larger throughput over the smaller, as the median over windows of each length. The paper says that fairness is to be measured over more than a few round trips, since even two TCP flows do not have the same throughput on that scale.`,
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
