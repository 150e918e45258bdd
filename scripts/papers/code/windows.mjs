// Figures 2, 3 and 5 and Table 1: windows over time, against a Reno flow.

import { dumbbell } from '../build.mjs';
import {
  ACCESS,
  AGAINST_RENO,
  CORE,
  flow,
  pair,
  REPLICATIONS,
  STACK,
  TWO_CODES,
  UNSPECIFIED,
  VARIANTS,
  variantAxis,
} from './pair.mjs';

/** Both flows start within a second; a minute shows about ten cycles. */
const MINUTE = { durationS: 60, sampling: { measureFromS: 10 } };
const TOGETHER = { startJitterS: 1 };

const WINDOWS = [
  { name: 'Other flow’s window', unit: 'packets', of: 'flows/other/cwnd' },
  { name: 'Reno’s window', unit: 'packets', of: 'flows/reno/cwnd' },
  { name: 'Queue', unit: 'packets', of: 'queues/core/forward/queue' },
];
const ALPHA = { name: 'Lower threshold α', unit: 'packets', of: 'flows/other/probes/alpha' };
const BACKLOG = { name: 'Estimated backlog D', unit: 'packets', of: 'flows/other/probes/diff' };

/** @param {string} algorithm */
const both = (algorithm) => pair({ algorithm, each: TOGETHER, ...MINUTE });

/** The same with half of the other flow's window taken off at a loss. @param {ReturnType<typeof both>} base */
const cutByHalf = (base) => ({
  ...base,
  flows: base.flows.map((one) =>
    one.id === 'other' ? { ...one, params: { .../** @type {any} */ (one).params, cut: 'half' } } : one,
  ),
});

/**
 * @param {{ figure: string, scheme: string, algorithm: string, summary: string, look: string, alpha?: boolean, halves?: boolean }} given `halves`: CODE takes
 *   half of its window off at a loss
 * @returns {import('../build.mjs').PaperExperiment}
 */
const experiment = ({ figure, scheme, algorithm, summary, look, alpha = true, halves = false }) => ({
  id: `code-fig-${figure}${halves ? '-halves' : ''}`,
  label: `Figure ${figure}${halves ? ', half at a loss' : ''}`,
  title: `Windows of ${scheme} and Reno`,
  summary,
  document: {
    version: 1,
    title: `CODE, figure ${figure}: windows of ${scheme} and Reno`,
    notes: `The windows of a ${scheme} flow and a Reno flow that share a bottleneck of 10 Mb/s with 100 packets of buffer. Both start within the first second. The paper shows the windows of one run. The table averages 20 runs with random start times, measured from 10 s on.

${look}

${UNSPECIFIED} It does not state the rate and buffer of this figure.`,
    base: halves ? cutByHalf(both(algorithm)) : both(algorithm),
    axes: [],
    replications: REPLICATIONS,
    measures: AGAINST_RENO,
    traces: [...WINDOWS, BACKLOG, ...(alpha ? [ALPHA] : [])],
    chart: { kind: 'trace', shows: [0, 1, 2] },
    quick: { count: 3 },
  },
});

const GROWING = ['NewVegas', 'CODE'];

/** @type {import('../build.mjs').PaperExperiment[]} */
export const windows = [
  experiment({
    figure: '2',
    scheme: 'Vegas',
    algorithm: 'vegas',
    alpha: false,
    summary: 'Once the link is full, Vegas stops growing and Reno continues.',
    look: '**Look at** the windows while the queue grows. Reno adds one packet per round trip until a loss. Vegas removes one packet per round trip, because it estimates that more than three of its packets are queued. **Try** a buffer of 10 packets: Reno then has little buffer to fill and does less harm.',
  }),
  experiment({
    figure: '3',
    scheme: 'NewVegas',
    algorithm: 'newvegas',
    summary: 'NewVegas grows at half Reno’s rate and resets its thresholds after each loss.',
    look: '**Look at** α. It rises by one in every other round trip, because round trips in which the window grew do not count, and a loss resets it to 1. The paper names both as drawbacks that CODE removes. **Try** 40 Mb/s: there NewVegas, which gives up only a quarter of its window at a loss, keeps the link full and overtakes Reno.',
  }),
  {
    id: 'code-table-1',
    label: 'Table 1',
    title: 'Growth of thresholds and window against Reno',
    summary: 'While the queue grows, NewVegas gains one packet in two round trips, CODE two in three.',
    document: {
      version: 1,
      title: 'CODE, table 1: growth of thresholds and window against Reno',
      notes: `Table 1 follows NewVegas through six round trips while another flow makes each RTT longer than the one before:

| RTT | j | j+1 | j+2 | j+3 | j+4 | j+5 |
|---|---|---|---|---|---|---|
| W before | 20 | 20 | 21 | 21 | 22 | 22 |
| α | 5 + 1 | 6 | 6 + 1 | 7 | 7 + 1 | 8 |
| β | 7 + 1 | 8 | 8 + 1 | 9 | 9 + 1 | 10 |
| D | 5 | 5 | 6 | 6 | 7 | 7 |
| W | 20 | 21 | 21 | 22 | 22 | 23 |

In a round trip in which the window does not grow, NewVegas raises α and β; in the next one D is below α, and it raises the window. So the window gains one packet in two round trips, where Reno gains two. CODE raises the thresholds by two and gains two packets in three round trips (section 3.2).

Here the buffer holds 2000 packets, so that no packet is lost, and Reno starts congestion avoidance at a window of 20.

**Look at** the windows. Reno’s grows by one packet per round trip, so compare the others with it. **Try** a small buffer to see the same growth between losses.

The table assumes that each packet added to the window adds one packet to the queue. That holds if the queue is many times the BDP, as it soon is here. Otherwise D grows by less, and both schemes grow faster.

${UNSPECIFIED}`,
      base: dumbbell({
        flows: [
          {
            ...flow('reno', 'reno', TOGETHER),
            stack: { ...STACK, params: { initialSsthresh: 20 } },
          },
          flow('other', 'newvegas', TOGETHER),
        ],
        core: { ...CORE, limitPackets: 2000 },
        access: ACCESS,
        durationS: 150,
        sampling: { measureFromS: 30 },
      }),
      axes: [variantAxis(VARIANTS.filter((v) => GROWING.includes(v.name)))],
      replications: { count: 3 },
      measures: AGAINST_RENO,
      traces: [...WINDOWS, BACKLOG, ALPHA],
      chart: { kind: 'trace', shows: [0, 1, 4] },
      quick: { count: 1 },
    },
  },
  experiment({
    figure: '5',
    scheme: 'CODE',
    algorithm: 'code',
    summary:
      'CODE keeps two thirds of its thresholds after a loss and grows at two thirds of Reno’s rate or more.',
    look: `**Look at** the window after a loss. In the paper’s analysis (figure 6) CODE’s window falls to ¾, then to 0.68 by one packet per round trip, and only then grows. Here it grows at once: Reno’s halving has drained much of the queue, so D is below 0.68·α. The ratio shows what CODE gains from this. ${TWO_CODES} **Try** *Half* as its decrease on loss.`,
  }),
  experiment({
    figure: '5',
    scheme: 'CODE that halves',
    algorithm: 'code',
    halves: true,
    summary:
      'The same with half of the window taken off at a loss, as in the kernel in which the authors implemented CODE.',
    look: `**Look at** the window after a loss, beside *Figure 5*. ${TWO_CODES}`,
  }),
];
