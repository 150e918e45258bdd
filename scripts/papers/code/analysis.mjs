// Figure 6 and section 3.3: what η is for.

import { BESIDE_RENO, pair, QUICK, REPLICATIONS, UNSPECIFIED } from './pair.mjs';

const CUTS = { CODE: 'quarter', 'CODE that halves': 'half' };

/** @type {import('../build.mjs').PaperExperiment} */
export const analysis = {
  id: 'code-fig-6',
  label: 'Figure 6',
  title: 'What a loss leaves of the thresholds',
  summary: 'CODE’s goodput over Reno’s as η goes from 0, NewVegas’s reset, to 1.',
  document: {
    version: 1,
    title: 'CODE, figure 6: what a loss leaves of the thresholds',
    notes: `Section 3.3 finds η = 0.68, the part of α and β that a loss leaves, from a sawtooth drawn in figure 6: CODE falls to ¾ of its window, then by a packet a round trip to η of it, and climbs from there at two thirds of Reno’s pace. Equal packets in a cycle give 34η² − 54η + 21 = 0.

Here η is swept, for a CODE that takes a quarter off at a loss, as equation 4 has it, and for one that takes a half.

**Look at** the ratio at 0.68. The second part of the fall needs a queue that stays while CODE’s window sinks, but Reno’s halving at the same loss empties it: D falls below η·α, and CODE climbs at once, from ¾. Then it is a climb of ⅔ to 1 packets a round trip with a decrease of a quarter beside 1 and a half, and more than an equal share. **Look at** η = 0 as well: there the fall does take place, as figure 3 has it.

**Try** the traces of figure 5 beside it.

${UNSPECIFIED}`,
    base: pair(),
    axes: [
      {
        name: 'η',
        values: [0, 0.2, 0.4, 0.5, 0.6, 0.68, 0.8, 0.9, 1],
        sets: [{ path: '/flows/other/params/eta' }],
      },
      {
        name: 'Variant',
        values: Object.keys(CUTS),
        sets: [{ path: '/flows/other/params/cut', values: Object.values(CUTS) }],
      },
    ],
    replications: REPLICATIONS,
    measures: BESIDE_RENO,
    chart: { kind: 'line' },
    quick: { ...QUICK, values: [[0, 0.4, 0.68, 0.9], []] },
  },
};
