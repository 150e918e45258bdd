// Experiments of our own, that show why figures come out as they do.
import {
  bufferAxis,
  experiment,
  LEVELS,
  law,
  lawAxis,
  MEASURES,
  modelAxis,
  OPEN,
  PATH,
  path,
  ten,
} from './build.mjs';

/** @import { PaperExperiment } from '../build.mjs' */

const EQUAL = Array.from({ length: 10 }, () => 170);
const NEARLY_EQUAL = Array.from({ length: 10 }, (_, i) => 115.5 + i);

/** How many lose by packets, against how much they grow. */
function byPackets() {
  const title = 'Who loses together, by packets';
  const base = path({
    title,
    flows: ten('aimd', NEARLY_EQUAL),
    mbps: 100,
    buffer: 150,
    packetBytes: 1000,
    durationS: 600,
  });
  return {
    ...base,
    engine: 'packet',
    flows: base.flows.map((flow) => ({ ...flow, params: { a: 1 }, startJitterS: 1 })),
    sampling: { measureFromS: 100 },
  };
}

const CENTRES = {
  'X = 1': LEVELS['X = 1'] ?? {},
  ...Object.fromEntries(
    [6, 3].flatMap((least) => {
      const x = least / 10;
      const share = { level: 'share', x };
      return [
        [`X = ${x}, m near ${least}`, { ...share, centre: 0 }],
        [`X = ${x}, m in the middle`, { ...share, centre: 0.5 }],
        [`X = ${x}, m near 10`, { ...share, centre: 1 }],
      ];
    }),
  ),
};

/** Laws with the buffers at which the paper says something of them, as parts of the path. @type {[name: string, buffer: number][]} */
const AT = [
  ['HSTCP', 0.05],
  ['CUBIC', 0.01],
  ['CUBIC', 0.05],
  ['AIMD', 0.05],
  ['H-TCP', 0.05],
];

