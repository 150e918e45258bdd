// Figures 14 and 15: over the buffer, and over the mix of ten flows.

import {
  BESIDE_RENO,
  pair,
  QUICK,
  REPLICATIONS,
  TWO_CODES,
  TWO_NESTINGS,
  UNSPECIFIED,
  variantAxis,
} from './pair.mjs';

const TEN = 10;

/** @type {import('../build.mjs').PaperExperiment[]} */
export const room = [
  {
    id: 'code-fig-14',
    label: 'Figure 14',
    title: 'Buffers of different sizes',
    summary: 'The ratio to Reno over the buffer: the adaptive schemes lead with small buffers.',
    document: {
      version: 1,
      title: 'CODE, figure 14: buffers of different sizes',
      notes: `One Reno flow beside one of each scheme, with 20 to 200 packets of buffer. Each point is 20 runs with starts uniform in 0 … 25 s, measured from 50 to 200 s.

**Look at** the left end: there a halving leaves the link idle, which costs Reno, and three packets are a part of the queue worth having. To the right Reno has more and more room. The paper finds CODE above Reno with every buffer, and leaves open why. **Try** 40 Mb/s, where the pipe holds four times as much and the same buffers are small ones.

${TWO_CODES} ${TWO_NESTINGS}

${UNSPECIFIED} Nor which buffers there are, or the bottleneck’s rate (10 Mb/s).`,
      base: pair(),
      axes: [
        {
          name: 'Buffer',
          unit: 'packets',
          values: { from: 20, to: 200, step: 20 },
          sets: [{ path: '/links/core/forward/queue/params/limitPackets' }],
        },
        variantAxis(),
      ],
      replications: REPLICATIONS,
      measures: BESIDE_RENO,
      chart: { kind: 'line' },
      quick: { ...QUICK, values: [[20, 60, 100, 200], []] },
    },
  },
  {
    id: 'code-fig-15',
    label: 'Figure 15',
    title: 'Ten flows, some of them Reno',
    summary: 'What a flow of each scheme has beside one to nine Reno flows.',
    document: {
      version: 1,
      title: 'CODE, figure 15: ten flows, some of them Reno',
      notes: `Ten flows share the bottleneck; one to nine of them are Reno, the others all of one scheme. The ratio is that of a flow’s mean goodput to that of a Reno flow. Each point is 20 runs with starts uniform in 0 … 25 s, measured from 50 to 200 s.

**Look at** the left end, with a single Reno flow among nine others: even there Vegas does not get its share. **Try** 100 Mb/s with 1000 packets of buffer: for each flow as much of both as two have in figure 9 at 20 Mb/s.

${TWO_CODES} ${TWO_NESTINGS}

${UNSPECIFIED} Nor the bottleneck’s rate (10 Mb/s, with 100 packets of buffer).`,
      base: pair(),
      axes: [
        {
          name: 'Reno flows',
          values: { from: 1, to: TEN - 1, step: 1 },
          sets: [
            { path: '/flows/reno', copies: true, hosts: true },
            { path: '/flows/other', copies: true, hosts: true, times: -1, plus: TEN },
          ],
        },
        variantAxis(),
      ],
      replications: REPLICATIONS,
      measures: [...BESIDE_RENO, { name: 'Fairness index', of: 'jain' }],
      chart: { kind: 'line' },
      quick: { ...QUICK, values: [[1, 5, 9], []] },
    },
  },
];
