// Figures 16 to 18 and Table 2: flows of the same scheme.

import { dumbbell } from '../build.mjs';
import { ACCESS, CORE, flow, PARAMS, QUICK, REPLICATIONS, rateAxis, TIMES, UNSPECIFIED } from './pair.mjs';
import { withoutPhaseEffects } from './phase.mjs';

/** @import { PaperExperiment } from '../build.mjs' */

/** Which scheme all flows run. @param {{ name: string, algorithm: string, params?: Record<string, unknown> }[]} schemes */
const schemeAxis = (schemes) => ({
  name: 'Variant',
  values: schemes.map((s) => s.name),
  sets: [
    { path: '/flows/*/algorithm', values: schemes.map((s) => s.algorithm) },
    { path: '/flows/*/params', values: schemes.map((s) => ({ ...PARAMS[s.algorithm], ...s.params })) },
  ],
});

const VEGAS = { name: 'Vegas', algorithm: 'vegas' };
const NEWVEGAS = { name: 'NewVegas', algorithm: 'newvegas' };
const CODE = { name: 'CODE', algorithm: 'code' };
const HALVES = { name: 'CODE that halves', algorithm: 'code', params: { cut: 'half' } };

const FAIRNESS = { name: 'Fairness index', of: 'jain' };
const QUEUE = { name: 'Queue', unit: 'packets', of: 'queues/core/forward/meanPackets' };
const DEVIATION = { name: 'Queue standard deviation', unit: 'packets', of: 'queues/core/forward/sdPackets' };
const LOSSES = { name: 'Losses', unit: 'packets', of: 'queues/core/forward/drops' };
const QUEUE_TRACE = { name: 'Queue', unit: 'packets', of: 'queues/core/forward/queue' };

/** @param {string} id @param {string} name */
const windowOf = (id, name) => ({ name, unit: 'packets', of: `flows/${id}/cwnd` });

/** When the second flow of figures 17 and 18 joins, and for how long the run goes on, s. */
const JOINS_S = 40;
const AFTER_S = 100;

/** A flow in equilibrium and a second flow that joins, at 5 Mb/s. */
const joining = dumbbell({
  flows: [
    { ...flow('first', 'code', { startJitterS: 0 }) },
    { ...flow('newcomer', 'code', { startS: JOINS_S, startJitterS: 0.2 }) },
  ],
  core: { ...CORE, rateMbps: 5 },
  access: ACCESS,
  durationS: JOINS_S + AFTER_S,
  sampling: { measureFromS: JOINS_S + AFTER_S / 2 },
});

/**
 * Figures 17 and 18 are two views of the same runs.
 * @param {{ figure: number, title: string, summary: string, look: string, shows: number[] }} given
 * @returns {import('../build.mjs').PaperExperiment}
 */
const secondFlow = ({ figure, title, summary, look, shows }) => ({
  id: `code-fig-${figure}`,
  label: `Figure ${figure}`,
  title,
  summary,
  document: {
    version: 1,
    title: `CODE, figure ${figure}: ${title.toLowerCase()}`,
    notes: `One flow has a bottleneck of 5 Mb/s to itself; at ${JOINS_S} s a second flow of the same scheme joins. The table covers the last 50 s of ${JOINS_S + AFTER_S} s.

${look}

${UNSPECIFIED} It does not state when the second flow joins: here at ${JOINS_S} s plus a random time of up to 0.2 s.`,
    base: joining,
    axes: [schemeAxis([VEGAS, CODE, HALVES])],
    replications: REPLICATIONS,
    measures: [FAIRNESS, QUEUE, DEVIATION, LOSSES],
    traces: [
      windowOf('first', 'First flow’s window'),
      windowOf('newcomer', 'Second flow’s window'),
      QUEUE_TRACE,
      { name: 'First flow’s α', unit: 'packets', of: 'flows/first/probes/alpha' },
    ],
    chart: { kind: 'trace', shows },
    quick: { count: 3 },
  },
});

/** Table 2 by rate: CODE, NewVegas, Vegas. @type {[number, number, number, number][]} */
const TABLE_2 = [
  [5, 0.99, 0.99, 0.97],
  [10, 0.97, 0.96, 0.97],
  [15, 0.98, 0.98, 0.95],
  [20, 0.99, 0.98, 0.95],
  [25, 0.99, 0.98, 0.97],
  [30, 0.99, 0.96, 0.97],
  [35, 0.99, 0.98, 0.99],
  [40, 0.99, 0.99, 0.99],
  [45, 0.99, 0.99, 0.99],
  [50, 0.99, 0.97, 0.99],
];