/** @type {PaperExperiment[]} */
export const why = [
  {
    id: 'loss-synchronization-level',
    label: 'Who loses together',
    title: 'Who loses together, by packets',
    summary:
      'The faster flows grow, the more of them lose at a congestion event: an overflow lasts a round trip.',
    document: experiment({
      title: 'Who loses together, by packets',
      notes: `No figure of the paper: what X should be. Ten AIMD flows by packets at 100 Mb/s, round trips of 115.5 to 124.5 ms, 150 packets of buffer; the axis is *a*,
the packets by which a window grows in a round trip.

A full buffer overflows until the senders hear of it, a round trip later. Until then the windows of N flows grow by N·*a* packets, and so many are lost.
If they hit flows alike, one gets through unharmed with a probability of e^(−*a*), and 1 − e^(−*a*) of the flows lose: 63 % for AIMD's one packet (the
paper quotes a least level of 60 % from mean-field theory), 98 % for four.

**Look at** the drops an event, N·*a*, and the level. A window of HSTCP grows by ten packets a round trip at 1 Gb/s and ten flows: all lose. **Try** RED at the core,
or paced senders.`,
      base: byPackets(),
      axes: [
        {
          name: 'increase',
          unit: 'packets a round trip',
          values: [0.5, 1, 2, 4, 8],
          sets: [{ path: '/flows/*/params/a' }],
        },
      ],
      measures: [
        {
          name: 'flows that lose at an event',
          unit: '%',
          of: 'queues/core/forward/synchronization',
          times: 100,
        },
        {
          name: 'packets lost at an event',
          unit: 'packets',
          of: 'queues/core/forward/drops',
          per: 'queues/core/forward/congestionEvents',
        },
        ...MEASURES,
      ],
      chart: { kind: 'line', shows: [0, 1], logX: true },
      replications: { count: 3 },
      quick: { count: 1, durationS: 100, measureFromS: 30, values: [[1, 4]] },
    }),
  },
  {
    id: 'loss-synchronization-open-centre',
    label: 'Open choices, where m lies',
    title: 'What X means depends on where m lies',
    summary: 'Figure 9 with the numbers of losers near their least, in the middle, and near ten.',
    document: experiment({
      title: 'What X means depends on where m lies',
      notes: `Figure 9 of Kumar and others (2014) at the buffers of which the text speaks. The paper says that *m* is drawn from a normal distribution between X·10 and
10; it gives neither mean nor deviation. The other experiments put the mean in the middle.

**Look at** CUBIC and AIMD. Near ten, CUBIC stays below 90 % at 0.01 with each X, and X = 0.6 is hardly better than X = 1: that is what the paper says of it. Near
the least, AIMD with X = 0.3 uses more than 90 % with a twentieth of the path: that is what its conclusion says. No one centre gives both.

**Try** a centre between them, and the spread.`,
      base: path({
        title: 'Where m lies',
        flows: ten('hstcp').map(({ name: _, ...flow }) => flow),
        mbps: 10_000,
        buffer: 14_167,
        durationS: 3000,
      }),
      axes: [
        {
          name: 'flows',
          values: AT.map(([name, buffer]) => `${name}, ${buffer}`),
          sets: [
            { path: '/flows/*/algorithm', values: AT.map(([name]) => law(name)) },
            {
              path: '/links/core/forward/queue/params/limitPackets',
              values: AT.map(([, buffer]) => Math.round(PATH * buffer)),
            },
          ],
        },
        modelAxis('flows that lose', CENTRES, { centre: 0.5 }),
      ],
      chart: { kind: 'heat', shows: [0, 1] },
      replications: { count: 4 },
      quick: {
        count: 1,
        values: [
          ['CUBIC, 0.01', 'AIMD, 0.05'],
          ['X = 1', 'X = 0.3, m near 3', 'X = 0.3, m near 10'],
        ],
      },
    }),
  },
  {
    id: 'loss-synchronization-equal-fig-9a',
    label: 'Figure 9(a), equal round trips',
    title: 'Ten HSTCP flows of one round trip: how much buffer',
    summary: 'With equal round trips fewer losers mean more use of the link, as the paper has it.',
    document: experiment({
      title: 'Ten HSTCP flows of one round trip: how much buffer',
      notes: `Figure 9(a) of Kumar and others (2014) with round trips of 170 ms for all, in place of 80 to 260 ms.

**Look at** the order of the levels: X = 0.3 is highest, as the paper says. With the paper's round trips synchronized HSTCP leaves the link to the shortest one, and that
one's large window decreases by less, which hides the gain.

${OPEN}`,
      base: path({
        title: 'Ten HSTCP flows of 170 ms',
        flows: ten('hstcp', EQUAL).map(({ name: _, ...flow }) => flow),
        mbps: 10_000,
        buffer: 14_167,
        durationS: 3000,
      }),
      axes: [
        bufferAxis([0.01, 0.02, 0.05, 0.1, 0.2], PATH, 'of the path'),
        modelAxis('flows that lose', LEVELS),
      ],
      chart: { kind: 'line', shows: [0], logX: true },
      replications: { count: 4 },
      quick: { count: 1, durationS: 300, values: [[0.01, 0.05], []] },
    }),
  },
  {
    id: 'loss-synchronization-equal-fig-10',
    label: 'Figures 10 and 11, equal round trips',
    title: 'Ten flows of one round trip, of which m lose',
    summary: 'Without differences between round trips every m is fair: those are what m decides about.',
    document: experiment({
      title: 'Ten flows of one round trip, of which m lose',
      notes: `Figures 10 and 11 of Kumar and others (2014) with round trips of 170 ms for all and 10 000 packets of buffer.

**Look at** fairness: near 1 for every *m*, so that what *m* decides in the paper's figures is fairness between round trips. STCP's utilisation falls slightly with
*m*, as the paper says; with round trips of 80 to 260 ms its one flow left needs no more buffer than there is.

${OPEN}`,
      base: path({
        title: 'Ten flows of 170 ms',
        flows: ten('cubic', EQUAL).map(({ name: _, ...flow }) => flow),
        mbps: 10_000,
        buffer: 10_000,
        durationS: 3000,
        fluid: { level: 'fixed', m: 1 },
      }),
      axes: [
        { name: 'm', unit: 'flows', values: [1, 2, 4, 6, 8, 9, 10], sets: [{ path: '/fluid/m' }] },
        lawAxis(['CUBIC', 'HSTCP', 'H-TCP', 'STCP', 'AIMD']),
      ],
      chart: { kind: 'line', shows: [0, 1] },
      replications: { count: 4 },
      quick: {
        count: 1,
        durationS: 600,
        values: [
          [1, 10],
          ['HSTCP', 'STCP'],
        ],
      },
    }),
  },
];
