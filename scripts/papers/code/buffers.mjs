// Figures 14 and 15: against the buffer, and against the mix of ten flows.

import {
  AGAINST_RENO,
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
export const buffers = [
  {
    id: 'code-fig-14',
    label: 'Figure 14',
    title: 'Different buffer sizes',
    summary: 'The ratio to Reno by buffer size: the adaptive schemes are ahead with small buffers.',
    document: {
      version: 1,
      title: 'CODE, figure 14: different buffer sizes',
      notes: `One Reno flow against one flow of each scheme, with 20 to 200 packets of buffer. Each point is the mean of 20 runs with start times uniform in 0 … 25 s, measured from 50 to 200 s.

**Look at** the left end. With a small buffer, the link runs idle when Reno halves its window, and three queued packets are a useful part of the queue. Towards the right Reno can fill ever more of the buffer. The paper finds CODE above Reno with every buffer and does not explain why. **Try** 40 Mb/s: the BDP is four times as large, so the same buffers are small.

${TWO_CODES} ${TWO_NESTINGS}

${UNSPECIFIED} It does not state the buffer sizes or the bottleneck’s rate (here 10 Mb/s).`,
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
      measures: AGAINST_RENO,
      chart: { kind: 'line' },
      quick: { ...QUICK, values: [[20, 60, 100, 200], []] },
    },
  },
  {
    id: 'code-fig-14-small',
    label: 'Figure 14, smaller buffers',
    title: 'Buffers of ten packets',
    summary: 'The ratio to Reno with 10 packets of buffer, half of the smallest in figure 14.',
    document: {
      version: 1,
      title: 'CODE, figure 14: buffers of ten packets',
      notes: `As figure 14, with 10 packets of buffer. The paper does not state the sizes of its buffers, so its smallest one can be less than the 20 packets of figure 14 here.

**Look at** Vegas: its three packets are a third of this buffer, and it has four fifths of Reno’s goodput. **Try** 5 packets: Vegas is then ahead.

${TWO_CODES} ${TWO_NESTINGS}

${UNSPECIFIED}`,
      base: pair(),
      axes: [
        {
          name: 'Buffer',
          unit: 'packets',
          values: [10],
          sets: [{ path: '/links/core/forward/queue/params/limitPackets' }],
        },
        variantAxis(),
      ],
      replications: REPLICATIONS,
      measures: AGAINST_RENO,
      chart: { kind: 'bar' },
      quick: QUICK,
    },
  },
  {
    id: 'code-fig-15',
    label: 'Figure 15',
    title: 'Ten flows, some of them Reno',
    summary: 'The goodput of a flow of each scheme against one to nine Reno flows.',
    document: {
      version: 1,
      title: 'CODE, figure 15: ten flows, some of them Reno',
      notes: `Ten flows share the bottleneck; one to nine of them are Reno, the others all use one scheme. The ratio is the mean goodput of a flow of the scheme over that of a Reno flow. Each point is the mean of 20 runs with start times uniform in 0 … 25 s, measured from 50 to 200 s.

**Look at** the left end, with a single Reno flow among nine others: even there Vegas does not get its share. **Try** 100 Mb/s with 1000 packets of buffer, which gives each flow the same share of the capacity as in figure 9 at 20 Mb/s.

${TWO_CODES} ${TWO_NESTINGS}

${UNSPECIFIED} It does not state the bottleneck’s rate (here 10 Mb/s, with 100 packets of buffer).`,
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
      measures: [...AGAINST_RENO, { name: 'Fairness index', of: 'jain' }],
      chart: { kind: 'line' },
      quick: { ...QUICK, values: [[1, 5, 9], []] },
    },
  },
];
