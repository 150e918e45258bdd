// Section VII-B and C: tables VI and VII and figure 10, synchronised windows; table VIII, burst losses.

/** @import { PaperExperiment } from '../build.mjs' */
import { bench, buffer, copies, experiment, flow, MEASURES, measure, OPEN, RATE, schemes } from './setup.mjs';

const base = bench([flow('f', 'reno')]);

const RHO = `Windows are sampled every 0.1 s for 1000 s. The covariance coefficient of two windows is 1 if they rise and fall together and −1 if one rises while the other falls; values near 0 are best.`;

/** @type {(at: (string | number)[], name: string, value: number) => [(string | number)[], string, number]} */
const value = (at, name, x) => [at, name, x];

/** Three schemes' values of one row. @param {(scheme: string) => (string | number)[]} at @param {string} name @param {number[]} numbers */
const row = (at, name, numbers) =>
  ['Reno', 'Paced', 'Randomized'].map((scheme, i) => value(at(scheme), name, numbers[i] ?? 0));

const BURSTS = [
  [20, 87, 23, 1, 27],
  [25, 119, 18, 100, 31],
  [30, 141, 15, 168, 28],
];
const CASES = ['Reno, 1 Mb/s', 'Randomized, 1 Mb/s', 'Reno, 2 Mb/s', 'Randomized, 2 Mb/s'];

/**
 * Table VIII as published, or with a random delay before each packet.
 * @param {boolean} overhead
 * @returns {PaperExperiment}
 */
const burstLosses = (overhead) =>
  experiment({
    id: `randomized-table-8${overhead ? '-overhead' : ''}`,
    label: `Table VIII${overhead ? ', random send overhead' : ''}`,
    title: `Burst losses${overhead ? ' without phase effects' : ''}`,
    summary: 'Burst losses of 20, 25 and 30 Reno and Randomized flows, at 1 and 2 Mb/s.',
    notes: `20, 25 and 30 flows share 1 or 2 Mb/s with an RTT of 200 ms and 25 packets of buffer. A burst loss is a run of two or more packets of a flow that the bottleneck drops consecutively. According to the paper, burst losses increase with the number of flows for Reno, but not for Randomized.

${
  overhead
    ? `Here each sender delays each packet by a random time of up to one transmission time at the bottleneck, which removes phase effects (Floyd & Jacobson 1992).\n\n**Look at** Reno’s burst losses: there are many times as many as without the delay. **Try** half the delay.`
    : `**Look at** the cell of 20 flows at 2 Mb/s, where Reno has fewer than Randomized, as in the paper. **Try** *Table VIII, random send overhead*, and the other definition, runs of a flow’s own packets regardless of other packets in between: by that definition Randomized has more burst losses.`
}

The paper does not define burst losses exactly. It does not state what the average is taken over (here flows) or how long the runs were (here 1000 s), so only proportions can be compared. ${OPEN}`,
    base: bench([flow('f', 'reno')], { rateMbps: 1, coreMs: 80 }),
    axes: [
      { name: 'Flows', values: [20, 25, 30], sets: [copies('f'), buffer([25])] },
      {
        name: 'Case',
        values: CASES,
        sets: [
          { path: '/flows/*/algorithm', values: ['reno', 'randomized', 'reno', 'randomized'] },
          ...RATE.map((set) => ({
            path: set.path,
            values: [1, 1, 2, 2].map((rate) => rate * (set.times ?? 1)),
          })),
          // Transmission time of a packet of 500 bytes at the bottleneck.
          ...(overhead ? [{ path: '/flows/*/sendOverheadUs', values: [4000, 4000, 2000, 2000] }] : []),
        ],
      },
    ],
    measures: [
      measure('Burst losses', '', 'burstLossesPerFlow'),
      measure('Burst losses (own packets)', '', 'flows/*/burstLossesOwn'),
      measure('Losses', '', 'flows/*/drops'),
      MEASURES.timeouts,
      MEASURES.utilisation,
    ],
    chart: { kind: 'bar', shows: [0] },
    printed: {
      source: 'Table VIII',
      values: BURSTS.flatMap(([flows = 0, ...numbers]) =>
        CASES.map((name, i) => value([flows, name], 'Burst losses', numbers[i] ?? 0)),
      ),
    },
    quick: { count: 2, durationS: 400 },
  });

const PAIRS = [
  measure('Covariance', '', 'covariance/f/f-2'),
  MEASURES.throughput,
  MEASURES.queueDeviation,
  MEASURES.synchronizationLevel,
];