/** @type {import('../build.mjs').PaperExperiment[]} */
export const sameScheme = [
  {
    id: 'code-fig-16',
    label: 'Figure 16',
    title: 'Two CODE flows',
    summary: 'Two CODE flows are as steady as two Vegas flows.',
    document: {
      version: 1,
      title: 'CODE, figure 16: two CODE flows',
      notes: `Two flows of the same scheme share a bottleneck of 10 Mb/s with 100 packets of buffer; start times are uniform in 0 … 25 s. The table covers 50 to 200 s.

**Look at** the windows: after the second flow has started they change little, and no packet is lost. The paper shows a peak near 20 s and attributes it to noise, because CODE compares single round trips. Whether there is such a peak depends on the start times. **Try** other seeds.

${UNSPECIFIED} It does not state the rate and buffer of this figure.`,
      base: dumbbell({
        flows: [flow('first', 'code'), flow('second', 'code')],
        core: CORE,
        access: ACCESS,
        ...TIMES,
      }),
      axes: [schemeAxis([CODE, VEGAS, HALVES])],
      replications: REPLICATIONS,
      measures: [QUEUE, LOSSES, FAIRNESS],
      traces: [
        windowOf('first', 'First flow’s window'),
        windowOf('second', 'Second flow’s window'),
        QUEUE_TRACE,
      ],
      chart: { kind: 'trace', shows: [0, 1] },
      quick: QUICK,
    },
  },
  {
    id: 'code-table-2',
    label: 'Table 2',
    title: 'Fairness among ten flows of the same scheme',
    summary: 'Jain’s index of ten CODE, NewVegas or Vegas flows at 5 to 50 Mb/s.',
    document: {
      version: 1,
      title: 'CODE, table 2: fairness among ten flows of the same scheme',
      notes: `Ten flows of the same scheme start together on a bottleneck with 100 packets of buffer. The table compares Jain’s index of their goodputs, from 50 to 200 s, with the published values.

**Look at** the distance from 1. A flow is in equilibrium with any number of queued packets between α and β, so the shares of Vegas flows can differ by up to 3 : 1 permanently. **Try** β = 1, which leaves a single equilibrium.

${UNSPECIFIED} “At the same time” is taken to mean at random times within one round trip of 50 ms: flows that start at the same nanosecond would send in the same order for ever.`,
      base: dumbbell({
        flows: [flow('f', 'code', { startJitterS: 0.05 })],
        core: CORE,
        access: ACCESS,
        ...TIMES,
      }),
      axes: [
        {
          ...rateAxis(TABLE_2.map(([rate]) => rate)),
          sets: [...rateAxis([]).sets, { path: '/flows/f', copies: true, hosts: true, values: [10] }],
        },
        schemeAxis([CODE, NEWVEGAS, VEGAS]),
      ],
      replications: REPLICATIONS,
      measures: [FAIRNESS, QUEUE, LOSSES],
      chart: { kind: 'line' },
      published: TABLE_2.flatMap(([rate, ...values]) =>
        [CODE, NEWVEGAS, VEGAS].map((scheme, i) => ({
          at: [rate, scheme.name],
          value: values[i],
          source: 'Table 2',
        })),
      ),
      quick: { ...QUICK, values: [[5, 10, 20, 50], []] },
    },
  },
  secondFlow({
    figure: 17,
    title: 'Windows when a second flow joins',
    summary: 'The second flow gets its share with Vegas and with CODE; CODE takes longer.',
    look: '**Look at** the first flow. Its packets queue behind those of the second flow, so its RTT grows although its window does not. CODE cannot tell whether the second flow is Reno. It raises its thresholds, which lengthens the queue, and lowers them once the RTT is constant. **Try** Reno as the second flow.',
    shows: [0, 1],
  }),
  {
    id: 'code-fig-17-transient',
    label: 'Figures 17 and 18',
    title: 'How long it takes until both flows share equally',
    summary: 'Fairness and queue in each 5 s interval after the second flow starts.',
    document: {
      version: 1,
      title: 'CODE, figures 17 and 18: how long it takes until both flows share equally',
      notes: `The runs of figures 17 and 18 in intervals of 5 s: Jain’s index of the goodputs in each interval, and the mean queue. The paper says that CODE’s transient is longer than that of Vegas, and that the queue shows it too.

**Look at** when the lines become flat. **Try** 20 Mb/s: a flow that adds one packet per round trip then takes longer to reach its share.

${UNSPECIFIED}`,
      base: joining,
      axes: [
        {
          name: 'Time since the second flow started',
          unit: 's',
          values: { from: 0, to: 60, step: 5 },
          sets: [
            { path: '/sampling/measureFromS', plus: JOINS_S },
            { path: '/durationS', plus: JOINS_S + 5 },
          ],
        },
        schemeAxis([VEGAS, CODE, HALVES]),
      ],
      replications: REPLICATIONS,
      measures: [FAIRNESS, QUEUE],
      chart: { kind: 'line', shows: [0, 1] },
      quick: { count: 3 },
    },
  },
  secondFlow({
    figure: 18,
    title: 'The queue when a second flow joins',
    summary: 'After a transient, CODE keeps the queue as short as Vegas does.',
    look: '**Look at** the queue before and after: each flow keeps one to three packets in it. The second flow mistakes the packets already queued for part of the propagation delay and adds its own. **Try** a third flow.',
    shows: [2],
  }),
];

/**
 * Table 2 with flows that start at the same nanosecond; random waits then decide their order. Nothing for other experiments.
 * @param {PaperExperiment} one @returns {PaperExperiment[]}
 */
export function sameTime(one) {
  if (one.id !== 'code-table-2') return [];
  const { id, label, title, summary, document } = withoutPhaseEffects(one);
  const flows = /** @type {object[]} */ (document.base.flows).map((each) => ({ ...each, startJitterS: 0 }));
  return [
    {
      id: id.replace('no-phase', 'same-time'),
      label: label.replace('no phase effects', 'one start'),
      title: `${title}, one start`,
      summary: `${summary} All flows start at the same moment.`,
      document: {
        ...document,
        title: `${document.title}, one start`,
        notes: `All ten flows start at the same nanosecond, which is “at the same time” to the letter.\n\n${document.notes}`,
        base: { ...document.base, flows },
      },
    },
  ];
}
