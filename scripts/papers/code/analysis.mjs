// Figure 6 and section 3.3: what η is for.

import { AGAINST_RENO, pair, QUICK, REPLICATIONS, UNSPECIFIED } from './pair.mjs';

const CUTS = { CODE: 'quarter', 'CODE that halves': 'half' };

/** @type {import('../build.mjs').PaperExperiment} */
export const analysis = {
  id: 'code-fig-6',
  label: 'Figure 6',
  title: 'How much of the thresholds to keep after a loss',
  summary: 'CODE’s goodput over Reno’s for η from 0, which is NewVegas’s reset, to 1.',
  document: {
    version: 1,
    title: 'CODE, figure 6: how much of the thresholds to keep after a loss',
    notes: `η is the fraction of α and β that CODE keeps after a loss. Section 3.3 derives η = 0.68 from the sawtooth of figure 6: the window falls to ¾, then by one packet per round trip to η of its peak, and grows from there at two thirds of Reno’s rate. Setting the packets that both flows send in a cycle equal gives 34η² − 54η + 21 = 0.

Here η is varied, for a CODE that reduces its window by a quarter on a loss, as in equation 4, and for one that halves it.

**Look at** the ratio at 0.68. The second part of the decrease needs a queue that stays full while CODE’s window shrinks. But Reno halves at the same loss and empties the queue, so D falls below η·α and CODE grows at once, from ¾. CODE then grows by ⅔ to 1 packets per round trip and decreases by a quarter, Reno grows by 1 and decreases by a half, and CODE gets more than an equal share. **Look at** η = 0 as well: there the second decrease does take place, as in figure 3.

**Try** figure 5, which shows the windows.

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
    measures: AGAINST_RENO,
    chart: { kind: 'line' },
    quick: { ...QUICK, values: [[0, 0.4, 0.68, 0.9], []] },
  },
};
