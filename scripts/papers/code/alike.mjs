// Figures 16 to 18 and Table 2: flows of one kind among themselves.

import { dumbbell } from '../build.mjs';
import { ACCESS, CORE, flow, PARAMS, QUICK, REPLICATIONS, rateAxis, TIMES, UNSPECIFIED } from './pair.mjs';

/** Which scheme all flows run. @param {{ name: string, algorithm: string }[]} schemes */
const schemeAxis = (schemes) => ({
  name: 'Variant',
  values: schemes.map((s) => s.name),
  sets: [
    { path: '/flows/*/algorithm', values: schemes.map((s) => s.algorithm) },
    { path: '/flows/*/params', values: schemes.map((s) => PARAMS[s.algorithm]) },
  ],
});

const VEGAS = { name: 'Vegas', algorithm: 'vegas' };
const NEWVEGAS = { name: 'NewVegas', algorithm: 'newvegas' };
const CODE = { name: 'CODE', algorithm: 'code' };

const FAIRNESS = { name: 'Fairness index', of: 'jain' };
const QUEUE = { name: 'Queue', unit: 'packets', of: 'queues/core/forward/meanPackets' };
const DEVIATION = { name: 'Deviation of the queue', unit: 'packets', of: 'queues/core/forward/sdPackets' };
const LOSSES = { name: 'Losses', unit: 'packets', of: 'queues/core/forward/drops' };
const QUEUE_TRACE = { name: 'Queue', unit: 'packets', of: 'queues/core/forward/queue' };

/** @param {string} id @param {string} name */
const windowOf = (id, name) => ({ name, unit: 'packets', of: `flows/${id}/cwnd` });

/** When the second flow of figures 17 and 18 joins, and for how long it is watched, s. */
const JOINS_S = 40;
const WATCHED_S = 100;

/** A flow in equilibrium, and one that joins it, at 5 Mb/s. */
const joining = dumbbell({
  flows: [
    { ...flow('first', 'code', { startJitterS: 0 }) },
    { ...flow('newcomer', 'code', { startS: JOINS_S, startJitterS: 0.2 }) },
  ],
  core: { ...CORE, rateMbps: 5 },
  access: ACCESS,
  durationS: JOINS_S + WATCHED_S,
  sampling: { measureFromS: JOINS_S + WATCHED_S / 2 },
});

/**
 * Figures 17 and 18 are two views of the same runs.
 * @param {{ figure: number, title: string, summary: string, look: string, shows: number[] }} given
 * @returns {import('../build.mjs').PaperExperiment}
 */
