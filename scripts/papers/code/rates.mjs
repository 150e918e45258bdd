// Figure 9: over the bottleneck's rate.

import {
  BESIDE_RENO,
  pair,
  QUICK,
  REPLICATIONS,
  rateAxis,
  TWO_CODES,
  UNSPECIFIED,
  variantAxis,
} from './pair.mjs';

const VARIANTS = ['Vegas', 'Vegas-A', 'NewVegas', 'CODE', 'CODE that halves'];

/** @type {import('../build.mjs').PaperExperiment[]} */
export const rates = [
  {
    id: 'code-fig-9',
    label: 'Figure 9',
    title: 'One Reno flow beside one of each scheme',
    summary: 'Goodput beside Reno over the bottleneck’s rate: Vegas and Vegas-A starve, CODE does not.',
    document: {
      version: 1,
      title: 'CODE, figure 9: one Reno flow beside one of each scheme',
      notes: `A Reno flow and a delay-based flow share a bottleneck with 100 packets of buffer. The paper’s four sub-figures draw both throughputs over the bottleneck’s rate; here they are one figure of the ratio to Reno, in which 1 is an equal share. Each point is 20 runs with starts uniform in 0 … 25 s, measured from 50 to 200 s.

**Look at** the order. Vegas keeps at most three packets in a queue that Reno fills to a hundred: it has a tenth of Reno’s goodput and less. Vegas-A raises its thresholds only while its own throughput rises, which Reno does not let it. NewVegas raises them whenever the RTT grows although its window did not. CODE does it twice as fast, and keeps 68 % of them at a loss.

${TWO_CODES} **Try** other values of η, or *Mean* as the RTT that is compared.

${UNSPECIFIED} The rates are those of table 2.`,
      base: pair(),
      axes: [rateAxis([5, 10, 15, 20, 25, 30, 35, 40, 45, 50]), variantAxis()],
      replications: REPLICATIONS,
      measures: BESIDE_RENO,
      chart: { kind: 'line' },
      quick: { ...QUICK, values: [[5, 10, 20, 50], VARIANTS] },
    },
  },
];
