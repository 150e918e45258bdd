// Figure 9: against the bottleneck's rate.

import {
  ACCESS,
  AGAINST_RENO,
  CORE,
  pair,
  QUICK,
  REPLICATIONS,
  rateAxis,
  TWO_CODES,
  TWO_NESTINGS,
  UNSPECIFIED,
  variantAxis,
} from './pair.mjs';

const RATES = [5, 10, 15, 20, 25, 30, 35, 40, 45, 50];
const TITLE = 'One Reno flow against one flow of each scheme';

/** @param {number} delayMs of the bottleneck */
const document = (delayMs) => ({
  version: 1,
  base: pair({ core: { delayMs } }),
  axes: [rateAxis(RATES), variantAxis()],
  replications: REPLICATIONS,
  measures: AGAINST_RENO,
  chart: { kind: 'line' },
  quick: { ...QUICK, values: [[5, 10, 20, 50], []] },
});

/** A bottleneck delay of 8 ms, and the RTT that it gives. */
const SHORT_MS = 8;
const SHORT_RTT_MS = 2 * (SHORT_MS + 2 * ACCESS.delayMs);

/** @type {import('../build.mjs').PaperExperiment[]} */
export const rates = [
  {
    id: 'code-fig-9',
    label: 'Figure 9',
    title: TITLE,
    summary: 'Goodput against Reno by bottleneck rate: Vegas and Vegas-A starve, CODE does not.',
    document: {
      ...document(CORE.delayMs),
      title: `CODE, figure 9: ${TITLE.charAt(0).toLowerCase()}${TITLE.slice(1)}`,
      notes: `A Reno flow and a delay-based flow share a bottleneck with 100 packets of buffer. The paper’s four sub-figures plot both throughputs against the bottleneck’s rate. Here one figure plots the ratio to Reno; 1 is an equal share. Each point is the mean of 20 runs with start times uniform in 0 … 25 s, measured from 50 to 200 s.

**Look at** the order of the curves. Vegas keeps about three packets in a queue that Reno fills to a hundred, so it gets a tenth of Reno’s goodput or less. Vegas-A raises its thresholds only while its own throughput rises, and Reno prevents that. NewVegas raises them whenever the RTT grows although its window did not. CODE raises them twice as fast and keeps 68 % of them after a loss.

${TWO_CODES} ${TWO_NESTINGS} **Try** other values of η, or compare the *Mean* RTT.

${UNSPECIFIED} The bottleneck rates are those of table 2.`,
    },
  },
  {
    id: 'code-fig-9-short',
    label: 'Figure 9, shorter RTT',
    title: `${TITLE}, RTT ${SHORT_RTT_MS} ms`,
    summary: 'The same with less than half the RTT: NewVegas stays below Reno at all rates.',
    document: {
      ...document(SHORT_MS),
      title: `CODE, figure 9 with an RTT of ${SHORT_RTT_MS} ms`,
      notes: `As figure 9, with a bottleneck delay of ${SHORT_MS} ms instead of ${CORE.delayMs} ms. The paper gives the delays of its simulations in a drawing only, not in the text. They determine the right half of the figure.

**Look at** NewVegas. A loss takes a quarter of its window and half of Reno’s. If the buffer is less than half the BDP, as at 50 Mb/s and 50 ms, either reduction leaves the link underused, and NewVegas grows from the larger window. With an RTT of ${SHORT_RTT_MS} ms the BDP is less than 130 packets, and NewVegas stays below Reno at all rates.

${TWO_CODES} ${TWO_NESTINGS}`,
    },
  },
  {
    id: 'code-fig-9-vegas',
    label: 'Figure 9, Vegas’s packets',
    title: 'How many packets Vegas keeps beside Reno',
    summary: 'Vegas’s throughput and the queueing delay that its own packets meet, by bottleneck rate.',
    document: {
      ...document(CORE.delayMs),
      title: 'CODE, figure 9: how many packets Vegas keeps beside Reno',
      notes: `Figure 9’s runs of Vegas. By Little’s law the packets that a flow has in a queue are its rate times the mean delay of its own packets. **Look at** the product of both: it is less than the mean queue times Vegas’s share, because Vegas sends most of its packets while the queue is short. **Try** a buffer of 200 packets.`,
      base: pair({ algorithm: 'vegas' }),
      axes: [rateAxis(RATES)],
      measures: [
        {
          name: 'Vegas’s rate',
          unit: 'packets/s',
          of: 'flows/other/throughputMbps',
          times: 1e6 / (8 * 1040),
        },
        { name: 'Delay of Vegas’s packets', unit: 'ms', of: 'flows/other/queueingMs' },
        { name: 'Vegas’s share', unit: '%', of: 'flows/other/sharePercent' },
        { name: 'Queue', unit: 'packets', of: 'queues/core/forward/meanPackets' },
        { name: 'Delay of the queue', unit: 'ms', of: 'queues/core/forward/meanDelayMs' },
      ],
      chart: { kind: 'line', shows: [1, 4] },
      quick: { ...QUICK, values: [[5, 10, 20, 50]] },
    },
  },
];
