// Section VI-A and B, figures 6 to 8, and figure 11: bulk and web-like transfers.

/** @import { PaperExperiment } from '../build.mjs' */
import {
  bench,
  CORRECTION,
  copies,
  experiment,
  flow,
  MEASURES,
  measure,
  OPEN,
  PACKET_KB,
  PLAIN,
  SPREAD_RTTS,
  schemes,
  WITH_PLAIN,
} from './setup.mjs';

const base = bench([flow('f', 'reno')]);

/** Numbers of flows. @param {Record<string, unknown>[]} [sets] */
const flows = (sets = []) => ({
  name: 'Flows',
  values: { from: 10, to: 50, step: 10 },
  sets: [copies('f'), ...sets],
});

const measures = [
  MEASURES.throughput,
  MEASURES.lossRate,
  MEASURES.timeouts,
  MEASURES.fairness,
  MEASURES.meanQueue,
];
const chart = { kind: 'line', shows: [0, 1, 2, 3] };
const ENDS = [10, 30, 50];

/** Flows of consecutive web-like transfers. @param {number} packets */
const web = (packets) =>
  bench([
    flow('f', 'reno', {
      traffic: { kind: 'web', params: { slots: 1, sizes: 'fixed', sizeKb: packets * PACKET_KB } },
    }),
  ]);

const WEB = `25 flows share 4 Mb/s with an RTT of 100 ms and a buffer of 25 packets. Each sends consecutive transfers of the same size: when a transfer ends, the next one starts over a new connection.`;
const WEB_OPEN = `The paper does not state the length of the runs (here 1000 s) or whether all transfers of a run have the same size (here they do). The first transfer of each of the 25 flows is not counted.`;

const SIZES = {
  name: 'Size',
  unit: 'packets',
  values: [10, 20, 50, 100, 200, 500, 1000, 1500, 2000, 2500],
  sets: [copies('f', [25]), { path: '/flows/*/traffic/params/sizeKb', times: PACKET_KB }],
};

/** Figure 8 with these schemes. @param {ReturnType<typeof schemes>} axis */
const latencies = (axis) => ({
  base: web(50),
  axes: [SIZES, axis],
  measures: [
    measure('Latency', 's', 'flows/*/transfers/meanS'),
    measure('95th percentile', 's', 'flows/*/transfers/p95S'),
    measure('Transfers', '', 'flows/*/transfers/finished', { over: 'sum' }),
    MEASURES.utilisation,
    MEASURES.lossRate,
    MEASURES.timeouts,
  ],
  chart: { kind: 'line', shows: [0], logX: true, logY: true },
  quick: { count: 2, durationS: 300, values: [[10, 50, 200, 500, 2500], []] },
});