const newcomer = ({ figure, title, summary, look, shows }) => ({
  id: `code-fig-${figure}`,
  label: `Figure ${figure}`,
  title,
  summary,
  document: {
    version: 1,
    title: `CODE, figure ${figure}: ${title.toLowerCase()}`,
    notes: `A flow has a bottleneck of 5 Mb/s for itself; at ${JOINS_S} s a second one of the same scheme joins. The table is over the last 50 s of ${JOINS_S + WATCHED_S}.

${look}

${UNSPECIFIED} Nor when the second flow joins: at ${JOINS_S} s, plus up to 0.2 s that are drawn.`,
    base: joining,
    axes: [schemeAxis([VEGAS, CODE])],
    replications: REPLICATIONS,
    measures: [FAIRNESS, QUEUE, DEVIATION, LOSSES],
    traces: [
      windowOf('first', "First flow's window"),
      windowOf('newcomer', "Newcomer's window"),
      QUEUE_TRACE,
      { name: "First flow's α", unit: 'packets', of: 'flows/first/probes/alpha' },
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
export const alike = [
  {
    id: 'code-fig-16',
    label: 'Figure 16',
    title: 'Two CODE flows',
    summary: 'Among themselves CODE flows are as steady as those of Vegas.',
    document: {
      version: 1,
      title: 'CODE, figure 16: two CODE flows',
      notes: `Two flows of one scheme share a bottleneck of 10 Mb/s with 100 packets of buffer; starts are uniform in 0 … 25 s. The table is from 50 to 200 s.

**Look at** the windows: after the second flow’s start they move little and no packet is lost. The paper shows a peak near 20 s and explains it by noise, since CODE compares single round trips; such a peak comes and goes with the start times. **Try** other seeds.

${UNSPECIFIED} Nor rate and buffer of this figure.`,
      base: dumbbell({
        flows: [flow('first', 'code'), flow('second', 'code')],
        core: CORE,
        access: ACCESS,
        ...TIMES,
      }),
      axes: [schemeAxis([CODE, VEGAS])],
      replications: REPLICATIONS,
      measures: [QUEUE, LOSSES, FAIRNESS],
      traces: [
        windowOf('first', "First flow's window"),
        windowOf('second', "Second flow's window"),
        QUEUE_TRACE,
      ],
      chart: { kind: 'trace', shows: [0, 1] },
      quick: QUICK,
    },
  },
  {
    id: 'code-table-2',
    label: 'Table 2',
    title: 'Fairness among ten flows of one scheme',
    summary: 'Jain’s index of ten CODE, NewVegas or Vegas flows at 5 to 50 Mb/s.',
    document: {
      version: 1,
      title: 'CODE, table 2: fairness among ten flows of one scheme',
      notes: `Ten flows of one scheme start together on a bottleneck with 100 packets of buffer. Jain’s index of their goodputs, from 50 to 200 s, beside the printed values.

**Look at** the distance from 1: any number of own packets in the queue between α and β is an equilibrium, so that Vegas flows may differ by up to 3 : 1 and stay so. **Try** β = 1 to close the band.

${UNSPECIFIED} “At the same time” is read as within one round trip of 50 ms, drawn for each flow: flows that start at the same nanosecond would send in the same order for ever.`,
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
  newcomer({
    figure: 17,
    title: 'Windows when a second flow joins',
    summary: 'A newcomer gets its share from Vegas and from CODE; CODE takes longer.',
    look: '**Look at** the first flow: its packets wait behind the newcomer’s, so that its RTT grows although its window does not. CODE cannot know whether that is another Reno, raises its thresholds and the queue with them, and takes them back once the RTT stands still. **Try** Reno as the newcomer.',
    shows: [0, 1],
  }),
  {
    id: 'code-fig-17-transient',
    label: 'Figures 17 and 18',
    title: 'How long until both share alike',
    summary: 'Fairness and queue in each 5 s after the newcomer’s start.',
    document: {
      version: 1,
      title: 'CODE, figures 17 and 18: how long until both share alike',
      notes: `The runs of figures 17 and 18, seen through windows of 5 s: Jain’s index of what both flows have got in it, and the mean queue. The paper says that CODE’s transient is longer than that of Vegas, and that the queue shows it too.

**Look at** where the lines come to rest. **Try** 20 Mb/s: a newcomer that adds a packet a round trip has a longer way to go.

${UNSPECIFIED}`,
      base: joining,
      axes: [
        {
          name: 'Time since the newcomer',
          unit: 's',
          values: { from: 0, to: 60, step: 5 },
          sets: [
            { path: '/sampling/measureFromS', plus: JOINS_S },
            { path: '/durationS', plus: JOINS_S + 5 },
          ],
        },
        schemeAxis([VEGAS, CODE]),
      ],
      replications: REPLICATIONS,
      measures: [FAIRNESS, QUEUE],
      chart: { kind: 'line', shows: [0, 1] },
      quick: { count: 3 },
    },
  },
  newcomer({
    figure: 18,
    title: 'The queue when a second flow joins',
    summary: 'After a transient CODE keeps the queue as short as Vegas does.',
    look: '**Look at** the queue before and after: each flow keeps one to three packets in it. A newcomer takes those that wait for a part of the empty way and keeps its own beside them. **Try** a third flow.',
    shows: [2],
  }),
];