/** @type {PaperExperiment[]} */
export const experiments = [
  experiment({
    id: 'randomized-table-6',
    label: 'Table VI',
    title: 'Windows of two flows',
    summary: 'Covariance of the windows of two Reno, Paced or Randomized flows, at 3, 4 and 5 Mb/s.',
    notes: `Two flows share 3, 4 or 5 Mb/s with an RTT of 100 ms and 25 packets of buffer. ${RHO} According to the paper, Reno’s windows move together, more so on faster links; Paced’s windows move in opposite directions; Randomized’s coefficients are nearest to 0.

**Look at** the signs of the three coefficients, and at the confidence interval of Paced. **Try** a base scenario in which both flows start at the same time.

In the table Reno’s coefficient falls from 3 to 4 Mb/s before it rises. The buffer is 25 packets throughout, although the text also says a quarter of the BDP. ${OPEN}`,
    base,
    axes: [
      { name: 'Bottleneck', unit: 'Mb/s', values: [3, 4, 5], sets: RATE },
      { ...schemes(), sets: [...schemes().sets, copies('f', [2])] },
    ],
    measures: PAIRS,
    chart: { kind: 'bar', shows: [0] },
    printed: {
      source: 'Table VI',
      values: [
        ...row((scheme) => [3, scheme], 'Covariance', [0.4254, -0.4124, 0.1721]),
        ...row((scheme) => [4, scheme], 'Covariance', [0.3152, -0.1839, 0.1604]),
        ...row((scheme) => [5, scheme], 'Covariance', [0.67, -0.3302, 0.0799]),
      ],
    },
    quick: { count: 5, durationS: 300 },
  }),
  experiment({
    id: 'randomized-table-6-seeds',
    label: 'Table VI, more seeds',
    title: 'Windows of two Randomized flows, forty more seeds',
    summary: 'Covariance of the windows of two Randomized flows at 3, 4 and 5 Mb/s, with forty other seeds.',
    notes: `Table VI’s Randomized flows with seeds 11 to 50, and how many packets are lost at a congestion event. ${RHO} **Look at** the confidence intervals: with ten seeds they are twice as wide. **Try** Reno.`,
    base,
    replications: { count: 40, firstSeed: 11 },
    axes: [
      {
        name: 'Bottleneck',
        unit: 'Mb/s',
        values: [3, 4, 5],
        sets: [
          ...RATE,
          copies('f', [2]),
          { path: '/flows/*/algorithm', values: ['randomized', 'randomized', 'randomized'] },
        ],
      },
    ],
    measures: [
      ...PAIRS,
      measure('Losses at an event', '', 'queues/core/forward/drops', {
        per: 'queues/core/forward/congestionEvents',
      }),
    ],
    chart: { kind: 'bar', shows: [0] },
    quick: { count: 5, durationS: 300 },
  }),
  experiment({
    id: 'randomized-table-7',
    label: 'Table VII',
    title: 'Windows of three flows',
    summary: 'Covariance of each pair of windows of three Reno, Paced or Randomized flows.',
    notes: `Three flows share 4 Mb/s with an RTT of 100 ms and 25 packets of buffer. ${RHO} According to the paper, Reno’s windows are the most synchronised, Paced’s are out of phase, and both schemes reduce synchronisation.

**Look at** the three pairs: they differ only by chance. **Try** four flows.

The third row of the table is labelled (1,4), but there are only three flows; here it is (2,3). ${OPEN}`,
    base,
    axes: [{ ...schemes(), sets: [...schemes().sets, copies('f', [3])] }],
    measures: [
      measure('ρ(1,2)', '', 'covariance/f/f-2'),
      measure('ρ(1,3)', '', 'covariance/f/f-3'),
      measure('ρ(2,3)', '', 'covariance/f-2/f-3'),
      MEASURES.synchronizationLevel,
    ],
    chart: { kind: 'bar', shows: [0, 1, 2] },
    printed: {
      source: 'Table VII',
      values: [
        ...row((scheme) => [scheme], 'ρ(1,2)', [0.5183, -0.1454, 0.2525]),
        ...row((scheme) => [scheme], 'ρ(1,3)', [0.5416, -0.1537, 0.1422]),
        ...row((scheme) => [scheme], 'ρ(2,3)', [0.3492, -0.1833, 0.1535]),
      ],
    },
    quick: { count: 5, durationS: 300 },
  }),
  experiment({
    id: 'randomized-fig-10',
    label: 'Figure 10',
    title: 'Windows of many flows',
    summary: 'Covariances of all pairs of 10 and 25 flows, the queue, and the synchronisation level.',
    notes: `10 or 25 flows share 4 Mb/s with an RTT of 100 ms and 25 packets of buffer. ${RHO} The paper plots all pairs: Reno is highly synchronised, Paced and Randomized are not, and with more flows Randomized is better than Paced.

**Look at** the mean of all pairs, and at the *synchronisation level*: the share of flows that lose packets in a congestion event. **Try** 50 flows.

${OPEN}`,
    base,
    axes: [schemes(), { name: 'Flows', values: [10, 25], sets: [copies('f')] }],
    measures: [...MEASURES.covariances, MEASURES.queueDeviation, MEASURES.synchronizationLevel],
    chart: { kind: 'bar', shows: [0, 2, 4] },
    quick: { count: 3, durationS: 200 },
  }),
  burstLosses(false),
  burstLosses(true),
];
