// Figures 2, 3 and 5 and Table 1: windows beside a Reno flow over time.

import { dumbbell } from '../build.mjs';
import {
  ACCESS,
  BESIDE_RENO,
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

/** Both flows start within a second; a minute shows some ten cycles. */
const MINUTE = { durationS: 60, sampling: { measureFromS: 10 } };
const TOGETHER = { startJitterS: 1 };

const WINDOWS = [
  { name: 'Its window', unit: 'packets', of: 'flows/other/cwnd' },
  { name: "Reno's window", unit: 'packets', of: 'flows/reno/cwnd' },
  { name: 'Queue', unit: 'packets', of: 'queues/core/forward/queue' },
];
const ALPHA = { name: 'Lower threshold α', unit: 'packets', of: 'flows/other/probes/alpha' };
const BACKLOG = { name: 'Packets in queues D', unit: 'packets', of: 'flows/other/probes/diff' };

/**
 * @param {{ figure: string, scheme: string, algorithm: string, summary: string, look: string, alpha?: boolean }} given
 * @returns {import('../build.mjs').PaperExperiment}
 */
const experiment = ({ figure, scheme, algorithm, summary, look, alpha = true }) => ({
  id: `code-fig-${figure}`,
  label: `Figure ${figure}`,
  title: `Windows of ${scheme} and Reno`,
  summary,
  document: {
    version: 1,
    title: `CODE, figure ${figure}: windows of ${scheme} and Reno`,
    notes: `The windows of a ${scheme} and a Reno flow that share a bottleneck of 10 Mb/s with 100 packets of buffer; both start within the first second. The paper shows the windows of one run. The table is over 20 draws of start times, from 10 s on.

${look}

${UNSPECIFIED} Nor rate and buffer of this figure.`,
    base: pair({ algorithm, each: TOGETHER, ...MINUTE }),
    axes: [],
    replications: REPLICATIONS,
    measures: BESIDE_RENO,
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
    summary: 'Once the link is full Vegas stops, and Reno goes on.',
    look: '**Look at** what the two do while the queue grows: Reno adds a packet a round trip until one is lost, Vegas takes one away each time, since it sees more than three of its packets wait. **Try** a buffer of 10 packets: with little room to fill, Reno can do less harm.',
  }),
  experiment({
    figure: '3',
    scheme: 'NewVegas',
    algorithm: 'newvegas',
    summary: 'NewVegas follows Reno at half its pace, and begins anew after each loss.',
    look: '**Look at** α. It climbs by one in every other round trip, since a round trip in which the window grew does not count; and a loss takes it back to 1. The paper names both as the drawbacks that CODE removes. **Try** 40 Mb/s: there the quarter that NewVegas gives up at a loss leaves the pipe full, and it passes Reno.',
  }),
  {
    id: 'code-table-1',
    label: 'Table 1',
    title: 'How thresholds and window climb beside Reno',
    summary: 'Beside a growing queue NewVegas gains one packet in two round trips, CODE two in three.',
    document: {
      version: 1,
      title: 'CODE, table 1: how thresholds and window climb beside Reno',
      notes: `Table 1 follows NewVegas through six round trips beside a flow that makes each RTT longer than the one before:

| RTT | j | j+1 | j+2 | j+3 | j+4 | j+5 |
|---|---|---|---|---|---|---|
| W before | 20 | 20 | 21 | 21 | 22 | 22 |
| α | 5 + 1 | 6 | 6 + 1 | 7 | 7 + 1 | 8 |
| β | 7 + 1 | 8 | 8 + 1 | 9 | 9 + 1 | 10 |
| D | 5 | 5 | 6 | 6 | 7 | 7 |
| W | 20 | 21 | 21 | 22 | 22 | 23 |

A round trip in which the window does not grow raises α and β; the next one finds D below α and raises the window. So the window gains one packet in two round trips, where Reno gains two. CODE raises the thresholds by two, and gains two packets in three round trips (section 3.2).

Here a buffer of 2000 packets lets that go on without a loss, and Reno begins in congestion avoidance with a window of 20.

**Look at** the windows: Reno’s rises by one a round trip, so its rise is the measure for the others. **Try** a small buffer to see the same between losses.

The table assumes that one packet more in the window is one more in the queue. That holds where the queue is many times the pipe, as it soon is here; else D grows by less, and both schemes climb faster.

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
      measures: BESIDE_RENO,
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
      'CODE keeps two thirds of its thresholds at a loss, and climbs at two thirds of Reno’s pace or more.',
    look: `**Look at** the moment after a loss. The paper’s analysis (figure 6) has CODE fall to ¾ of its window, then on to 0.68 of it by a packet a round trip, and only then climb. Here it climbs at once: Reno’s halving has emptied much of the queue, so that D is below 0.68·α. What CODE gains by that is seen in the ratio. ${TWO_CODES} **Try** *Half* as its decrease on loss.`,
  }),
];
