// Section V, figures 2 to 5: the randomization interval I.

/** @import { PaperExperiment } from '../build.mjs' */
import { bench, buffer, copies, experiment, flow, MEASURES, OPEN, RATE, SPREAD_RTTS } from './setup.mjs';

const base = bench([flow('f', 'randomized')]);

/** I from 0, which is even pacing, to 1, and so many flows. @param {number[]} [flows] */
const interval = (flows) => ({
  name: 'I',
  values: { from: 0, to: 1, step: 0.125 },
  sets: [...(flows ? [copies('f', flows)] : []), { path: '/flows/*/stack/params/interval' }],
});

const measures = [MEASURES.lossRate, MEASURES.throughput, MEASURES.timeouts, MEASURES.meanQueue];
const chart = { kind: 'line', shows: [0, 1, 2] };
const FEW = [0, 0.5, 1];

/** @param {{ number: string, flows: number }} of @returns {PaperExperiment} */
const byRate = ({ number, flows }) =>
  experiment({
    id: `randomized-fig-${number}`,
    label: `Figure ${number}`,
    title: `The randomization interval with ${flows} flows`,
    summary: `Losses, throughput and timeouts of ${flows} flows against I, at several bottleneck rates.`,
    notes: `${flows} randomized flows over one bottleneck, RTT 100 ms, a buffer of a quarter of the BDP. Gaps between packets are RTT/cwnd·(1 + x), x uniform in ±I: at I = 0 packets are evenly paced, at I = 1 gaps go from 0 to twice the even one. The paper finds that losses and timeouts become fewer towards I = 1 and throughput does not suffer, so it uses 1 from then on.

**Look at** the loss rate at both ends of each curve. **Try** more points between 0 and 0.25: that is where most of the change is.

The text does not name the bottleneck rates (here 1, 2, 4 and 8 Mb/s; a quarter of the BDP is 6, 12, 25 and 50 packets, and access links are four times as fast). Section V has 1 Mb/s as its default where section IV has 4 Mb/s, which is one more reason to show both. ${OPEN}`,
    base,
    axes: [
      interval([flows]),
      {
        name: 'Bottleneck',
        unit: 'Mb/s',
        values: [1, 2, 4, 8],
        sets: [...RATE, buffer([6, 12, 25, 50])],
      },
    ],
    measures,
    chart,
    quick: { count: 2, durationS: 100, values: [FEW, [1, 4]] },
  });

/** @type {PaperExperiment[]} */
export const experiments = [
  byRate({ number: '2', flows: 30 }),
  byRate({ number: '3', flows: 50 }),
  experiment({
    id: 'randomized-fig-4',
    label: 'Figure 4',
    title: 'The randomization interval and the buffer',
    summary: 'Losses, throughput and timeouts of 30 flows against I, with buffers of a quarter to one BDP.',
    notes: `30 randomized flows over 4 Mb/s, RTT 100 ms. The buffer goes from 25 packets, a quarter of the BDP, to 100, one BDP (the paper names the ends; here in four steps). At each buffer the paper finds I = 1 the best.

**Look at** how much more the buffer matters than I. **Try** larger buffers.

${OPEN}`,
    base,
    axes: [interval([30]), { name: 'Buffer', unit: 'packets', values: [25, 50, 75, 100], sets: [buffer()] }],
    measures,
    chart,
    quick: { count: 2, durationS: 100, values: [FEW, [25, 100]] },
  }),
  experiment({
    id: 'randomized-fig-5',
    label: 'Figure 5',
    title: 'The randomization interval with different RTTs',
    summary: 'Losses, throughput and timeouts of 30 and 50 flows with RTTs of 80 to 120 ms against I.',
    notes: `30 or 50 randomized flows over 4 Mb/s and a buffer of 25 packets. The i-th of N flows has an RTT of 80 + 40·i/N ms. The paper finds that I = 1 suits almost all metrics here, too.

**Look at** the ends of the curves, and compare with figure 4, where all RTTs are equal. **Try** a wider spread of RTTs: the sets of the axis *Flows* spread the delays of the access links.

${OPEN}`,
    base,
    axes: [interval(), { name: 'Flows', values: [30, 50], sets: [copies('f'), ...SPREAD_RTTS] }],
    measures,
    chart,
    quick: { count: 2, durationS: 100, values: [FEW, []] },
  }),
];
