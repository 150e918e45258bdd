// Section V, figures 2 to 5: the randomisation interval I.

/** @import { PaperExperiment } from '../build.mjs' */
import {
  bench,
  buffer,
  CORRECTION,
  copies,
  experiment,
  flow,
  MEASURES,
  measure,
  OPEN,
  PACKET_KB,
  PACKETS,
  RATE,
  SPREAD_RTTS,
  stack,
} from './setup.mjs';

const WHAT = `Gaps between packets are RTT/cwnd·(1 + x) with x uniform in ±I: at I = 0 packets are evenly paced, at I = 1 gaps range from 0 to twice the even gap.`;

/** The four figures: their differences and their texts. */
const FIGURES = [
  ...[
    { number: '2', flows: 30 },
    { number: '3', flows: 50 },
  ].map(({ number, flows }) => ({
    number,
    flows,
    title: `The randomisation interval with ${flows} flows`,
    summary: `Losses, throughput and timeouts of ${flows} flows against I, at several bottleneck rates.`,
    setup: `${flows} Randomized flows share a bottleneck with an RTT of 100 ms and a buffer of a quarter of the BDP. ${WHAT} The paper finds that losses and timeouts decrease towards I = 1 and that throughput does not suffer, and uses I = 1 from then on.`,
    open: `The text does not state the bottleneck rates (here 1, 2, 4 and 8 Mb/s; a quarter of the BDP is 6, 12, 25 and 50 packets, and access links are four times as fast). Section V gives 1 Mb/s as the default, section IV 4 Mb/s.`,
    curve: {
      name: 'Bottleneck',
      unit: 'Mb/s',
      values: [1, 2, 4, 8],
      sets: [...RATE, buffer([6, 12, 25, 50])],
    },
    few: [1, 4],
  })),
  {
    number: '4',
    flows: 30,
    title: 'The randomisation interval and the buffer',
    summary: 'Losses, throughput and timeouts of 30 flows against I, with buffers of a quarter to one BDP.',
    setup: `30 Randomized flows share 4 Mb/s with an RTT of 100 ms. ${WHAT} The buffer grows from 25 packets, a quarter of the BDP, to 100 packets, one BDP. The paper finds I = 1 best with each buffer.`,
    open: 'The paper states the smallest and the largest buffer; here there are four sizes.',
    curve: { name: 'Buffer', unit: 'packets', values: [25, 50, 75, 100], sets: [buffer()] },
    few: [25, 100],
  },
  {
    number: '5',
    flows: null,
    title: 'The randomisation interval with different RTTs',
    summary: 'Losses, throughput and timeouts of 30 and 50 flows with RTTs of 80 to 120 ms against I.',
    setup: `30 or 50 Randomized flows share 4 Mb/s with a buffer of 25 packets. Flow i of N has an RTT of 80 + 40·i/N ms. ${WHAT} The paper finds that I = 1 suits almost all metrics here, too.`,
    open: '',
    curve: { name: 'Flows', values: [30, 50], sets: [copies('f'), ...SPREAD_RTTS] },
    few: [],
  },
];

/**
 * A figure with the paper's correction of the increase, or without it.
 * @param {typeof FIGURES[number]} figure @param {boolean} corrected
 * @returns {PaperExperiment}
 */
const draw = ({ number, flows, title, summary, setup, open, curve, few }, corrected) =>
  experiment({
    id: `randomized-fig-${number}${corrected ? '' : '-plain'}`,
    label: `Figure ${number}${corrected ? '' : ', α = 1'}`,
    title: corrected ? title : `${title}, without correction`,
    summary: corrected
      ? summary
      : `The same without the correction of the increase: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`,
    notes: `${setup}

**Look at** the loss rate at both ends of each curve. **Try** ${corrected ? `*Figure ${number}, α = 1*: without the correction the curves fall` : `*Figure ${number}*: with the correction the curves rise`}.

${CORRECTION}

${open} ${OPEN}`,
    base: bench([flow('f', 'randomized', corrected ? {} : { stack: stack({ correctedIncrease: false }) })]),
    axes: [
      {
        name: 'I',
        values: { from: 0, to: 1, step: corrected ? 0.125 : 0.25 },
        sets: [...(flows ? [copies('f', [flows])] : []), { path: '/flows/*/stack/params/interval' }],
      },
      curve,
    ],
    measures: [MEASURES.lossRate, MEASURES.throughput, MEASURES.timeouts, MEASURES.meanQueue],
    chart: { kind: 'line', shows: [0, 1, 2] },
    quick: { count: 2, durationS: 200, values: [[0, 0.5, 1], few] },
  });

/** What random gaps cost a flow whose window cannot move. @type {PaperExperiment} */
const fixedWindows = experiment({
  id: 'randomized-windows',
  label: 'Figures 2 to 8, fixed windows',
  title: 'The effective round trip at fixed windows',
  summary: 'Throughput and RTT of one flow with a window of 5 to 20 packets, without losses, against I.',
  notes: `One flow on the path of figure 2 at 4 Mb/s. Its receiver’s window is 5, 10 or 20 packets, so nothing is lost and the queue stays empty. A window takes one effective round trip: its throughput is the window over that time. ${WHAT} **Look at** the throughput, which falls from I = 0 to I = 1 although the RTT stays. **Try** larger windows.

${OPEN}`,
  base: bench([
    flow('f', 'randomized', { stack: stack({ receiveBufferKb: 5 * PACKET_KB, windowScaling: false }) }),
  ]),
  axes: [
    { name: 'I', values: [0, 0.5, 1], sets: [{ path: '/flows/f/stack/params/interval' }] },
    {
      name: 'Window',
      unit: 'packets',
      values: [5, 10, 20],
      sets: [{ path: '/flows/f/stack/params/receiveBufferKb', times: PACKET_KB }],
    },
  ],
  measures: [
    measure('Throughput', 'packets/s', 'flows/f/throughputMbps', { times: PACKETS }),
    measure('RTT', 'ms', 'flows/f/rttMeanMs'),
    MEASURES.meanQueue,
    measure('Losses', '', 'flows/f/drops'),
  ],
  chart: { kind: 'line', shows: [0, 1] },
  quick: { count: 2, durationS: 200 },
});

export const experiments = [
  ...FIGURES.flatMap((figure) => [draw(figure, true), draw(figure, false)]),
  fixedWindows,
];