/** @type {PaperExperiment[]} */
export const experiments = [
  experiment({
    id: 'randomized-fig-6',
    label: 'Figure 6',
    title: 'Bulk transfers with equal RTTs',
    summary:
      'Throughput, losses, timeouts and fairness of Reno, Paced and Randomized against the number of flows.',
    notes: `10 to 50 flows of the same scheme share 4 Mb/s with an RTT of 100 ms and a buffer of 25 packets. According to the paper, all three schemes have the same throughput. Paced has the most losses, because in slow start it detects congestion late. With many flows Randomized is the best.

**Look at** the loss rates, and at fairness with many flows. **Try** the experiment *Figure 6, slow start*, which covers only the first seconds.

${CORRECTION}

Fairness is Jain’s index of throughput times RTT (equation 8 of the paper). ${OPEN}`,
    base,
    axes: [flows(), schemes(WITH_PLAIN)],
    measures,
    chart,
    quick: { count: 3, durationS: 200, values: [ENDS, []] },
  }),
  experiment({
    id: 'randomized-fig-6-start',
    label: 'Figure 6, slow start',
    title: 'Losses in the first slow start',
    summary: 'Packets that Reno, Paced and Randomized lose in their first 10 seconds.',
    notes: `The setup of figure 6 with runs of 10 s. The paper explains why Paced loses more: in slow start its packets are spread out, so the queue overflows later, when the window is larger.

**Look at** the difference between the three schemes, and how it changes with many flows. **Try** starting all flows at the same time: set the start jitter of the flow in the base scenario to 0.

${OPEN.replace('how long runs are (1000 s, measured from the start)', 'how long its slow start is (here the whole first 10 s)')}`,
    base: { ...base, durationS: 10 },
    axes: [flows(), schemes()],
    measures: [
      measure('Losses', 'packets', 'queues/core/forward/drops'),
      MEASURES.lossRate,
      MEASURES.timeouts,
    ],
    chart: { kind: 'line', shows: [0] },
    quick: { count: 10, values: [ENDS, []] },
  }),
  experiment({
    id: 'randomized-fig-7',
    label: 'Figure 7',
    title: 'Bulk transfers with different RTTs',
    summary: 'The same for flows with RTTs of 80 to 120 ms.',
    notes: `10 to 50 flows of the same scheme share 4 Mb/s with a buffer of 25 packets; flow i of N has an RTT of 80 + 40·i/N ms. According to the paper, Randomized is the fairest and has slightly more throughput, Paced is almost as good, and Reno is the least fair, because it is biased against long RTTs.

**Look at** fairness: Jain’s index of throughput times RTT, which is 1 if throughput is proportional to 1/RTT. **Try** the plain index \`jain\` as a measure: it is 1 if the rates are equal.

${CORRECTION}

${OPEN}`,
    base,
    axes: [flows(SPREAD_RTTS), schemes(WITH_PLAIN)],
    measures: [...measures, measure('Jain’s index', '', 'jain')],
    chart,
    quick: { count: 3, durationS: 200, values: [ENDS, []] },
  }),
  experiment({
    id: 'randomized-fig-8',
    label: 'Figure 8',
    title: 'Web-like transfers',
    summary: 'Mean latency of transfers of 10 to 2500 packets with Reno, Paced and Randomized.',
    notes: `${WEB} According to the paper, very short transfers of up to 200 packets are fastest with Reno and slowest with Paced. For longer transfers Reno stays ahead, but Randomized catches up.

**Look at** the ratio of the curves; on a full link a transfer of S packets takes 0.025·S seconds. **Try** 25 slots of one flow instead of 25 flows: the transfers then share an access link.

${WEB_OPEN}`,
    ...latencies(schemes()),
  }),
  experiment({
    id: 'randomized-fig-8-plain',
    label: 'Figure 8, α = 1',
    title: 'Web-like transfers without correction',
    summary:
      'Mean latency of transfers of 10 to 2500 packets with Randomized without the correction of its increase.',
    notes: `As *Figure 8*, with Randomized alone and without the correction of its increase. **Look at** the latencies from 500 packets on, which are still above those of Paced, although fewer packets are lost.

${CORRECTION}

${WEB_OPEN}`,
    ...latencies(schemes([PLAIN])),
  }),
  experiment({
    id: 'randomized-fig-11',
    label: 'Figure 11',
    title: 'Windows of web-like transfers',
    summary: 'Covariance of the windows of 25 flows of web-like transfers of 2500 packets.',
    notes: `${WEB} Here transfers have 2500 packets, and the windows are sampled every 0.1 s. According to the paper, Paced flows become synchronised, and the coefficient of each pair is lower with Randomized.

**Look at** the mean and the maximum of all 300 pairs. **Try** Reno instead of Paced; the paper does not include Reno in this figure.

${WEB_OPEN}`,
    base: web(2500),
    axes: [{ ...schemes(), sets: [copies('f', [25]), ...schemes().sets] }],
    measures: [...MEASURES.covariances, MEASURES.synchronizationLevel],
    chart: { kind: 'bar', shows: [0, 1, 2] },
    quick: { count: 3, durationS: 400 },
  }),
];
