// Figure 9: over the bottleneck's rate.

import {
  ACCESS,
  BESIDE_RENO,
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

const TITLE = 'One Reno flow beside one of each scheme';

/** @param {number} delayMs of the bottleneck */
const document = (delayMs) => ({
  version: 1,
  base: pair({ core: { delayMs } }),
  axes: [rateAxis([5, 10, 15, 20, 25, 30, 35, 40, 45, 50]), variantAxis()],
  replications: REPLICATIONS,
  measures: BESIDE_RENO,
  chart: { kind: 'line' },
  quick: { ...QUICK, values: [[5, 10, 20, 50], []] },
});

/** A bottleneck of 8 ms, and how long the round trip then is. */
const SHORT_MS = 8;
const SHORT_RTT_MS = 2 * (SHORT_MS + 2 * ACCESS.delayMs);

/** @type {import('../build.mjs').PaperExperiment[]} */
export const rates = [
  {
    id: 'code-fig-9',
    label: 'Figure 9',
    title: TITLE,
    summary: 'Goodput beside Reno over the bottleneck’s rate: Vegas and Vegas-A starve, CODE does not.',
    document: {
      ...document(CORE.delayMs),
      title: `CODE, figure 9: ${TITLE.toLowerCase()}`,
      notes: `A Reno flow and a delay-based flow share a bottleneck with 100 packets of buffer. The paper’s four sub-figures draw both throughputs over the bottleneck’s rate; here they are one figure of the ratio to Reno, in which 1 is an equal share. Each point is 20 runs with starts uniform in 0 … 25 s, measured from 50 to 200 s.

**Look at** the order. Vegas keeps some three packets in a queue that Reno fills to a hundred: it has a tenth of Reno’s goodput and less. Vegas-A raises its thresholds only while its own throughput rises, which Reno does not let it. NewVegas raises them whenever the RTT grows although its window did not. CODE does it twice as fast, and keeps 68 % of them at a loss.

${TWO_CODES} ${TWO_NESTINGS} **Try** other values of η, or *Mean* as the RTT that is compared.

${UNSPECIFIED} The rates are those of table 2.`,
    },
  },
  {
    id: 'code-fig-9-short',
    label: 'Figure 9, shorter way',
    title: `${TITLE}, RTT ${SHORT_RTT_MS} ms`,
    summary: 'The same with less than half the way: NewVegas stays below Reno at all rates.',
    document: {
      ...document(SHORT_MS),
      title: `CODE, figure 9 with an RTT of ${SHORT_RTT_MS} ms`,
      notes: `As figure 9, with ${SHORT_MS} instead of ${CORE.delayMs} ms for the bottleneck. The paper gives the delays of its simulations in a drawing that the text does not repeat; what they are decides the right half of the figure.

**Look at** NewVegas. A loss takes a quarter of its window and half of Reno’s. Where the buffer is less than half of what the way holds, as at 50 Mb/s and 50 ms, both then leave the pipe with room, and NewVegas climbs from the higher place. With ${SHORT_RTT_MS} ms the way holds less than 130 packets, and it stays below Reno at all rates.

${TWO_CODES} ${TWO_NESTINGS}`,
    },
  },
];
